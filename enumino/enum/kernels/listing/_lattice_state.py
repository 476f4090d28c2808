"""Tables, state and columns of the search on lattices (`lattice_search`).

`symmetric_search` lays shapes out on the same board, and writes the same columns.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.listing._lattice_places import (
    AXES,
    DONE,
    HIGHEST,
    LEVEL_SIZE,
    NODES,
    PLANES,
    SHIFT,
    SUBLATTICES,
    WORDS,
)


class Tables(NamedTuple):
    """The tables of a search.

    limits: int64[9], lattice: int64[16], numbers whose places `_lattice_places` names.
    steps: int64[sublattices, degree], from a cell to its neighbours.
    on_side: int64[sublattices, degree], the number of sides that a neighbour shares.
    corners: int64[sublattices, corners of a cell], from a cell to its corners, which are numbered
        in planes: as many in each as there are cells.
    cells: int64[sublattices, 4], neighbours, sides and corners of each cell of a unit cell, and
        twice the holes that it adds; see `_lattice_places`.
    numbers: uint8[cells], the number of each cell in its unit cell.
    points: int16[3, cells], the coordinates of cells, the last one first.
    gains: int64[extents, places], the change by the last cell of the pair of a coordinate of this
        extent, if its place is so much larger than the least that is in reach.
    images: int64[images, 6 + sublattices], for each coordinate of the image a code, which is twice
        the number of its source, and 1 more if its sign changes; where cells of a unit cell go; for
        each coordinate what is added to it.
    by_source: uint64[3, 6], for each coordinate and each code the images that have it, as bits.
    counted: uint64[1], the images that may represent a shape, as bits.
    subgroups: uint64[subgroups, 3], the images that keep a shape, as bits, its symmetry class, the
        number of fixed shapes that it stands for; the first subgroup has no images.
    bounds: int64[k, 2, 3], least and largest extents of shapes, by coordinate: one of k
        alternatives is to be met; None if all shapes are listed.
    """

    limits: npt.NDArray[np.int64]
    lattice: npt.NDArray[np.int64]
    steps: npt.NDArray[np.int64]
    on_side: npt.NDArray[np.int64]
    corners: npt.NDArray[np.int64]
    cells: npt.NDArray[np.int64]
    numbers: npt.NDArray[np.uint8]
    points: npt.NDArray[np.int16]
    gains: npt.NDArray[np.int64]
    images: npt.NDArray[np.int64]
    by_source: npt.NDArray[np.uint64]
    counted: npt.NDArray[np.uint64]
    subgroups: npt.NDArray[np.uint64]
    bounds: npt.NDArray[np.int64] | None


class Columns(NamedTuple):
    """Preallocated output.

    masks: uint64[words, rows], bits 64 w and up in word w.
    numbers: uint8[9, rows], cells, depth, height and width of the box, symmetry class, orbit,
        perimeter, site perimeter, holes.
    """

    masks: npt.NDArray[np.uint64]
    numbers: npt.NDArray[np.uint8]


class State(NamedTuple):
    """State of the search; picklable between any two calls.

    cursor: int64[6], cells placed, cells of the prefix, those of them replayed,
        the smallest ancestor that belongs to this subtree, done, nodes visited.
    board: uint8[cells], the entry of each cell (`_lattice_board`).
    touched: uint8[corners], placed cells at each corner.
    rows: uint64[rows], the placed cells as bits, columns modulo 64.
    untried: int64[...], the untried sets of all levels, one after the other.
    leaves: int64[...], the cells that may complete a canonical shape of the largest size.
    levels: int64[n + 2, 15], by cells placed, named in `_lattice_places`: the cell placed last,
        the children not yet visited, low, high and sum of each coordinate, perimeter, site
        perimeter, and what gives the holes.
    pairs: int64[6], (e, v) and (e, -v) of the coordinates of the shape looked at.
    mask: uint64[words], of the shape looked at.
    """

    tables: Tables
    cursor: npt.NDArray[np.int64]
    board: npt.NDArray[np.uint8]
    touched: npt.NDArray[np.uint8]
    rows: npt.NDArray[np.uint64]
    untried: npt.NDArray[np.int64]
    leaves: npt.NDArray[np.int64]
    levels: npt.NDArray[np.int64]
    pairs: npt.NDArray[np.int64]
    mask: npt.NDArray[np.uint64]


def new_state(tables: Tables) -> State:
    """Return a state for a search; `seek` must come first."""
    limits, lattice = tables.limits, tables.lattice
    highest, cells = int(limits[HIGHEST]), tables.points.shape[1]
    most = int(lattice[SUBLATTICES]) + tables.steps.shape[1] * (highest + 1)
    return State(
        tables=tables,
        cursor=np.zeros(6, np.int64),
        board=np.zeros(cells, np.uint8),
        touched=np.zeros(cells * int(lattice[PLANES]), np.uint8),
        rows=np.zeros(cells >> int(limits[SHIFT]), np.uint64),
        untried=np.zeros(most, np.int64),
        leaves=np.zeros(most, np.int64),
        levels=np.zeros((highest + 2, LEVEL_SIZE), np.int64),
        pairs=np.zeros(2 * AXES, np.int64),
        mask=np.zeros(int(limits[WORDS]), np.uint64),
    )


def new_columns(rows: int, size: int = 1) -> Columns:
    """Return columns for up to `rows` shapes with masks of `size` words."""
    return Columns(np.empty((size, rows), np.uint64), np.zeros((9, rows), np.uint8))


def tally_rows(
    advance: Callable[..., Any],
    state: Any,
    scratch: Columns,
    counts: npt.NDArray[np.int64],
    max_nodes: int,
) -> None:
    """Run the `tally` of a search by its `advance`: rows are made, and then overwritten."""
    budget = state.cursor[NODES] + max_nodes
    while not state.cursor[DONE] and state.cursor[NODES] < budget:
        filled = advance(state, scratch, 0, int(budget - state.cursor[NODES]))
        cells, symmetry = scratch.numbers[0, :filled], scratch.numbers[4, :filled]
        np.add.at(counts, (cells, symmetry), 1)


def is_full(state: State, out: Columns, filled: int) -> bool:
    """Whether no row is left."""
    return filled == out.masks.shape[1]
