"""The tables of the engines for exact covers without geometry: linked lists, and rows of bits."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from enumino.enum.exact_cover import Cover
from enumino.enum.kernels.exact_cover import dlx, option_bitsets
from enumino.enum.kernels.exact_cover.option_bitsets import NONE, ONE_OPTION, WORD_BITS
from enumino.enum.kernels.shared.bits import ONE

Bits = npt.NDArray[np.uint64]


def links(cover: Cover) -> dlx.Tables:
    """Link the items and options of a problem.

    Options without a primary item, or with one that is not to be covered, are left out.
    """
    items, members = cover.items, cover.members
    fewest, most = np.array([[0], [1]]).repeat(items + 1, axis=1)
    fewest[1 : cover.primary + 1] = 1
    if cover.bounds is not None:
        fewest[1 : cover.primary + 1], most[1 : cover.primary + 1] = cover.bounds
    sizes = np.diff(cover.starts)
    owner = np.repeat(np.arange(sizes.size), sizes)
    primaries = np.bincount(owner[members < cover.primary], minlength=sizes.size)
    kept = primaries > 0
    kept[owner[most[members + 1] == 0]] = False
    listed = kept[owner]
    item_of = members[listed] + 1

    spacers = items + 1 + np.concatenate([[0], np.cumsum(sizes[kept] + 1)])
    nodes = np.delete(np.arange(spacers[-1] + 1), np.concatenate([np.arange(items + 1), spacers]))
    top, up, down, colour = np.zeros((4, int(spacers[-1]) + 1), np.uint32)
    option = np.zeros(top.size, np.int32)
    top[nodes], colour[nodes], option[nodes] = item_of, cover.colours[listed], owner[listed]
    up[spacers[1:]], down[spacers[:-1]] = spacers[:-1] + 1, spacers[1:] - 1

    # Sorted by item, heads first, the nodes of a list stand one after the other.
    heads = np.arange(1, items + 1)
    list_of = np.concatenate([heads, item_of])
    order = np.argsort(list_of, kind="stable")
    in_order = np.concatenate([heads, nodes])[order]
    following = np.roll(in_order, -1)
    following[np.flatnonzero(np.diff(list_of[order], append=items + 1))] = heads
    down[in_order], up[following] = following, in_order

    left, right = np.tile(np.arange(items + 1, dtype=np.uint32), (2, 1))
    left[: cover.primary + 1] = np.roll(left[: cover.primary + 1], 1)
    right[: cover.primary + 1] = np.roll(right[: cover.primary + 1], -1)
    length = np.bincount(item_of, minlength=items + 1).astype(np.int32)
    covered = int(np.minimum(most, length)[1 : cover.primary + 1].sum())
    longest = covered // int(primaries[kept].min(initial=max(cover.primary, 1)))
    limits = np.array([longest, longest + cover.primary + 2, sizes.size], np.int64)
    return dlx.Tables(top, up, down, colour, option, left, right, length, fewest, most, limits)


def bitsets(cover: Cover) -> option_bitsets.Tables:
    """Make a row of bits an option: the options that can go with it.

    An option has a bit for each of its primary items; items with many options come first, and the
    k-th words of all items that have so many stand side by side. Counted items have no bits, and
    are the groups of their options.
    """
    cover, groups, (fewest, most) = cover.grouped()
    primary, members, options = cover.primary, cover.members, cover.starts.size - 1
    owner = np.repeat(np.arange(options), np.diff(cover.starts))
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
    starts = np.concatenate(([0], np.cumsum(covers)))

    def set_of(chosen: npt.NDArray[np.int64]) -> Bits:
        """Return the bits of some options."""
        number = covers[chosen]
        at = np.repeat(starts[chosen] - np.cumsum(number) + number, number)
        at = bits[at + np.arange(at.size)]
        words = np.zeros(level_starts[-1], np.uint64)
        np.bitwise_or.at(words, at // WORD_BITS, ONE << (at % WORD_BITS).astype(np.uint64))
        return words

    root = set_of(np.arange(options))
    root[:primary] |= ONE
    rows = np.tile(root, (options, 1))
    rows[owner[is_primary], ranks] ^= ONE
    kinds = np.where(is_primary, 0, cover.colours)
    entries = np.lexsort((kinds, members))
    for of_item in np.split(entries, np.flatnonzero(np.diff(members[entries])) + 1):
        clash = set_of(owner[of_item])
        for alike in np.split(of_item, np.flatnonzero(np.diff(kinds[of_item])) + 1):
            coloured = alike.size > 0 and kinds[alike[0]] > 0
            rows[owner[alike]] &= ~(clash & ~set_of(owner[alike]) if coloured else clash)
    of_group = [np.flatnonzero((groups == group) & (covers > 0)) for group in range(fewest.size)]
    barred = np.tile(root, (fewest.size, 1))
    for row, each in zip(barred, of_group, strict=True):
        row &= ~set_of(each)
    for group in np.flatnonzero(most <= 0):
        root &= barred[group]
    fewest_items = covers[covers > 0].min(initial=max(primary, 1))
    longest = primary // fewest_items
    return option_bitsets.Tables(
        limits=np.array([longest, primary], np.int64),
        rows=rows,
        barred=barred,
        root=root,
        level_starts=level_starts,
        base=order - ONE_OPTION,
        rank=rank,
        sizes=np.append(sizes, 0),
        first=first,
        listed=listed,
        starts=starts,
        ranks=ranks,
        covers=covers,
        groups=groups,
        fewest=fewest,
        most=most,
        least=np.array([covers[each].min(initial=primary + 1) for each in of_group], np.int64),
    )
