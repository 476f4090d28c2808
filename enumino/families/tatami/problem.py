"""Tatami layouts of rooms: parameters -> the row scan -> columns."""

from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.arrays import I64, Flags
from enumino.enum import speeds
from enumino.enum.forest import Forest
from enumino.enum.kernel import Kernel
from enumino.enum.problem import Expectation
from enumino.enum.records import Ragged, wrap
from enumino.errors import ProblemError
from enumino.families.tatami.parameters import TatamiParameters
from enumino.families.tatami.recurrences import layouts
from enumino.families.tatami.transfer_matrix import distribution
from enumino.objects.lattice import SQUARE_CLASSES
from enumino.objects.region import Region
from enumino.schema import ORBIT, SYMMETRY, Column

TILES = "One letter per tile, by first cell in row-scan order: H and V for mats, M for half mats."
TATAMI_COLUMNS = (
    Column("rows", "uint16", "Rows of the room.", key=True),
    Column("cols", "uint16", "Columns of the room.", key=True),
    Column("mats", "uint16", "Whole mats."),
    Column("monomers", "uint16", "Half mats.", key=True),
    Column("layout", "string", TILES),
    SYMMETRY,
    ORBIT,
    Column("horizontal", "uint16", "Mats along a row."),
    Column("vertical", "uint16", "Mats along a column."),
)

LARGEST = 65_535  # cells of a room: the columns have 16 bits
WAY_TO_COUNT = "`enumino count tatami` may count them, all together"
# The most cells of a room that is counted before it is listed, and states of all its sweeps.
SHORT, KNOWN_STATES = 1500, 500_000
NODES_PER_LAYOUT, BYTES_PER_ROW = 3, 6.0  # measured on small rooms, for estimates only


