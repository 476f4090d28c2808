"""The tables of option bitsets (`kernels.exact_cover.option_bitsets`): a row of bits an option.

The row of an option has the options that can go with it. An option has a bit for each of its
primary items; items with many options come first, and the k-th words of all items that have so
many stand side by side.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.exact_cover.option_bitsets import NONE, ONE_OPTION, WORD_BITS, Tables
from enumino.enum.kernels.exact_cover.option_rows import clear_clashes, flip
from enumino.enum.kernels.shared.bits import ONE


def table_bytes(primary: int, starts: npt.NDArray[np.int64], members: npt.NDArray[np.int32]) -> int:
    """Return the size in bytes of the rows of bits of `new_tables`."""
    sizes = np.bincount(members[members < primary], minlength=primary)
    return 8 * int((sizes // WORD_BITS + 1).sum()) * (starts.size - 1)


def new_tables(
    primary: int,
    items: int,
    starts: npt.NDArray[np.int64],
    members: npt.NDArray[np.int32],
    colours: npt.NDArray[np.int32],
    groups: npt.NDArray[np.int32] | None = None,
    fewest: npt.NDArray[np.int64] | None = None,
    most: npt.NDArray[np.int64] | None = None,
) -> Tables:
    """Return the tables of an exact cover problem.

    Items are numbered from 0, the primary ones first; those of option i are
    ``members[starts[i]:starts[i + 1]]``, none twice. `colours` are the colours of secondary items,
    0 for none. An option without primary items is never used. `groups` is the group of every
    option, -1 for none, `fewest` and `most` the number of options of a group that a solution uses.
    """
    options = starts.size - 1
    groups = np.full(options, -1, np.int32) if groups is None else groups
    fewest = np.zeros(0, np.int64) if fewest is None else fewest
    most = np.zeros(0, np.int64) if most is None else most
    owner = np.repeat(np.arange(options), np.diff(starts))
    is_primary = members < primary

    sizes = np.bincount(members[is_primary], minlength=primary)
    order = np.argsort(-sizes, kind="stable")
    rank = np.argsort(order, kind="stable")
    sizes = sizes[order]
    levels = sizes.max(initial=0) // WORD_BITS + 1
    widths = [np.count_nonzero(sizes >= WORD_BITS * level) for level in range(levels)]
    level_starts = np.concatenate(([0], np.cumsum(widths)))
    first = np.cumsum(sizes + 1) - (sizes + 1)

    # The p-th option of an item is bit p % 64 of the item's word of level p // 64.
    ranks = rank[members[is_primary]]
    by_rank = np.argsort(ranks, kind="stable")
    places = np.empty(ranks.size, np.int64)
    places[by_rank] = np.arange(ranks.size) - (first - np.arange(primary))[ranks[by_rank]] + 1
    listed = np.full((sizes + 1).sum(), NONE, np.int32)
    listed[first[ranks] + places] = owner[is_primary]
    bits = (level_starts[places // WORD_BITS] + ranks) * WORD_BITS + places % WORD_BITS
    covers = np.bincount(owner[is_primary], minlength=options)
    bit_starts = np.concatenate(([0], np.cumsum(covers)))

    root = np.zeros(level_starts[-1], np.uint64)
    flip(root, np.arange(primary) * WORD_BITS, 0, primary)
    flip(root, bits, 0, bits.size)
    rows = np.tile(root, (options, 1))
    rows[owner[is_primary], ranks] ^= ONE
    kinds = np.where(is_primary, 0, colours)
    entries = np.lexsort((kinds, members))
    item_starts = np.searchsorted(members[entries], np.arange(items + 1))
    clash = np.zeros_like(root)
    clear_clashes(rows, clash, item_starts, owner[entries], kinds[entries], bit_starts, bits)
    barred = np.tile(root, (fewest.size, 1))
    grouped = np.flatnonzero((groups >= 0) & (covers > 0))
    for option in grouped:
        flip(barred[groups[option]], bits, bit_starts[option], bit_starts[option + 1])
    for group in np.flatnonzero(most <= 0):
        root &= barred[group]
    least = np.full(fewest.size, primary + 1)
    np.minimum.at(least, groups[grouped], covers[grouped])
    fewest_items = covers[covers > 0].min(initial=max(primary, 1))
    longest = primary // fewest_items
    is_even = fewest.size == 0 and bool((covers[covers > 0] == fewest_items).all())
    return Tables(
        limits=np.array([longest, primary, 2 * fewest_items * is_even], np.int64),
        rows=rows,
        barred=barred,
        root=root,
        level_starts=level_starts,
        base=order - ONE_OPTION,
        rank=rank,
        sizes=np.append(sizes, 0),
        first=first,
        listed=listed,
        starts=bit_starts,
        ranks=ranks,
        covers=covers,
        groups=groups,
        fewest=fewest,
        most=most,
        least=least,
    )


def with_options(tables: Tables, options: npt.NDArray[np.int32]) -> Tables:
    """Return the tables of the same problem, in which only some options may be used."""
    removed = np.ones(tables.covers.size, np.bool_)
    removed[options] = False
    entries = np.flatnonzero((tables.listed != NONE) & removed[tables.listed])
    rank = np.searchsorted(tables.first, entries, side="right") - 1
    places = entries - tables.first[rank]
    root = tables.root.copy()
    words = tables.level_starts[places // WORD_BITS] + rank
    np.bitwise_and.at(root, words, ~(ONE << (places % WORD_BITS).astype(np.uint64)))
    return tables._replace(root=root)
