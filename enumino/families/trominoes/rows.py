"""Rows of deficient boards, covered by L-trominoes: totals, checks, tilings."""

from collections.abc import Iterator, Mapping
from typing import Any

import pyarrow as pa

from enumino.datasets.checks import Fault
from enumino.datasets.documents import Counts, ParametersJson
from enumino.datasets.rows import RowsOfTilings
from enumino.datasets.totals import Total, against
from enumino.families.trominoes import checks
from enumino.families.trominoes.construction import SHAPES
from enumino.families.trominoes.parameters import TrominoParameters
from enumino.objects.region import Region
from enumino.objects.tiling import Tiling
from enumino.published import TOTAL, Published


class TrominoRows(RowsOfTilings):
    """Rows of boards of the construction, one board per row."""

    identity = ("missing_row", "missing_col")
    drawn_from = ("missing_row", "missing_col", "layout")

    def __init__(self, problem: ParametersJson) -> None:
        asked = TrominoParameters.from_json(problem)
        self.side, self.missing = asked.board, asked.cell

    @property
    def row_cells(self) -> int:
        return self.side**2

    def totals(self, counts: Counts) -> list[Total]:
        labels = {"board": f"{self.side}x{self.side}"}
        lines = [
            Total({**labels, "symmetry": name}, counts.get((name,), 0)) for name in ("none", "diag")
        ]
        known = Published("one per cell", self.side**2 if self.missing is None else 1)
        return [*lines, against({**labels, "symmetry": TOTAL}, sum(counts.values()), known)]

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        return checks.faults(rows, self.side, self.missing)

    def object_of(self, row: Mapping[str, Any]) -> Tiling:
        cell = row["missing_row"], row["missing_col"]
        region = Region.rectangle(self.side, self.side).without([cell])
        return Tiling.from_layout(region, row["layout"], SHAPES)

    def tables(self) -> dict[str, pa.Table]:
        letters = [
            {"letter": letter, "piece": name, "cells": [list(cell) for cell in cells]}
            for letter, (name, cells) in SHAPES.items()
        ]
        return {"orientations.parquet": pa.Table.from_pylist(letters)}