class Tatami(TatamiParameters, Forest):
    """All layouts of mats in some rooms, so that no four tiles meet at a point.

    Parameters
    ----------
    rooms : Region, str, or several of them
        Rectangles (``"4x7"``), all rectangles between two (``"2x2..8x8"``), or any regions.
    monomers : int, (int, int), str or None
        Half mats in a layout: an exact number, or the fewest and the most; ``"any"`` or None for
        any number.
    up_to_symmetry : bool
        Whether to keep one layout of each class under the symmetries of its room.
    limit : int, optional
        The most layouts: the search stops after them.

    Raises
    ------
    ProblemError
        If a room or a number is out of range.

    Examples
    --------
    >>> Tatami("4x7").count().total
    3

    References
    ----------
    D. Hickerson, Filling rectangular rooms with tatami mats (2002); F. Ruskey and J. Woodcock,
    Counting fixed-height tatami tilings, Electron. J. Combin. 16 (2009) R126.
    """

    letters_a_batch: ClassVar[int] = 1 << 25

    @property
    def columns(self) -> tuple[Column, ...]:
        return TATAMI_COLUMNS

    def expect(self, nodes: float) -> Expectation:
        known = self._known_rows()
        rows = nodes / NODES_PER_LAYOUT if known is None else known
        if self.half_mats != (0, 0):  # random walks underestimate large trees
            nodes = max(nodes, NODES_PER_LAYOUT * rows)
        rows, nodes = self._up_to_limit(rows, nodes, NODES_PER_LAYOUT, f"{WAY_TO_COUNT}; ")
        letters = rows * self._largest / 2
        seconds = nodes / speeds.LAYOUTS + letters / speeds.LETTERS
        return Expectation(round(rows), round(nodes), round(rows * BYTES_PER_ROW), seconds)

    @property
    def _walk_cost(self) -> int:
        return self._largest

    @property
    def _largest(self) -> int:
        """The number of cells of the largest room."""
        return max(len(room) for room in self.regions)

    @property
    def _kernel(self) -> Kernel:
        from enumino.enum.kernels.listing import tatami

        return tatami

    @cached_property
    def _trees(self) -> list[Any]:
        if self._largest > LARGEST:
            raise ProblemError(
                f"A room of {self._largest:,} cells is too large to list its layouts (at most "
                f"{LARGEST:,}): {WAY_TO_COUNT}."
            )
        fewest, up_to = self.half_mats[0], self.up_to_symmetry
        return [
            new_tables(room.grid, room.images, fewest, self._most(room), up_to)
            for room in self.regions
        ]

    def _new_columns(self, rows: int) -> Any:
        size = max(self._largest, min(self.letters_a_batch, rows * self._largest))
        return self._kernel.new_columns(rows, size)

    def rows_of(self, room: int, mates: I64) -> pa.RecordBatch:
        """Return the rows of layouts of a room, int64[cells, rows]: the other cell of each tile."""
        from enumino.enum.kernels.listing.tatami import write_rows

        rows = mates.shape[1]
        columns = self._kernel.new_columns(rows, max(1, mates.size))
        write_rows(self._new_state(room), mates, columns)
        return self._records(columns, rows)

    def _records(self, columns: Any, filled: int) -> pa.RecordBatch:
        buffers = {**columns._asdict(), "layout": Ragged(columns.layout, columns.offsets)}
        return wrap(TATAMI_COLUMNS, buffers, filled)

    def _new_counts(self, tree: int) -> I64:
        return np.zeros((self._most(self.regions[tree]) + 1, len(SQUARE_CLASSES)), np.int64)

    def _key(self, tree: int, index: tuple[int, ...]) -> tuple[int, int, int, str]:
        room, (monomers, code) = self.regions[tree], index
        return room.height, room.width, monomers, str(SQUARE_CLASSES[code])

    def _most(self, room: Region) -> int:
        most = self.half_mats[1]
        return len(room) if most is None else min(most, len(room))

    def _known_rows(self) -> int | None:
        """The number of layouts, if it is fast to count, or about the number of classes."""
        rooms, (fewest, most) = self.regions, self.half_mats
        if most == 0 and all(room.is_rectangle for room in rooms):
            found = [layouts(room.height, room.width) for room in rooms]
        elif self._largest > SHORT:
            return None
        else:
            states = KNOWN_STATES / len(rooms)
            try:
                found = [
                    sum(distribution(r.grid, most, most_states=states)[fewest:]) for r in rooms
                ]
            except ProblemError:
                return None
        orders = [room.order if self.up_to_symmetry else 1 for room in rooms]
        return sum(-(-number // order) for number, order in zip(found, orders, strict=True))


def new_tables(
    room: Flags, images: I64, fewest: int, most: int, up_to_symmetry: bool, pruning: bool = True
) -> Any:
    """Return the tables of the row scan (`enumino.enum.kernels.listing.tatami`) in a room.

    Image k takes free cell i, in row-major order, to free cell ``images[k, i]``; row k is -1 if
    the image does not map the room to itself.
    """
    from enumino.enum.kernels.listing import tatami as kernel
    from enumino.enum.kernels.shared.symmetry import INVERSES

    height, width = room.shape
    area = int(np.count_nonzero(room))
    stride, wide = min(height, width) + 1, width > height
    end = (max(height, width) + 2) * stride + 1
    rows, columns = np.nonzero(room)
    across, along = (columns, rows) if wide else (rows, columns)
    cells = (across + 1) * stride + along + 1
    most, rule = min(most, area), kernel.PLAIN
    if pruning:
        # The number of monomers has the parity of the area.
        fewest, most = fewest + (area - fewest) % 2, most - (area - most) % 2
        rule = kernel.BORDER if area == room.size and most <= 0 else kernel.CORNERS
    at_the_side = (across == 0) | (across == max(height, width) - 1)
    lies = (rule == kernel.BORDER) & at_the_side & (along > 0) & (along < stride - 2)
    symmetries = np.flatnonzero((images >= 0).all(axis=1))
    sources = np.zeros((symmetries.size, end + 1), np.int64)
    for row, image in zip(sources, symmetries, strict=True):
        row[cells] = cells[images[INVERSES[image]]]

    def by_cell(values: npt.ArrayLike, elsewhere: int, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        found = np.full(end + 1, elsewhere, dtype)
        found[cells] = values
        return found

    empty = by_cell(0, -1, np.int32)
    empty[end] = 0  # stops the scan
    right, order = stride if wide else 1, symmetries.size + 1
    return kernel.Tables(
        np.array(
            [area, stride, end, right, fewest, most, rule, up_to_symmetry, order, height, width]
        ),
        empty,
        by_cell(~lies, True, np.bool_),
        by_cell(1 - 2 * ((rows + columns) % 2), 0, np.int8),
        np.sort(cells),
        by_cell(np.arange(area), 0, np.int64),
        symmetries,
        sources,
    )
