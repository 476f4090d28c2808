"""The nodes of a search for tilings, by a sample of each level of its tree; costs of engines.

Of all nodes of a level that the sample reaches, at most so many are kept, evenly spread in the
order of the search; each stands for an equal share. So a level has as many nodes as the children of
those kept, times their share. This is stochastic enumeration (R. Vaisman, D. P. Kroese,
*Stochastic enumeration method for counting trees*, Methodol. Comput. Appl. Probab. 19, 2017; after
D. E. Knuth and P. C. Chen): all levels of a tree are equally deep into the problem, and one sample
of the whole level errs far less than as many walks on their own. A tree whose levels fit into the
sample is counted exactly. Nothing is drawn at random: the same problem gives the same numbers.

It is plain NumPy, a level at a time: a choice between engines compiles none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt


def tightened(
    room: int,  # the cells to cover
    # int64[g]: the cells of each piece's smallest option; more than `room` if it has none.
    least: npt.NDArray[np.int64],
    # `fewest`, `most`: int64[g]: how often each piece must and may be used.
    fewest: npt.NDArray[np.int64],
    most: npt.NDArray[np.int64],
) -> tuple[int, npt.NDArray[np.int64]]:
    """Bound the uses of each piece by the cells that the others leave.

    Returns the cells less those that the pieces need at least, negative if there are too few, and
    how often each piece can be used.

    >>> room, pieces = 16, [4, 4]
    >>> tightened(room, np.array(pieces), np.array([3, 0]), np.array([9, 9]))
    (4, array([4, 1]))
    """
    unclaimed = room - int(np.minimum(fewest, room + 1) @ least)
    return unclaimed, np.minimum(most, fewest + max(unclaimed, 0) // least)


WORD_BITS = 64
# Start of the sample of each level: multiples of it are spread evenly between 0 and 1.
GOLDEN = (5**0.5 - 1) / 2


Words = npt.NDArray[np.uint64]


class Layout(NamedTuple):
    """A tiling problem of n cells, m options and g pieces, for the sample.

    Cells are numbered along the scan, in a frame that may have others between them.
    """

    free: npt.NDArray[np.bool_]  # bool[height, width]: the frame
    # bool[m, n + g]: the cells of the frame that an option covers, and its piece.
    options: npt.NDArray[np.bool_]
    # `sizes`, `pieces`: int64[m], int64[m]: cells and piece of each option.
    sizes: npt.NDArray[np.int64]
    pieces: npt.NDArray[np.int64]
    # `fewest`, `most`, `least`: int64[g], int64[g], int64[g]: bounds on the uses of each piece, and
    # the cells of its smallest option.
    fewest: npt.NDArray[np.int64]
    most: npt.NDArray[np.int64]
    least: npt.NDArray[np.int64]


class Nodes(NamedTuple):
    """Nodes of one level."""

    open: Words  # uint64[k, words]: the cells that are empty, as bits
    used: npt.NDArray[np.int64]  # int64[k, g]: uses of each piece
    # `empty`, `needed`: int64[k], int64[k]: the empty cells, and the fewest cells of the pieces
    # that must still be used.
    empty: npt.NDArray[np.int64]
    needed: npt.NDArray[np.int64]
    # uint64[k, words]: the options that go with those chosen, as bits, where the search looks at
    # them all.
    left: Words


class Estimate(NamedTuple):
    """The estimated number of nodes of a search, and the number of those examined.

    It is `exact` if all levels fitted into the sample: a larger one gives no more.
    """

    nodes: float
    looked_at: int
    exact: bool


def together(found: Sequence[Estimate]) -> Estimate:
    """Return the estimate of several trees together."""
    return Estimate(
        sum(each.nodes for each in found),
        sum(each.looked_at for each in found),
        all(each.exact for each in found),
    )


# Children: the numbers of their nodes, and the options that they choose.
Pairs = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]


def by_first_cell(layout: Layout, placed: npt.NDArray[np.int64] | None, sample: int) -> Estimate:
    """Return the estimated nodes of a search that covers the first empty cell.

    `placed` has an option for each root, which it has placed; `sample` nodes are kept of a level.
    """
    area, options = layout.free.size, len(layout.options)
    # Cell masks bound the uses of a piece by the least uses of the others.
    room = int(np.count_nonzero(layout.free))
    _, most = tightened(room, layout.least, layout.fewest, layout.most)
    words = _packed(layout.options[:, :area])
    first = _first_bits(words)
    per_cell = np.bincount(first, minlength=area)
    listed = np.full((area, max(1, int(per_cell.max(initial=0)))), options)
    order = np.argsort(first, kind="stable")
    place = np.arange(options) - (np.cumsum(per_cell) - per_cell)[first[order]]
    listed[first[order], place] = order
    # Cells with fewer options than others have one more instead, which never fits.
    masks = np.hstack([words, _packed(layout.options[:, area:])])
    masks = np.vstack([masks, np.zeros((1, masks.shape[1]), np.uint64)])

    def children(nodes: Nodes) -> Pairs:
        candidates = listed[_first_bits(nodes.open)]
        blocked = candidates == options
        taken = ~np.hstack([nodes.open, _packed(nodes.used < most)])
        for word in range(masks.shape[1]):
            blocked |= (masks[candidates, word] & taken[:, word, np.newaxis]) != 0
        node, at = np.nonzero(~blocked)
        return node, candidates[node, at]

    isolation = not isolated(words, layout.free.shape[1]).any()
    clashing = np.zeros((area + layout.fewest.size, 0), np.uint64)
    return _estimate(layout, words, clashing, children, placed, sample, isolation)


def by_fewest_options(
    layout: Layout, placed: npt.NDArray[np.int64] | None, sample: int
) -> Estimate:
    """Return the estimated nodes of a search that covers the item with the fewest options.

    Items are the free cells, and the pieces that are used exactly once. The parameters are those
    of `by_first_cell`.
    """
    area, options = layout.free.size, len(layout.options)
    once = (layout.fewest == 1) & (layout.most == 1)
    items = np.concatenate([np.flatnonzero(layout.free), area + np.flatnonzero(once)])
    having = _packed(layout.options.T)
    having_by_word = np.ascontiguousarray(having[items].T)

    def children(nodes: Nodes) -> Pairs:
        left = np.zeros((len(nodes.open), items.size), np.int32)
        for word, holders in enumerate(having_by_word):
            left += np.bitwise_count(nodes.left[:, word, np.newaxis] & holders)
        cells = _as_bits(nodes.open, area)[:, layout.free.ravel()]
        still = np.concatenate([cells, nodes.used[:, once] == 0], axis=1)
        left[~still] = options + 1
        item = items[left.argmin(axis=1)]
        return _set_bits(nodes.left & having[item])

    words = _packed(layout.options[:, :area])
    return _estimate(layout, words, having, children, placed, sample, isolation=False)


def _estimate(
    layout: Layout,
    words: Words,
    having: Words,
    children: Callable[[Nodes], Pairs],
    placed: npt.NDArray[np.int64] | None,
    sample: int,
    isolation: bool,
) -> Estimate:
    """Estimate the levels one after the other, from the roots.

    `words` are the cells of the options, `having` the options of each cell and piece, as bits.
    """
    nodes = Nodes(
        open=_packed(layout.free.reshape(1, -1)),
        used=np.zeros((1, layout.fewest.size), np.int64),
        empty=np.array([np.count_nonzero(layout.free)]),
        needed=np.array([layout.fewest @ layout.least]),
        left=_packed(np.ones((1, len(words)), np.bool_))[:, : having.shape[1]],
    )
    node, option, weight, level, total = np.zeros(1, np.int64), placed, 1.0, 0, 1.0
    looked_at = 0
    if option is not None:
        node, total = np.zeros(option.size, np.int64), float(option.size)
    while True:
        opened, empty, needed = nodes.open[node], nodes.empty[node], nodes.needed[node]
        if option is not None:
            piece = layout.pieces[option]
            opened &= ~words[option]
            empty = empty - layout.sizes[option]
            claimed = nodes.used[node, piece] < layout.fewest[piece]
            needed = needed - np.where(claimed, layout.least[piece], 0)
        # The nodes left are not tilings and not dead ends that the search can recognise.
        alive = (empty > 0) & (empty >= needed)
        if isolation:
            alive &= ~isolated(opened, layout.free.shape[1])
        kept = np.flatnonzero(alive)
        if kept.size == 0:
            return Estimate(total, looked_at, weight == 1.0)
        if kept.size > sample:
            offset = (level * GOLDEN) % 1
            chosen = ((np.arange(sample) + offset) * (kept.size / sample)).astype(np.int64)
            weight *= kept.size / sample
            kept = kept[chosen]
        used, left = nodes.used[node[kept]], nodes.left[node[kept]]
        if option is not None:
            used[np.arange(kept.size), piece[kept]] += 1
            if left.shape[1]:
                _narrow(layout, left, having, option[kept], used)
        nodes = Nodes(opened[kept], used, empty[kept], needed[kept], left)
        node, option = children(nodes)
        total += weight * node.size
        looked_at += kept.size
        level += 1


def _narrow(
    layout: Layout,
    left: Words,
    having: Words,
    option: npt.NDArray[np.int64],
    used: npt.NDArray[np.int64],
) -> None:
    """Remove the options that share a cell with those placed, and pieces that they use up."""
    area = layout.free.size
    row, cell = np.nonzero(layout.options[option, :area])
    # The first cell of each option, then the second one, and so on: no row twice at a time.
    rank = np.arange(row.size) - np.searchsorted(row, row)
    for i in range(int(rank.max()) + 1):
        left[row[rank == i]] &= ~having[cell[rank == i]]
    piece = layout.pieces[option]
    up = used[np.arange(option.size), piece] >= layout.most[piece]
    left[up] &= ~having[area + piece[up]]


def isolated(opened: Words, width: int) -> npt.NDArray[np.bool_]:
    """Return whether some cell of a set has no other one beside it; rows have less than a word."""
    cells = np.arange(opened.shape[1] * WORD_BITS)
    not_first = _packed((cells % width != 0)[np.newaxis])
    not_last = _packed((cells % width != width - 1)[np.newaxis])
    near = _upwards(opened & not_last, 1) | _downwards(opened & not_first, 1)
    near |= _upwards(opened, width) | _downwards(opened, width)
    found: npt.NDArray[np.bool_] = ((opened & ~near) != 0).any(axis=1)
    return found


def _upwards(words: Words, by: int) -> Words:
    """Return rows of bits moved to higher numbers."""
    moved = words << np.uint64(by)
    moved[:, 1:] |= words[:, :-1] >> np.uint64(WORD_BITS - by)
    return moved


def _downwards(words: Words, by: int) -> Words:
    """Return rows of bits moved to lower numbers."""
    moved = words >> np.uint64(by)
    moved[:, :-1] |= words[:, 1:] << np.uint64(WORD_BITS - by)
    return moved


def _first_bits(words: Words) -> npt.NDArray[np.int64]:
    """Return the number of the first bit of each row; every row has one."""
    at = (words != 0).argmax(axis=1)
    word = words[np.arange(len(words)), at]
    below = (word ^ (word - np.uint64(1))) >> np.uint64(1)
    found: npt.NDArray[np.int64] = at * WORD_BITS + np.bitwise_count(below)
    return found


def _set_bits(words: Words) -> Pairs:
    """Return the rows and the numbers of all bits that are set; few words are not 0."""
    row, word = np.nonzero(words)
    at, bit = np.nonzero(_as_bits(words[row, word, np.newaxis], WORD_BITS))
    return row[at], word[at] * WORD_BITS + bit


def _packed(bits: npt.NDArray[np.bool_]) -> Words:
    """Return rows of bits as words."""
    padded = np.zeros((len(bits), -(-bits.shape[1] // WORD_BITS) * WORD_BITS), np.bool_)
    padded[:, : bits.shape[1]] = bits
    return np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64)


def _as_bits(words: Words, bits: int) -> npt.NDArray[np.bool_]:
    """Return the first bits of each row of words."""
    flat = np.ascontiguousarray(words.astype("<u8")).view(np.uint8)
    return np.unpackbits(flat, axis=1, count=bits, bitorder="little").view(np.bool_)


# Costs: nanoseconds a node, and of the preparation before the first one, measured on one core of a
# server (Xeon at 2.5 GHz) over the problems of `benchmarks.solvers` and 150 random ones. Only their
# ratios matter: they decide between engines, the same on every machine.
SLICE = 6


class Cost(NamedTuple):
    """Nanoseconds for the tables of a tree, and for a node."""

    tables: float
    node: float


def of_cell_masks(
    offsets: npt.NDArray[np.int64], flags: int, wide: bool, options: int, levels: int
) -> Cost:
    """Return the cost of cell masks.

    `offsets` are the distances of the cells of options from their first ones, `flags` the pieces
    used at most once; `wide` cells take two words; `levels` are the words for the options of one
    first cell.
    """
    slices, end = -(-flags // SLICE), 0
    for offset in np.unique(offsets).tolist():
        if offset >= max(end, 1):
            slices, end = slices + 1, offset + SLICE
    return Cost(1.5e6 + 3e3 * options, 6 + 4.5 * slices + 6 * wide + 20 * (levels - 1))


def of_option_bitsets(sizes: npt.NDArray[np.int64], options: int) -> Cost:
    """Return the cost of option bitsets, by the numbers of options of the primary items."""
    return Cost(6.7e3 * options, 30 + 1.1 * int((sizes // WORD_BITS + 1).sum()))


def of_dancing_links(links: int, primary: int, options: int) -> Cost:
    """Return the cost of dancing links, by the items of all options together."""
    return Cost(0.5e6 + 8e2 * options, 25 + 11 * links / max(1, primary))


def of_look(options: int, cells: int, fewest: bool) -> float:
    """Return the nanoseconds of a node of a sample."""
    return 2e3 + 4.0 * (options // WORD_BITS + 1) * cells if fewest else 4e3
