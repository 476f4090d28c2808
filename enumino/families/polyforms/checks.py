"""Recompute every attribute of polyform rows with NumPy, from the mask alone.

Unlike the kernel, the checks read the cells of many rows as arrays of coordinates, look up
neighbours on grids, and map points to images. The documentation defines the canonical image: it has
the largest extents and moments, the last coordinate first, and, in case of ties, the smallest box
and mask. The rule for polyominoes has no moments.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from enumino.arrays import U64, Flags
from enumino.datasets.checks import Fault, claimed_codes, codes_of, first_faults
from enumino.families.polyforms.columns import BOX, MASKS
from enumino.families.polyforms.grids import Grids
from enumino.families.polyforms.shapes import Arrays, Places, Shapes, arrays, lots, unpacked
from enumino.objects.box import Box
from enumino.objects.lattice import SQUARE, Lattice
from enumino.objects.point_group import Isometry, Kind

Words = list[U64]


def faults(
    rows: pa.RecordBatch, lattice: Lattice, kind: Kind, box: Box | None = None
) -> Iterator[Fault]:
    """Yield the faults of rows, which may have to fit into a `box`: one of a kind per lot."""
    columns = arrays(rows)
    columns["symmetry"] = claimed_codes(rows.column("symmetry"), lattice)
    for number, at in lots(columns):
        lot = {name: values[at] for name, values in columns.items()}
        yield from first_faults(_wrong(lot, number, lattice, kind, box), at)


def _wrong(
    rows: Arrays, cells: int, lattice: Lattice, kind: Kind, box_asked: Box | None
) -> Iterator[tuple[str, Flags]]:
    """Yield each fault of rows of a size with the rows that have it, the worst faults first."""
    other_number = np.asarray((rows["cells"] != cells) | (cells == 0))
    yield "has another number of cells", other_number
    sides = [rows[name] for name in BOX if name in rows]
    no_box = np.asarray((np.min(sides, axis=0) == 0) | (sides[-1] % lattice.sublattices != 0))
    yield "has no bounding box", no_box
    if other_number.any() or no_box.any():
        return
    shapes = unpacked(rows, cells, lattice)
    yield "has cells outside its bounding box", shapes.spilled
    corners = list(zip(shapes.cells, shapes.box, shapes.units, strict=True))
    fills = [(axis.min(0) < unit) & (axis.max(0) >= s - unit) for axis, s, unit in corners]
    yield "does not fill its bounding box", ~np.all(fills, axis=0)
    too_long = np.asarray(np.max([s // unit for _, s, unit in corners], axis=0) > cells)
    yield "is not connected", too_long
    if shapes.spilled.any() or too_long.any():
        return
    grids = Grids(shapes)
    yield "is not connected", ~(connected := grids.connected)
    if not connected.all():
        return
    yield "has another perimeter", grids.perimeter != rows["perimeter"]
    yield "has another site perimeter", grids.site_perimeter != rows["site_perimeter"]
    if lattice.dimensions == 2:
        yield "has another number of holes", grids.holes != rows["holes"]
    outranked, kept = compared(shapes, kind, [rows[name] for name in MASKS if name in rows])
    yield "is not the canonical image", outranked
    codes = codes_of(kept, lattice)
    yield "has another symmetry class", codes != rows["symmetry"]
    orbits = np.array([each.orbit(kind) for each in lattice.classes])[codes]
    yield "has another orbit", np.asarray(orbits != rows["orbit"])
    if box_asked is not None:
        is_or_fits = "has no box of" if box_asked.exact else "does not fit into"
        yield f"{is_or_fits} {box_asked}", ~_fit(shapes, box_asked, kind)


def _fit(shapes: Shapes, box: Box, kind: Kind) -> Flags:
    """Return which shapes fit into a box, or fill it, in an image of the kind."""
    lattice, points = shapes.lattice, shapes.points
    sides = (points.max(1) - points.min(1)) // lattice.units[0][0] + 1
    found = np.zeros(len(shapes.box[0]), bool)
    for element in lattice.elements_of(kind):
        of_image = [sides[source] for source in element.sources[: lattice.dimensions]]
        pairs = list(zip(of_image, box.sides, strict=True))
        found |= np.all([ours == s if box.exact else ours <= s for ours, s in pairs], axis=0)
    return found


def compared(shapes: Shapes, kind: Kind, words: Words) -> tuple[Flags, U64]:
    """Return which shapes an image outranks, and as bits the images that keep each shape."""
    lattice, points = shapes.lattice, shapes.points
    counted = lattice.elements_of(kind)
    low, high = points.min(1).astype(np.int64), points.max(1)
    moments = 2 * points.sum(1, dtype=np.int64) - len(shapes.cells[0]) * (low + high)
    keys = high - low, moments * (lattice != SQUARE)
    outranked = np.zeros(len(shapes.box[0]), bool)
    kept = np.zeros(len(shapes.box[0]), np.uint64)
    for k, image in enumerate(lattice.images):
        larger, ties = np.zeros(len(kept), bool), np.ones(len(kept), bool)
        for i in reversed(range(len(low))):
            source, sign = image.sources[i], image.signs[i]
            pairs = (keys[0][source], keys[0][i]), (sign * keys[1][source], keys[1][i])
            for theirs, ours in pairs:
                larger |= ties & (theirs > ours)
                ties &= theirs == ours
        at = np.flatnonzero(ties)
        if len(at):
            smaller, same = _placed(shapes, image, words, at)
            larger[at] = smaller
            kept[at[same]] += np.uint64(1 << k)
        if image in counted:
            outranked |= larger
    return outranked, kept


def _placed(shapes: Shapes, image: Isometry, words: Words, at: Places) -> tuple[Flags, Flags]:
    """Return whether the image of each shape has a smaller box or mask, and the same mask."""
    whole = len(at) == len(shapes.box[0])
    cells = shapes.cells if whole else [axis[:, at] for axis in shapes.cells]
    moved = shapes.lattice.moved_arrays(cells, image)
    smaller, same = np.zeros(len(at), bool), np.ones(len(at), bool)
    bit: Any = np.int16(0)
    for axis, unit, own in zip(moved, shapes.units, shapes.box, strict=True):
        size = own[at]
        if shapes.lattice.sublattices > 1:  # otherwise, equal extents mean equal boxes
            size = (axis.max(0) // unit + np.int16(1)) * unit
            smaller |= same & (size < own[at])
            same &= size == own[at]
        bit = bit * size + axis
    one = np.uint64(1)
    for word in reversed(range(len(words))):
        bits = one << (bit & 63).astype(np.uint64)
        if len(words) > 1:
            bits *= bit >> 6 == word
        theirs, ours = np.bitwise_or.reduce(bits, axis=0), words[word][at]
        smaller |= same & (theirs < ours)
        same &= theirs == ours
    return smaller, same
