"""Lines that may divide a covering of a region: its faults, if no piece lies on both sides.

The points of cells have a coordinate for each direction of lines: rows and columns of squares,
layers too of cubes, and the three directions of triangles. Cells that share a side differ in one
coordinate. A line divides the region if two of its cells share a side that is on the line.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.objects.board import Board


class Lines(NamedTuple):
    """The lines of a board of m options: a axes, and at most l lines along one of them.

    divides: bool[a, l], whether a line divides the region.
    spans: int32[m, a, 2], the first and the last line that an option reaches across; if there is
        none, the last one comes first.
    """

    divides: npt.NDArray[np.bool_]
    spans: npt.NDArray[np.int32]


NO_LINES = Lines(np.zeros((0, 0), np.bool_), np.zeros((0, 0, 2), np.int32))


def lines_of(board: Board) -> Lines:
    """Return the lines of a board, on a lattice that has lines."""
    region, lattice = board.region, board.region.lattice
    points = np.array([lattice.point(cell) for cell in region.cells], np.int64)
    ranks = [np.unique(axis, return_inverse=True) for axis in points.T]
    levels = np.stack([rank for _, rank in ranks], axis=1)
    divides = np.zeros((levels.shape[1], max(1, int(levels.max()))), bool)
    number = {cell: k for k, cell in enumerate(region.cells)}
    for cell, here in zip(region.cells, levels, strict=True):
        for near in lattice.beyond_sides(cell):
            if near in number:
                there = levels[number[near]]
                axis = int(np.flatnonzero(here != there)[0])
                divides[axis, min(here[axis], there[axis])] = True
    spans = np.zeros((len(board), levels.shape[1], 2), np.int32)
    if len(board):
        covered = levels[board.members]
        spans[:, :, 0] = np.minimum.reduceat(covered, board.starts[:-1])
        spans[:, :, 1] = np.maximum.reduceat(covered, board.starts[:-1]) - 1
    return Lines(divides, spans)
