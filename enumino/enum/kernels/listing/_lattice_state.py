"""Tables, state and columns of the search on lattices (`lattice_search`).

`symmetric_search` lays shapes out on the same board, and writes the same columns.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.listing._lattice_fields import (
    AXES,
    END,
    FAR,
    HIGH,
    LEVEL_SIZE,
    LOW,
    SITES,
)
from enumino.enum.kernels.shared.cursor import DONE, NODES


class Limits(NamedTuple):
    """Numbers of one search: plain ones, which no write to an array can change.

    smallest, largest: sizes that are listed.
    kind: FIXED, ONE_SIDED or FREE.
    nonnegative: the number of coordinates whose moments must not be negative.
    shift, height: log2 of the row length of the board; rows of a layer.
    root: the first cell that a shape may start at.
    words: of a mask.
    trees: most neighbours of a cell if only trees are listed, otherwise 0.
    images_of_kind: the images that may represent a shape of the kind, as bits.
    """

    smallest: int
    largest: int
    kind: int
    nonnegative: int
    shift: int
    height: int
    root: int
    words: int
    trees: int
    images_of_kind: int


class LatticeConstants(NamedTuple):
    """Numbers of a lattice.

    group: SIGNED, HEXAGONAL or OTHERS.
    coordinates: of a point.
    sublattices: cells of a unit cell.
    unit, unit_shift: steps of points between unit cells, and log2 of them, -1 if it is no integer.
    step, jointly: how far one cell may extend a coordinate, and whether it may extend several.
    layer_axis, row_axis, unit_axis: the coordinates that count layers (-1 in the plane), rows and
        unit cells.
    planes: planes of corners.
    euler_start, euler_per_side: by Euler's formula a shape in the plane has half of euler_start +
        EULER + euler_per_side * PERIMETER holes (`_lattice_fields`).
    """

    group: int
    coordinates: int
    sublattices: int
    unit: int
    unit_shift: int
    step: int
    jointly: bool
    layer_axis: int
    row_axis: int
    unit_axis: int
    planes: int
    euler_start: int
    euler_per_side: int


class Tables(NamedTuple):
    """The tables of a search.

    steps: int64[sublattices, degree], from a cell to its neighbours.
    on_side: int64[sublattices, degree], the number of sides that a neighbour shares.
    corners: int64[sublattices, corners of a cell], from a cell to its corners, which are numbered
        in planes after the cells: as many in each as there are cells.
    cells: int64[sublattices, 4], neighbours, sides and corners of each cell of a unit cell, and
        twice the holes that it adds; see `_lattice_fields`.
    points: int16[4, cells], the coordinates of cells, the last one first, and their numbers in
        their unit cells.
    pair_changes: int64[extents, places], the part of a pair that depends on its last cell
        (`_lattice_canonical`), by the extent before and the place, where 0 is the least in reach.
    images: int64[images, 3 + sublattices + 3], by image: the code 2 * source + (1 if turned) of
        each coordinate, from which it comes; where each cell of a unit cell goes; and what is added
        to each coordinate. The last coordinate is number 0, so (r, c) -> (c, -r) has the codes 3
        and 0: number 0 comes from number 1, turned, and number 1 from number 0.
    images_by_source: uint64[3, 6], the images with a code at a coordinate, as bits.
    subgroups: uint64[subgroups, 3], the images that keep a shape, as bits, its symmetry class, the
        number of fixed shapes that it stands for; the first subgroup has no images.
    bounds: int64[k, 2, 3], least and largest extents of shapes, by coordinate: one of k
        alternatives is to be met; all shapes are listed if there are none.
    """

    limits: Limits
    lattice: LatticeConstants
    steps: npt.NDArray[np.int64]
    on_side: npt.NDArray[np.int64]
    corners: npt.NDArray[np.int64]
    cells: npt.NDArray[np.int64]
    points: npt.NDArray[np.int16]
    pair_changes: npt.NDArray[np.int64]
    images: npt.NDArray[np.int64]
    images_by_source: npt.NDArray[np.uint64]
    subgroups: npt.NDArray[np.uint64]
    bounds: npt.NDArray[np.int64]


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

    cursor: int64[5], see `cursor`.
    board: uint8[cells + corners], their entries (`_lattice_board`).
    rows: uint64[rows], the placed cells as bits, columns modulo 64.
    untried: int64[...], the untried sets of all levels, one after the other; then the last cells
        to try.
    levels: int64[n + 2, 22], by cells placed, named in `_lattice_fields`: the cell placed last,
        the children not yet visited, low, high and sum of each coordinate, perimeter, site
        perimeter, what gives the holes, the child on the way to the subtree, and the pairs.
    """

    tables: Tables
    cursor: npt.NDArray[np.int64]
    board: npt.NDArray[np.uint8]
    rows: npt.NDArray[np.uint64]
    untried: npt.NDArray[np.int64]
    levels: npt.NDArray[np.int64]


def new_state(tables: Tables) -> State:
    """Return a state for a search; `seek_and_probe` must come first."""
    limits, lattice = tables.limits, tables.lattice
    cells = tables.points.shape[1]
    most = lattice.sublattices + tables.steps.shape[1] * (limits.largest + 1)
    untried = np.zeros(2 * most, np.int64)
    untried[: lattice.sublattices] = limits.root + np.arange(lattice.sublattices)
    levels = np.zeros((limits.largest + 2, LEVEL_SIZE), np.int64)
    levels[0, END], levels[0, SITES] = lattice.sublattices, 1
    levels[0, LOW : LOW + AXES], levels[0, HIGH : HIGH + AXES] = FAR, -FAR
    return State(
        tables=tables,
        cursor=np.zeros(5, np.int64),
        board=np.zeros(cells * (1 + lattice.planes), np.uint8),
        rows=np.zeros(cells >> limits.shift, np.uint64),
        untried=untried,
        levels=levels,
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
    """Return whether no row is left."""
    return filled == out.masks.shape[1]
