"""Rows of deficient boards, covered by L-trominoes: totals, checks, tilings.

The construction puts a tromino around the centre of each quadrant of a quadrant of ... the board:
around each point whose two coordinates contain the same power of two. First cells ascend with these
centres, row by row, so the letters of a layout are the trominoes around the centres in this order.
A letter says which cell at its centre the tromino leaves out. A layout is right if it covers every
cell but the missing cell once.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from enumino.arrays import I64, Flags
from enumino.datasets.checks import Fault, faults_in_lots
from enumino.datasets.documents import Counts, ParametersJson
from enumino.datasets.rows import RowsOfTilings
from enumino.datasets.totals import Total, against
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
        return faults_in_lots(rows, self.row_cells, self._wrong)

    def _wrong(self, rows: pa.RecordBatch) -> Iterator[tuple[str, Flags]]:
        """Yield each possible fault, and the rows that have it."""
        side, missing = self.side, self.missing
        row, column = (rows.column(f"missing_{n}").to_numpy().astype(int) for n in ("row", "col"))
        yield "is of a board that was not asked for", rows.column("board").to_numpy() != side
        if missing is not None:
            other = (row != missing[0]) | (column != missing[1])
            yield "has another missing cell than was asked for", other
        outside = (row >= side) | (column >= side)
        yield "has a missing cell outside the board", outside
        if outside.any():
            return
        other = _is_other(rows.column("layout"), row, column, side)
        yield "is not the tiling of the construction", other
        symmetry = np.where((row == column) | (row + column == side - 1), "diag", "none")
        claimed = rows.column("symmetry").to_numpy(zero_copy_only=False).astype(str)
        yield "has another symmetry class", claimed != symmetry

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


def _is_other(layouts: pa.StringArray, row: I64, column: I64, side: int) -> Flags:
    """Return whether each layout fails to cover each cell but the missing cell once."""
    numbers = np.arange(1, side)
    down, right = np.nonzero((numbers & -numbers)[:, None] == (numbers & -numbers))
    wrong = np.array([len(text) != len(down) for text in layouts.to_pylist()], bool)
    kept = np.flatnonzero(~wrong)
    texts = "".join(layouts.take(pa.array(kept)).to_pylist())
    letters = np.array([*texts], "U1").reshape(len(kept), len(down))
    covered = np.zeros((len(kept), side, side), np.uint8)
    for quadrant, letter in enumerate("dcba"):
        covered[:, down + quadrant // 2, right + quadrant % 2] += letters != letter
    covered[np.arange(len(kept)), row[kept], column[kept]] += 1
    wrong[kept] = (covered != 1).any((1, 2)) | ~np.isin(letters, [*"abcd"]).all(1)
    return wrong
