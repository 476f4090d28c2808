"""Recompute every attribute of polyomino rows with NumPy, from the mask alone.

Deliberately naive, and different from the kernels' way: shapes are unpacked into grids of
booleans, connectedness and holes come from flood fills, symmetry from comparing flipped and
turned grids. Rows with boxes of the same size are treated together, cell by cell: the last axis
of all grids is that of the shapes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.checks import Fault
from enumino.datasets.checks.symmetry import claimed_codes, class_codes
from enumino.objects.lattice import SQUARE, Kind, SymmetryClass

Grids = npt.NDArray[np.bool_]  # rows, columns, shapes
Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.uint8]
Rows = dict[str, npt.NDArray[Any]]

HEAD = 8
"""Cells that are compared first: few shapes equal their images there."""


def faults(rows: pa.RecordBatch, kind: Kind) -> Iterator[Fault]:
    """Yield what is wrong with the rows, at most one row for each kind of fault and box size."""
    columns = {
        name: rows.column(name).to_numpy() for name in rows.schema.names if name != "symmetry"
    }
    columns["symmetry"] = claimed_codes(rows.column("symmetry"))
    boxes = columns["height"].astype(np.int64) * 256 + columns["width"]
    for box in np.unique(boxes):
        at = np.nonzero(boxes == box)[0]
        height, width = divmod(int(box), 256)
        same_box = {name: values[at] for name, values in columns.items()}
        for what, wrong in _wrong(same_box, height, width, kind):
            if wrong.any():
                yield Fault(what, int(at[np.argmax(wrong)]))


def _wrong(rows: Rows, height: int, width: int, kind: Kind) -> Iterator[tuple[str, Flags]]:
    """Yield a sentence and the rows it holds for, for each property of a row."""
    grids, spilled = unpack(rows, height, width)
    yield "has cells outside its bounding box", spilled
    touched = grids[0].any(0) & grids[-1].any(0) & grids[:, 0].any(0) & grids[:, -1].any(0)
    yield "does not fill its bounding box", ~touched
    yield "has another number of cells", np.asarray(number(grids) != rows["cells"])
    yield "is not connected", ~connected(grids)
    same, later, images = compared(grids)
    canonical = np.ones_like(spilled)
    if kind != "fixed":
        turning = [kind == "free" or SQUARE.images[k] in SQUARE.rotations for k in images]
        canonical = ~(later[turning].any(0) | np.full_like(spilled, width < height))
    yield "is not the canonical image", ~canonical
    symmetry = class_codes(same, images)
    yield "has another symmetry class", np.asarray(symmetry != rows["symmetry"])
    orbits = np.array([*(c.orbit(kind) for c in SymmetryClass), 0], np.uint8)
    yield "has another orbit", np.asarray(orbits[symmetry] != rows["orbit"])
    yield "has another perimeter", np.asarray(perimeter(grids) != rows["perimeter"])
    yield "has another site perimeter", np.asarray(site_perimeter(grids) != rows["site_perimeter"])
    yield "has another number of holes", np.asarray(holes(grids) != rows["holes"])


def unpack(rows: Rows, height: int, width: int) -> tuple[Grids, Flags]:
    """Return the shapes as grids, and which masks have bits beyond the box."""
    words = [rows["mask"], rows.get("mask_hi", np.zeros_like(rows["mask"]))]
    little = np.stack([word.astype("<u8") for word in words], axis=1)
    bits = np.unpackbits(little.view(np.uint8), axis=1, bitorder="little").view(np.bool_)
    inside = bits[:, : height * width]
    if inside.shape[1] < height * width:  # a box of more than 128 cells cannot be
        return np.zeros((height, width, len(bits)), bool), np.ones(len(bits), bool)
    grids = np.ascontiguousarray(inside.T).reshape(height, width, -1)
    return grids, np.asarray(bits[:, height * width :].any(1))


def number(grids: Grids) -> Numbers:
    """How many cells are set."""
    counted: Numbers = grids.sum((0, 1), dtype=np.uint8)
    return counted


def _spread(reached: Grids, open_cells: Grids) -> None:
    """Add to what is reached all that can be reached from there over open cells, by edges.

    It is carried over the grid row by row and column by column, back and forth, until nothing
    changes.
    """
    lines = [(reached, open_cells), (reached.swapaxes(0, 1), open_cells.swapaxes(0, 1))]
    before = -1
    while (after := int(np.count_nonzero(reached))) != before:
        before = after
        for to, through in lines:
            for here, last in [(i, i - 1) for i in range(1, len(to))]:
                to[here] |= to[last] & through[here]
            for here, last in [(i, i + 1) for i in reversed(range(len(to) - 1))]:
                to[here] |= to[last] & through[here]


def _first_cell(grids: Grids) -> Grids:
    """Only the first cell of each grid in row order."""
    flat = grids.reshape(-1, grids.shape[2])
    seeds = np.zeros_like(flat)
    first, shapes = flat.argmax(0), np.arange(flat.shape[1])
    seeds[first, shapes] = flat[first, shapes]
    return seeds.reshape(grids.shape)


def connected(grids: Grids) -> Flags:
    """Whether all cells can be reached from the first one."""
    reached = _first_cell(grids)
    _spread(reached, grids)
    return np.asarray((reached == grids).all((0, 1)) & grids.any((0, 1)))


def holes(grids: Grids) -> Numbers:
    """Components of the complement that do not reach the outside, by repeated flood fills."""
    rest = ~grids
    outside = np.zeros_like(grids)
    for side in (np.s_[0], np.s_[-1], np.s_[:, 0], np.s_[:, -1]):
        outside[side] = rest[side]
    _spread(outside, rest)
    rest &= ~outside
    count = np.zeros(grids.shape[2], np.uint8)
    at = np.arange(grids.shape[2])
    while (left := rest.any((0, 1))).any():  # of few shapes
        at, rest = at[left], np.ascontiguousarray(rest[:, :, left])
        component = _first_cell(rest)
        _spread(component, rest)
        rest &= ~component
        count[at] += 1
    return count


def perimeter(grids: Grids) -> Numbers:
    """Pairs of a cell and an empty neighbour, or one outside the box."""
    changes = [grids[1:] ^ grids[:-1], grids[:, 1:] ^ grids[:, :-1]]
    sides = [grids[:1], grids[-1:], grids[:, :1], grids[:, -1:]]
    edges: Numbers = np.sum([number(each) for each in (*changes, *sides)], axis=0, dtype=np.uint8)
    return edges


def site_perimeter(grids: Grids) -> Numbers:
    """Empty cells with a neighbour in the shape, in the box or around it."""
    near = np.zeros_like(grids)
    near[1:] |= grids[:-1]
    near[:-1] |= grids[1:]
    near[:, 1:] |= grids[:, :-1]
    near[:, :-1] |= grids[:, 1:]
    near &= ~grids
    around = [grids[:1], grids[-1:], grids[:, :1], grids[:, -1:]]  # no two of them touch one cell
    sites: Numbers = np.sum([number(each) for each in (near, *around)], axis=0, dtype=np.uint8)
    return sites


def compared(grids: Grids) -> tuple[Flags, Flags, list[int]]:
    """Hold the shapes against their images that fit the same box: three, or seven of a square.

    Returns
    -------
    same, later : bool[images, shapes]
        Whether the image is the shape, and whether it has a smaller mask.
    images : list of int
        Which images these are.
    """
    height, width, shapes = grids.shape
    numbers = np.arange(height * width).reshape(height, width)
    images = [
        k for k, image in enumerate(SQUARE.images) if height == width or not image.exchanges_axes
    ]
    same, later = np.zeros((2, len(images), shapes), np.bool_)
    # The last cell in row order is the mask's most significant bit.
    ours = grids.reshape(height * width, shapes)[::-1]
    for equal, smaller, k in zip(same, later, images, strict=True):
        source = SQUARE.images[k].inverse.pulled_back(numbers).reshape(-1)[::-1]
        theirs = grids.reshape(height * width, shapes)
        equal[:], smaller[:] = _lines_up(ours, theirs, source[:HEAD])
        rest = np.flatnonzero(equal)
        equal[rest], smaller[rest] = _lines_up(ours[:, rest], theirs[:, rest], source)
    return same, later, images


def _lines_up(ours: Grids, theirs: Grids, source: npt.NDArray[np.int64]) -> tuple[Flags, Flags]:
    """Whether cells equal those of an image, and whether the first other one is in ours alone."""
    equal, smaller = np.ones(ours.shape[1], np.bool_), np.zeros(ours.shape[1], np.bool_)
    for own, at in zip(ours, source, strict=False):
        other = theirs[at]
        smaller |= equal & own & ~other
        equal &= own == other
    return equal, smaller
