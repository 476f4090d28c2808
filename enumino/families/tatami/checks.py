"""Check tatami rows as rows of tilings by mats and half mats.

In addition, no four tiles may meet at a point, and mats are counted by their direction.
"""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from enumino.arrays import Flags
from enumino.families.tatami.layouts import HALF_MAT, MAT, MATS
from enumino.families.tilings.checks import Owners, TilingChecks
from enumino.objects.board import Board
from enumino.objects.piece import Piece
from enumino.objects.polyform import Polyform
from enumino.objects.region import Region


class RoomChecks(TilingChecks):
    """Recomputation of the layouts of a room; `half_mats` are the fewest and the most, or None."""

    def __init__(
        self, room: Region, half_mats: tuple[int, int | None], up_to_symmetry: bool
    ) -> None:
        pieces = Piece(MAT, Polyform([(0, 0), (0, 1)])), Piece(HALF_MAT, Polyform([(0, 0)]))
        super().__init__(Board(room, pieces), up_to_symmetry, letters=MATS)
        self._half_mats = half_mats
        # The order in which layouts are listed: in a wide room by columns, V before H.
        row, column = np.nonzero(room.grid)
        wide = room.width > room.height
        self._scan = np.lexsort((row, column)) if wide else np.arange(len(room))
        self._kinds = "VHM" if wide else "HVM"
        kinds = np.zeros(len(self.board.orientations), np.uint8)
        for kind, letter in enumerate(self._kinds):
            kinds[self.orientation_of[ord(letter)]] = kind
        self._kind = kinds[self.board.orientation]  # of each option
        around = np.pad(room.numbers, 1, constant_values=-1)
        corners = [around[:-1, :-1], around[:-1, 1:], around[1:, :-1], around[1:, 1:]]
        points = np.stack(corners).reshape(4, -1)
        self._points = points[:, (points >= 0).all(0)]

    def _misused(
        self, rows: pa.RecordBatch, owners: Owners, begins: Flags
    ) -> Iterator[tuple[str, Flags]]:
        kinds = np.where(begins, self._kind.take(owners), len(self._kinds))
        along, across, single = ((kinds == self._kinds.index(x)).sum(0) for x in "HVM")
        a, b, c, d = (owners.take(corner, axis=0) for corner in self._points)
        four = (a != b) & (b != d) & (d != c) & (c != a)
        yield "has four tiles at a point", four.any(0)
        fewest, most = self._half_mats
        outside = (single < fewest) | (single > (len(owners) if most is None else most))
        yield "has another number of half mats than was asked for", outside
        for name, found in (
            ("mats", along + across),
            ("monomers", single),
            ("horizontal", along),
            ("vertical", across),
        ):
            yield f"has another number in {name}", found != rows.column(name).to_numpy()

    def _comes_before(self, one: Owners, other: Owners) -> Flags:
        cell = self._scan[(one[self._scan] != other[self._scan]).argmax(0)]
        row = np.arange(one.shape[1])
        return self._kind[one[cell, row]] < self._kind[other[cell, row]]
