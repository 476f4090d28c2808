"""Rows of tatami layouts: totals, checks, tilings."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from enumino.datasets.checks import Check, Fault, compared, cut_off
from enumino.datasets.documents import Counts, ParametersJson
from enumino.datasets.rows import RowsOfTilings
from enumino.datasets.totals import Total, against
from enumino.errors import DatasetError
from enumino.families.tatami import published
from enumino.families.tatami.checks import RoomChecks
from enumino.families.tatami.layouts import tiling_of
from enumino.families.tatami.parameters import TatamiParameters
from enumino.families.tatami.recurrences import layouts
from enumino.families.tatami.transfer_matrix import distribution
from enumino.objects.lattice import SQUARE
from enumino.objects.region import Region
from enumino.objects.tiling import Tiling
from enumino.published import TOTAL

MAX_SWEPT_SIDE = 12  # the longest short side of a room that is counted for comparison


class TatamiRows(RowsOfTilings):
    """Rows of tatami layouts, one layout per row."""

    identity = ("rows", "cols", "layout")
    drawn_from = ("rows", "cols", "layout")

    def __init__(self, problem: ParametersJson) -> None:
        asked = TatamiParameters.from_json(problem)
        self.rooms = asked.regions
        self.by_size = {(room.height, room.width): room for room in self.rooms}
        self.fewest, self.most = asked.half_mats
        self.up_to_symmetry = asked.up_to_symmetry
        self.limit = asked.limit
        self._checks: dict[tuple[int, int], RoomChecks] = {}

    @property
    def row_cells(self) -> int:
        return max(len(room) for room in self.rooms)

    def totals(self, counts: Counts) -> list[Total]:
        """Return the layouts of each room, by number of half mats if it varies, and in total."""
        lines = list[Total]()
        by_size: dict[tuple[int, int], dict[tuple[int, str], int]] = defaultdict(dict)
        for (rows, cols, m, symmetry), number in counts.items():
            by_size[rows, cols][m, symmetry] = number
        for room in self.rooms:
            own = by_size[room.height, room.width]
            numbers = sorted({m for m, _ in own}) if self.fewest != self.most else []
            for monomers in (*numbers, None):
                by_class: Counter[str] = Counter()
                for (m, symmetry), number in own.items():
                    by_class[symmetry] += number if monomers in (None, m) else 0
                whole = self._total(room, monomers, by_class.total())
                lines += [
                    Total({**whole.labels, "symmetry": symmetry.name}, by_class[symmetry.name])
                    for symmetry in SQUARE.classes_within(room.symmetry)
                ]
                lines.append(whole)
        if cut_off(self.limit, sum(counts.values())):
            return [Total(line.labels, line.count) for line in lines]
        return lines

    def _total(self, room: Region, monomers: int | None, number: int) -> Total:
        """Return a number of layouts of a room, with some half mats or all, and the published."""
        labels: dict[str, int | str] = {"room": room.name}
        varying = self.fewest != self.most
        monomers = self.fewest if monomers is None and not varying else monomers
        if monomers is not None and (monomers or varying):
            labels |= {"monomers": monomers}
        known = None
        if room.is_rectangle and (monomers is not None or (self.fewest, self.most) == (0, None)):
            size = room.height, room.width
            known = published.layouts(*size, monomers, up_to_symmetry=self.up_to_symmetry)
        return against({**labels, "symmetry": TOTAL}, number, known)

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        sizes = np.stack([rows.column(name).to_numpy() for name in ("rows", "cols")], axis=1)
        for size in sorted({*map(tuple, sizes.tolist())}):
            at = np.flatnonzero((sizes == size).all(axis=1))
            if (room := self.by_size.get(size)) is None:
                yield Fault("is of a room that was not asked for", int(at[0]))
                continue
            if size not in self._checks:
                asked = self.fewest, self.most
                self._checks[size] = RoomChecks(room, asked, self.up_to_symmetry)
            for fault in self._checks[size].faults(rows.take(at)):
                yield Fault(fault.what, int(at[fault.row]))

    def laws(self, counts: Counts) -> Iterator[Check]:
        if others := {(rows, cols) for rows, cols, *_ in counts} - self.by_size.keys():
            rows, cols = min(others)
            yield Check("rooms", False, f"{rows}x{cols} is not a room of the problem")
        else:
            yield from super().laws(counts)

    def recounts(self, counts: Counts) -> Iterator[Check]:
        found: Counter[tuple[int, int]] = Counter()  # layouts that the rows stand for
        for (height, width, _, symmetry), number in counts.items():
            if self.up_to_symmetry and (room := self.by_size.get((height, width))):
                number *= room.order // SQUARE.class_named(symmetry).order
            found[height, width] += number
        by_recurrence, by_matrix = [], []
        for size, room in self.by_size.items():
            if room.is_rectangle and self.most == 0:
                by_recurrence.append((room.name, found[size], layouts(*size)))
            elif min(size) <= MAX_SWEPT_SIDE:
                theirs = sum(distribution(room.grid, self.most)[self.fewest :])
                by_matrix.append((room.name, found[size], theirs))
        yield from compared("recurrence", by_recurrence)
        yield from compared("transfer matrix", by_matrix)

    def object_of(self, row: Mapping[str, Any]) -> Tiling:
        size = row["rows"], row["cols"]
        if size not in self.by_size:
            raise DatasetError(
                f"A row is of a room {size[0]}x{size[1]}, which is not a room of its problem: "
                "`enumino verify` says which files are wrong."
            )
        return tiling_of(self.by_size[size], row["layout"])
