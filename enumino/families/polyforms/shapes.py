"""Rows of polyforms as arrays of cells, for many shapes of one size at once.

The first axis of an array is for cells and the last for shapes, so that NumPy adds up the cells of
many shapes at once.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.arrays import I16, Flags
from enumino.datasets.queries.masks import OUTSIDE
from enumino.errors import ProblemError
from enumino.families.polyforms.columns import BOX, MASKS
from enumino.objects.lattice import Lattice

Numbers = I16
Places = npt.NDArray[np.intp]
Arrays = Mapping[str, npt.NDArray[Any]]

SHAPES = 8192  # in a lot, so that grids fit into the cache


@dataclass(frozen=True)
class Shapes:
    """Shapes with the same number of cells."""

    lattice: Lattice
    cells: list[Numbers]  # int16[cells, shapes] per coordinate, from 0 in the box
    box: list[Numbers]  # int16[shapes] per side

    @cached_property
    def spilled(self) -> Flags:
        """Whether the mask has a bit outside the box."""
        return np.asarray(self.cells[0].max(0) >= self.box[0])

    @property
    def units(self) -> list[np.int16]:
        """The numbers of layers, rows and columns of a unit cell."""
        return [*[np.int16(1)] * (len(self.box) - 1), np.int16(self.lattice.sublattices)]

    @cached_property
    def points(self) -> Numbers:
        """The points of the cells, int16[coordinates, cells, shapes]."""
        lattice = self.lattice
        at = [axis // unit for axis, unit in zip(self.cells, self.units, strict=True)]
        points = np.zeros((len(lattice.units[0]), *at[0].shape), np.int16)
        if lattice.sublattices > 1:
            number = self.cells[-1] - at[-1] * self.units[-1]
            points = np.array(lattice.origins, np.int16).T[:, number]
        for unit, axis in zip(lattice.units, at, strict=True):
            for point, step in zip(points, unit, strict=True):
                if step:
                    point += np.int16(step) * axis
        return points


def arrays(rows: pa.RecordBatch) -> dict[str, npt.NDArray[Any]]:
    """Return the columns of rows by name."""
    return {name: rows.column(name).to_numpy(zero_copy_only=False) for name in rows.schema.names}


def lots(rows: Arrays) -> Iterator[tuple[int, Places]]:
    """Yield lots of rows with the same number of cells and similar boxes, after that number."""
    bits = [np.bitwise_count(rows[name]) for name in MASKS if name in rows]
    number = np.asarray(np.sum(bits, axis=0, dtype=np.int16))
    order = np.lexsort([*(rows[name] for name in BOX if name in rows), number])
    sizes = number[order]
    for same_size in np.split(order, np.flatnonzero(sizes[1:] != sizes[:-1]) + 1):
        for first in range(0, len(same_size), SHAPES):
            yield int(number[same_size[0]]), same_size[first : first + SHAPES]


def unpacked(rows: Arrays, number: int, lattice: Lattice) -> Shapes:
    """Return the shapes of rows whose masks have `number` bits and whose boxes are not empty."""
    words = [rows[name] for name in MASKS if name in rows]
    box = [rows[name].astype(np.int16) for name in BOX if name in rows]
    octets = np.stack(words, axis=1).astype("<u8").view(np.uint8)
    bits = np.unpackbits(octets, axis=1, bitorder="little").view(np.bool_)
    # The number of each set bit in its mask of 64, 128 or 256 bits.
    bit = np.flatnonzero(bits).astype(np.uint8) & np.uint8(64 * len(words) - 1)
    rest = np.ascontiguousarray(bit.reshape(-1, number).T).astype(np.int16)
    cells: list[Numbers] = []
    for size in reversed(box[1:]):
        # Division of floats is vectorized, and exact for numbers as small as these.
        above = (rest / size.astype(np.float32)).astype(np.int16)
        cells.append(rest - above * size)
        rest = above
    return Shapes(lattice, [rest, *reversed(cells)], box)


def sound_lots(rows: pa.RecordBatch, lattice: Lattice) -> Iterator[tuple[Places, Shapes]]:
    """Yield the rows of each lot and their shapes; raise a ProblemError for bits outside a box."""
    columns = arrays(rows.select([name for name in (*BOX, *MASKS) if name in rows.schema.names]))
    for number, at in lots(columns):
        lot = {name: values[at] for name, values in columns.items()}
        if number:
            boxed = all((lot[name] > 0).all() for name in BOX if name in lot)
            if not boxed or (shapes := unpacked(lot, number, lattice)).spilled.any():
                raise ProblemError(OUTSIDE)
            yield at, shapes
