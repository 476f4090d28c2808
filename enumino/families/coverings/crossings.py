"""Crossings of sticks at a vertex, which packings of the stick lattice may forbid.

A piece *passes* a vertex straight if it has both sticks of a line through it. Two pieces cross
where one passes along a row and the other along a column. So a vertex is an item of the options
that pass it straight, which at most one option has. No two pass it along the same line anyway.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from enumino.enum.exact_cover.engines import Cover
from enumino.objects.board import Board

Vertex = tuple[int, int]


def passed(cells: set[tuple[int, ...]]) -> list[Vertex]:
    """Return the vertices that a piece passes straight, as (row, column of squares).

    >>> passed({(0, 0), (0, 2), (0, 3)})
    [(0, 1)]
    """
    along = {(r, c // 2) for r, c in cells if c % 2 == 0 and (r, c - 2) in cells}
    down = {(r, c // 2) for r, c in cells if c % 2 == 1 and (r - 1, c) in cells}
    return sorted(along | down)


def without_crossings(cover: Cover, board: Board) -> Cover:
    """Return a packing of sticks as a problem in which no two pieces cross.

    Vertices that options pass straight become secondary items, behind all others.
    """
    cells = board.region.cells
    numbers: dict[Vertex, int] = {}
    lists: list[npt.NDArray[np.int32]] = []
    sizes = []
    for option in range(len(board)):
        own: npt.NDArray[np.int32] = cover.members[cover.starts[option] : cover.starts[option + 1]]
        vertices = passed({cells[k] for k in board.cells_of(option)})
        at = [numbers.setdefault(vertex, cover.items + len(numbers)) for vertex in vertices]
        lists.append(np.concatenate([own, np.sort(np.array(at, np.int32))]))
        sizes.append(len(lists[-1]))
    members = np.concatenate([np.empty(0, np.int32), *lists]).astype(np.int32)
    return replace(
        cover,
        items=cover.items + len(numbers),
        starts=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        members=members,
        colours=np.zeros(len(members), np.int32),
    )
