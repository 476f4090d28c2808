"""How many nodes a search for tilings has, by a sample of each level of its tree.

Of all nodes of a level that the sample leads to, at most so many are kept, evenly spread in the
order of the search, and stand for the others; so each level is as large as the children of those
kept, times what they stand for. This is stochastic enumeration (R. Vaisman, D. P. Kroese,
*Stochastic enumeration method for counting trees*, Methodol. Comput. Appl. Probab. 19, 2017; after
D. E. Knuth and P. C. Chen): all levels of a tree are equally deep into the problem, and one sample
of the whole level errs far less than as many walks on their own. A tree whose levels fit into the
sample is counted exactly. Nothing is drawn at random: the same problem gives the same numbers.

It is plain NumPy, a level at a time: a choice between engines compiles none of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

WORD_BITS = 64
GOLDEN = (5**0.5 - 1) / 2
"""Where the sample of each level begins: multiples of it are spread evenly between 0 and 1."""


class Layout(NamedTuple):
    """A tiling problem of n cells, m options and g pieces, as the sample looks at it.

    Cells are numbered along the scan, in a frame that may have others between them.

    Attributes
    ----------
    free : bool[height, width]
        The frame.
    options : bool[m, n + g]
        The cells of the frame that an option covers, and its piece.
    sizes, pieces : int64[m], int64[m]
        Cells and piece of each option.
    fewest, most, least : int64[g], int64[g], int64[g]
        How often each piece is used, and the cells of its smallest option.
    """

    free: npt.NDArray[np.bool_]
    options: npt.NDArray[np.bool_]
    sizes: npt.NDArray[np.int64]
    pieces: npt.NDArray[np.int64]
    fewest: npt.NDArray[np.int64]
    most: npt.NDArray[np.int64]
    least: npt.NDArray[np.int64]


class Nodes(NamedTuple):
    """Nodes of one level.

    Attributes
    ----------
    open : uint64[k, words]
        The cells that are empty, as bits.
    used : int64[k, g]
        How often each piece is used.
    left : uint64[k, words]
        The options that go with those chosen, as bits, where the search looks at them all.
    """

    open: npt.NDArray[np.uint64]
    used: npt.NDArray[np.int64]
    left: npt.NDArray[np.uint64]


Pairs = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]
"""Children: the numbers of their nodes, and the options that they choose."""


def by_first_cell(layout: Layout, placed: npt.NDArray[np.int64] | None, sample: int) -> float:
    """Return about how many nodes a search has that covers the first empty cell.

    Parameters
    ----------
    layout : Layout
    placed : int64[k], optional
        Options that the roots have placed, one each; by default there is one root with none.
    sample : int
        Nodes that are kept of a level.
    """
    area, options = layout.free.size, len(layout.options)
    # Cell masks know how often a piece can be used at most if the others are used at least.
    unclaimed = max(0, int(np.count_nonzero(layout.free) - layout.fewest @ layout.least))
    most = np.minimum(layout.most, layout.fewest + unclaimed // layout.least)
    words = _packed(layout.options[:, :area])
    first = layout.options[:, :area].argmax(axis=1)
    per_cell = np.bincount(first, minlength=area)
    listed = np.full((area, max(1, int(per_cell.max(initial=0)))), options)
    order = np.argsort(first, kind="stable")
    place = np.arange(options) - (np.cumsum(per_cell) - per_cell)[first[order]]
    listed[first[order], place] = order
    # Cells with fewer options than others have one more instead, which never fits.
    masks = np.concatenate([words, np.full((1, words.shape[1]), ~np.uint64(0))])
    pieces = np.append(layout.pieces, 0)

    def children(nodes: Nodes) -> Pairs:
        candidates = listed[_as_bits(nodes.open, area).argmax(axis=1)]
        blocked = candidates == options
        for word in range(masks.shape[1]):
            blocked |= (masks[candidates, word] & ~nodes.open[:, word, np.newaxis]) != 0
        rows = np.arange(len(candidates))[:, np.newaxis]
        blocked |= nodes.used[rows, pieces[candidates]] >= most[pieces[candidates]]
        node, at = np.nonzero(~blocked)
        return node, candidates[node, at]

    isolation = bool(layout.sizes.min(initial=2) > 1)
    clashing = np.zeros((area + layout.fewest.size, 0), np.uint64)
    return _nodes(layout, words, clashing, children, placed, sample, isolation)


def by_fewest_options(layout: Layout, placed: npt.NDArray[np.int64] | None, sample: int) -> float:
    """Return about how many nodes a search has that covers the item with the fewest options.

    Items are the free cells, and the pieces that are used exactly once. The parameters are those
    of `by_first_cell`.
    """
    area, options = layout.free.size, len(layout.options)
    once = (layout.fewest == 1) & (layout.most == 1)
    items = np.concatenate([np.flatnonzero(layout.free), area + np.flatnonzero(once)])
    having = _packed(layout.options.T)

    def children(nodes: Nodes) -> Pairs:
        left = np.zeros((len(nodes.open), items.size), np.int64)
        for word in range(having.shape[1]):
            left += np.bitwise_count(nodes.left[:, word, np.newaxis] & having[items, word])
        cells = _as_bits(nodes.open, area)[:, layout.free.ravel()]
        still = np.concatenate([cells, nodes.used[:, once] == 0], axis=1)
        left[~still] = options + 1
        item = items[left.argmin(axis=1)]
        node, option = np.nonzero(_as_bits(nodes.left & having[item], options))
        return node, option

    words = _packed(layout.options[:, :area])
    return _nodes(layout, words, having, children, placed, sample, isolation=False)


def _nodes(
    layout: Layout,
    words: npt.NDArray[np.uint64],
    having: npt.NDArray[np.uint64],
    children: Callable[[Nodes], Pairs],
    placed: npt.NDArray[np.int64] | None,
    sample: int,
    isolation: bool,
) -> float:
    """Go down the levels, from the roots.

    `words` are the cells of the options, `having` the options of each cell and piece, as bits.
    """
    nodes = Nodes(
        _packed(layout.free.reshape(1, -1)),
        np.zeros((1, layout.fewest.size), np.int64),
        _packed(np.ones((1, len(words)), np.bool_))[:, : having.shape[1]],
    )
    node, option, weight, level, total = np.zeros(1, np.int64), placed, 1.0, 0, 1.0
    if option is not None:
        node, total = np.zeros(option.size, np.int64), float(option.size)
    while True:
        opened, used = nodes.open[node], nodes.used[node]
        if option is not None:
            opened &= ~words[option]
            used[np.arange(node.size), layout.pieces[option]] += 1
        kept = _alive(layout, opened, used, isolation)
        if kept.size == 0:
            return total
        if kept.size > sample:
            offset = (level * GOLDEN) % 1
            chosen = ((np.arange(sample) + offset) * (kept.size / sample)).astype(np.int64)
            weight *= kept.size / sample
            kept = kept[chosen]
        left = nodes.left[node[kept]]
        if option is not None and left.shape[1]:
            _narrow(layout, left, having, option[kept], used[kept])
        nodes = Nodes(opened[kept], used[kept], left)
        node, option = children(nodes)
        total += weight * node.size
        level += 1


def _narrow(
    layout: Layout,
    left: npt.NDArray[np.uint64],
    having: npt.NDArray[np.uint64],
    option: npt.NDArray[np.int64],
    used: npt.NDArray[np.int64],
) -> None:
    """Take away what shares a cell with the options, and pieces that they use up."""
    area = layout.free.size
    row, cell = np.nonzero(layout.options[option, :area])
    # Of each option the first cell, then the second one, and so on: no row twice at a time.
    rank = np.arange(row.size) - np.searchsorted(row, row)
    for i in range(int(rank.max()) + 1):
        left[row[rank == i]] &= ~having[cell[rank == i]]
    piece = layout.pieces[option]
    up = used[np.arange(option.size), piece] >= layout.most[piece]
    left[up] &= ~having[area + piece[up]]


def _alive(
    layout: Layout,
    opened: npt.NDArray[np.uint64],
    used: npt.NDArray[np.int64],
    isolation: bool,
) -> npt.NDArray[np.int64]:
    """Nodes that are neither tilings nor, by what a search looks at, dead ends."""
    height, width = layout.free.shape
    cells = _as_bits(opened, layout.free.size)
    needed = np.maximum(layout.fewest - used, 0) @ layout.least
    empty = cells.sum(axis=1)
    alive = (empty > 0) & (empty >= needed)
    if isolation:
        grid = cells.reshape(-1, height, width)
        near = np.zeros_like(grid)
        near[:, 1:] |= grid[:, :-1]
        near[:, :-1] |= grid[:, 1:]
        near[:, :, 1:] |= grid[:, :, :-1]
        near[:, :, :-1] |= grid[:, :, 1:]
        alive &= ~(grid & ~near).any(axis=(1, 2))
    found: npt.NDArray[np.int64] = np.flatnonzero(alive)
    return found


def _packed(bits: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint64]:
    """Rows of bits as words."""
    padded = np.zeros((len(bits), -(-bits.shape[1] // WORD_BITS) * WORD_BITS), np.bool_)
    padded[:, : bits.shape[1]] = bits
    return np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64)


def _as_bits(words: npt.NDArray[np.uint64], bits: int) -> npt.NDArray[np.bool_]:
    """The first bits of each row of words."""
    flat = np.ascontiguousarray(words.astype("<u8")).view(np.uint8)
    return np.unpackbits(flat, axis=1, count=bits, bitorder="little").view(np.bool_)
