"""Rows of tilings of several boards: each row is checked and drawn as a tiling of its board."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import numpy as np
import pyarrow as pa

from enumino.datasets.checks import Check, Fault, cut_off
from enumino.datasets.documents import Counts, ParametersJson
from enumino.datasets.rows import RowsOfTilings
from enumino.datasets.totals import Total
from enumino.errors import DatasetError
from enumino.families.tilings.boards import Boards
from enumino.families.tilings.rows import TilingRows
from enumino.objects.tiling import Tiling
from enumino.words import quoted

MOST_RECOUNTED = 10  # boards, each up to a second


class BoardRows(RowsOfTilings):
    """Rows of tilings of several boards, one tiling per row."""

    identity = ("board", "layout")
    drawn_from = ("board", "layout")

    def __init__(self, problem: ParametersJson) -> None:
        found = Boards.from_json(problem)
        self.boards = dict(zip(found.names, map(TilingRows, found.problems), strict=True))
        self.lattice = found.problems[0].board.region.lattice

    @property
    def row_cells(self) -> int:
        return max(each.row_cells for each in self.boards.values())

    def _own(self, counts: Counts) -> Mapping[str, dict[Any, int]]:
        """Return the counts of each board."""
        found: dict[str, dict[Any, int]] = defaultdict(dict)
        for (name, *key), number in counts.items():
            found[name][tuple(key)] = number
        return found

    def totals(self, counts: Counts) -> list[Total]:
        own = self._own(counts)
        return [line for name, rows in self.boards.items() for line in rows.totals(own[name])]

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        names = np.array(rows.column("board").to_pylist(), np.str_)
        for name in np.unique(names).tolist():
            at = np.flatnonzero(names == name)
            if name not in self.boards:
                yield Fault("is of a board that was not asked for", int(at[0]))
                continue
            for fault in self.boards[name].faults(rows.take(pa.array(at))):
                yield Fault(fault.what, int(at[fault.row]))

    def laws(self, counts: Counts) -> Iterator[Check]:
        """Check the boards."""
        if others := {name for name, *_ in counts} - self.boards.keys():
            yield Check("boards", False, f"{quoted(min(others))} is not a board of the problem")

    def recounts(self, counts: Counts) -> Iterator[Check]:
        own = self._own(counts)
        for name, rows in islice(self.boards.items(), MOST_RECOUNTED):
            if not cut_off(rows.limit, sum(own[name].values())):
                yield from rows.recounts(own[name])

    def object_of(self, row: Mapping[str, Any]) -> Tiling:
        if (rows := self.boards.get(row["board"])) is None:
            raise DatasetError(
                f"A row is of a board {quoted(row['board'])}, which is not a board of its problem: "
                "`enumino verify` says which files are wrong."
            )
        return rows.object_of(row)

    def tables(self) -> dict[str, pa.Table]:
        """Return the tables of all boards, with a column for the board."""
        found: dict[str, list[pa.Table]] = defaultdict(list)
        for name, rows in self.boards.items():
            for file, table in rows.tables().items():
                board = pa.repeat(pa.scalar(name), table.num_rows)
                found[file].append(table.add_column(0, "board", board))
        return {file: pa.concat_tables(tables).combine_chunks() for file, tables in found.items()}
