"""Meetings of pieces that a problem may forbid, as items of its exact cover problem.

*Crossings* of sticks at a vertex. A piece *passes* a vertex straight if it has both sticks of a
line through it. Two pieces cross where one passes along a row and the other along a column. So a
vertex is an item of the options that pass it straight, which at most one option has. No two pass it
along the same line anyway.

*Equal neighbours.* Two options of a piece are neighbours where two cells connect, one of each. So a
piece with a pair of cells that connect is an item of the options of the piece that cover one cell
of the pair; both cells are covered, so two options have the item just if they are neighbours there.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from enumino.enum.exact_cover.engines import Cover
from enumino.objects.board import Board
from enumino.objects.region import Region
from enumino.objects.wrapping import periods

Vertex = tuple[int, int]
Pairs = npt.NDArray[np.int64]


def passed(cells: set[tuple[int, ...]]) -> list[Vertex]:
    """Return the vertices that a piece passes straight, as (row, column of squares).

    >>> passed({(0, 0), (0, 2), (0, 3)})
    [(0, 1)]
    """
    along = {(r, c // 2) for r, c in cells if c % 2 == 0 and (r, c - 2) in cells}
    down = {(r, c // 2) for r, c in cells if c % 2 == 1 and (r - 1, c) in cells}
    return sorted(along | down)


def without_crossings(cover: Cover, board: Board) -> Cover:
    """Return a packing of sticks as a problem in which no two pieces cross."""
    cells = board.region.cells
    numbers: dict[Vertex, int] = {}
    found = [
        (option, numbers.setdefault(vertex, len(numbers)))
        for option in range(len(board))
        for vertex in passed({cells[k] for k in board.cells_of(option)})
    ]
    options, items = np.array(found, np.int64).reshape(-1, 2).T
    return _with_items(cover, options, items)


def without_equal_neighbours(cover: Cover, board: Board) -> Cover:
    """Return a problem in which no two options of the same piece are neighbours."""
    cells, pairs = len(board.region), neighbouring(board.region)
    owner = np.repeat(np.arange(len(board)), np.diff(board.starts))
    covered = owner * cells + board.members
    by_cell = np.concatenate([pairs, pairs[:, ::-1]])
    edge = np.tile(np.arange(len(pairs)), 2)
    order = np.argsort(by_cell[:, 0], kind="stable")
    ends = np.searchsorted(by_cell[order, 0], np.arange(cells + 1))
    # For each cell of each option, the pairs of the cell: their other cells, and their numbers.
    sizes = np.diff(ends)[board.members]
    places = np.arange(sizes.sum()) + np.repeat(
        ends[:-1][board.members] - np.cumsum(sizes) + sizes, sizes
    )
    option, other = np.repeat(owner, sizes), by_cell[order, 1][places]
    apart = ~np.isin(option * cells + other, covered)
    often = np.array([piece.most != 1 for piece in board.pieces])[board.piece[option]]
    option, pair = option[apart & often], edge[order][places[apart & often]]
    _, items = np.unique(pair * len(board.pieces) + board.piece[option], return_inverse=True)
    return _with_items(cover, option, items)


def neighbouring(region: Region) -> Pairs:
    """Return the pairs of cells of a region that connect, also across its seams, each once."""
    box, (rows, columns) = region.box, periods(region.box, region.wrap)
    number = {cell: k for k, cell in enumerate(region.cells)}

    def lying(cell: tuple[int, ...]) -> tuple[int, ...]:
        row, column = cell
        return row % (rows or box[0] << 1), column % (columns or box[1] << 1)

    found = set()
    for cell, here in number.items():
        for near in region.lattice.neighbours(cell):
            there = number.get(lying(near) if region.wrap else near, here)
            if there != here:
                found.add((min(here, there), max(here, there)))
    return np.array(sorted(found), np.int64).reshape(-1, 2)


def _with_items(
    cover: Cover, options: npt.NDArray[np.int64], items: npt.NDArray[np.int64]
) -> Cover:
    """Return a problem with secondary items, numbered from 0, that some options have beside others.

    Entry i says that an option has an item.
    """
    old = np.repeat(np.arange(len(cover.starts) - 1), np.diff(cover.starts))
    owner = np.concatenate([old, options])
    members = np.concatenate([cover.members, cover.items + items]).astype(np.int32)
    order = np.lexsort((members, owner))
    sizes = np.bincount(owner, minlength=len(cover.starts) - 1)
    return replace(
        cover,
        items=cover.items + int(items.max(initial=-1)) + 1,
        starts=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        members=members[order],
        colours=np.zeros(len(members), np.int32),
    )
