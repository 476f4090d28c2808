"""Recompute every attribute of polyomino rows with NumPy, from the mask alone.

Deliberately naive, and different from the kernels' way: shapes are unpacked into grids of
booleans, connectedness and holes come from flood fills, symmetry from comparing flipped and
turned grids. Rows with boxes of the same size are treated together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.checks import Fault
from enumino.datasets.checks.symmetry import classes_of
from enumino.objects.lattice import SQUARE, Kind, SymmetryClass

Grids = npt.NDArray[np.bool_]  # shapes, rows, columns
Flags = npt.NDArray[np.bool_]
Rows = dict[str, npt.NDArray[Any]]


def faults(rows: pa.RecordBatch, kind: Kind) -> Iterator[Fault]:
    """Yield what is wrong with the rows, at most one row for each kind of fault and box size."""
    columns = {name: rows.column(name).to_numpy(zero_copy_only=False) for name in rows.schema.names}
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
    sides = (grids[:, 0], grids[:, -1], grids[:, :, 0], grids[:, :, -1])
    touched = np.stack([side.any(1) for side in sides])
    yield "does not fill its bounding box", np.asarray(~touched.all(0))
    yield "has another number of cells", np.asarray(grids.sum((1, 2)) != rows["cells"])
    yield "is not connected", ~connected(grids)
    yield "is not the canonical image", ~canonical(grids, kind)
    symmetry = classify(grids)
    yield "has another symmetry class", np.asarray(symmetry != rows["symmetry"].astype(str))
    orbits = {str(c): c.orbit(kind) for c in SymmetryClass}
    orbit = np.array([orbits[s] for s in symmetry])
    yield "has another orbit", np.asarray(orbit != rows["orbit"])
    yield "has another perimeter", perimeter(grids) != rows["perimeter"]
    yield "has another site perimeter", site_perimeter(grids) != rows["site_perimeter"]
    yield "has another number of holes", holes(grids) != rows["holes"]


def unpack(rows: Rows, height: int, width: int) -> tuple[Grids, Flags]:
    """Return the shapes as grids, and which masks have bits beyond the box."""
    words = [rows["mask"], rows.get("mask_hi", np.zeros_like(rows["mask"]))]
    little = np.stack([word.astype("<u8") for word in words], axis=1)
    bits = np.unpackbits(little.view(np.uint8), axis=1, bitorder="little").astype(bool)
    inside = bits[:, : height * width]
    if inside.shape[1] < height * width:  # a box of more than 128 cells cannot be
        return np.zeros((len(bits), height, width), bool), np.ones(len(bits), bool)
    return inside.reshape(-1, height, width), np.asarray(bits[:, height * width :].any(1))


def _shifted(grids: Grids) -> tuple[Grids, Grids, Grids, Grids]:
    """The grids moved by one cell down, up, right and left; the border fills with False."""
    down, up = np.zeros_like(grids), np.zeros_like(grids)
    right, left = np.zeros_like(grids), np.zeros_like(grids)
    down[:, 1:], up[:, :-1] = grids[:, :-1], grids[:, 1:]
    right[:, :, 1:], left[:, :, :-1] = grids[:, :, :-1], grids[:, :, 1:]
    return down, up, right, left


def _flood(seeds: Grids, open_cells: Grids) -> Grids:
    """Everything that can be reached from the seeds over open cells, by edges."""
    reached = seeds
    while True:
        down, up, right, left = _shifted(reached)
        grown = (reached | down | up | right | left) & open_cells
        if np.array_equal(grown, reached):
            return reached
        reached = grown


def _first_cell(grids: Grids) -> Grids:
    """Only the first cell of each grid in row order."""
    flat = grids.reshape(len(grids), -1)
    seeds = np.zeros_like(flat)
    seeds[np.arange(len(flat)), flat.argmax(1)] = True
    return (seeds & flat).reshape(grids.shape)


def connected(grids: Grids) -> Flags:
    """Whether all cells can be reached from the first one."""
    reached = _flood(_first_cell(grids), grids)
    return np.asarray((reached == grids).all((1, 2)) & grids.any((1, 2)))


def holes(grids: Grids) -> npt.NDArray[np.int64]:
    """Components of the complement that do not reach the outside, by repeated flood fills."""
    padded = np.pad(grids, ((0, 0), (1, 1), (1, 1)))
    rest = ~padded
    rest &= ~_flood(_first_cell(rest), rest)
    count = np.zeros(len(grids), np.int64)
    while rest.any():
        count += rest.any((1, 2))
        rest = rest & ~_flood(_first_cell(rest), rest)
    return count


def perimeter(grids: Grids) -> npt.NDArray[np.int64]:
    """Pairs of a cell and an empty neighbour."""
    padded = np.pad(grids, ((0, 0), (1, 1), (1, 1)))
    return np.asarray(sum((padded & ~near).sum((1, 2)) for near in _shifted(padded)))


def site_perimeter(grids: Grids) -> npt.NDArray[np.int64]:
    """Empty cells with a neighbour in the shape."""
    padded = np.pad(grids, ((0, 0), (1, 1), (1, 1)))
    down, up, right, left = _shifted(padded)
    return np.asarray(((down | up | right | left) & ~padded).sum((1, 2)))


def _images(grids: Grids) -> Iterator[tuple[int, Grids]]:
    """The numbered images that fit the same box: three of an oblong, seven of a square."""
    square = grids.shape[1] == grids.shape[2]
    for k, image in enumerate(SQUARE.images):
        if square or not image.exchanges_axes:
            yield k, image.inverse.pulled_back(grids)


def canonical(grids: Grids, kind: Kind) -> Flags:
    """Whether no image of the kind has a smaller mask, and the box is at least as wide as tall."""
    if kind == "fixed":
        return np.ones(len(grids), bool)
    good = np.full(len(grids), grids.shape[2] >= grids.shape[1])
    for k, image in _images(grids):
        if kind == "free" or SQUARE.images[k] in SQUARE.rotations:
            # The last cell in row order is the mask's most significant bit.
            ours = grids.reshape(len(grids), -1)[:, ::-1]
            theirs = image.reshape(len(grids), -1)[:, ::-1]
            differ = ours != theirs
            first = differ.argmax(1)
            good &= ~(differ.any(1) & ours[np.arange(len(ours)), first])
    return good


def classify(grids: Grids) -> npt.NDArray[np.str_]:
    """Redelmeier's class of each shape."""
    numbers, images = zip(*_images(grids), strict=True)
    same = np.array([(image == grids).all((1, 2)) for image in images])
    return classes_of(same, numbers)
