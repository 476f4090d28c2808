"""Rows of boards of side 2^k that lack a cell, covered by L-trominoes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from enumino import drawing
from enumino.datasets.checks import Check, Fault
from enumino.datasets.documents import Counts, Parameters
from enumino.datasets.rows import RowsOfTilings
from enumino.datasets.totals import Total, against
from enumino.errors import ProblemError
from enumino.families.trominoes import construction
from enumino.families.trominoes.parameters import TrominoParameters
from enumino.objects.region import Region
from enumino.objects.tiling import Tiling
from enumino.published import TOTAL, Published

if TYPE_CHECKING:
    import pyarrow as pa


class TrominoRows(RowsOfTilings):
    """Rows of boards of the construction, one board a row."""

    identity = ("missing_row", "missing_col")
    drawn_from = ("missing_row", "missing_col", "layout")

    def __init__(self, problem: Parameters) -> None:
        asked = TrominoParameters.from_json(problem)
        self.side, self.up_to_symmetry = asked.board, asked.up_to_symmetry
        self.missing = asked.cell

    @property
    def row_cells(self) -> int:
        """The cells of the board; rows of a large board have only the path to the missing cell."""
        return self.side**2 if self.side <= construction.LARGEST_DRAWN else 1

    def totals(self, counts: Counts) -> list[Total]:
        """The boards by symmetry class, beside the number of missing cells."""
        by_class = Counter({key[0]: number for key, number in counts.items()})
        labels = {"board": f"{self.side}x{self.side}"}
        classes = ["none", "diag"]
        lines = [Total({**labels, "symmetry": str(s)}, by_class[s]) for s in classes]
        half = self.side // 2
        cells = half * (half + 1) // 2 if self.up_to_symmetry else self.side**2
        known = Published("one a cell", cells if self.missing is None else 1)
        return [*lines, against({**labels, "symmetry": TOTAL}, sum(counts.values()), known)]

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Compare every column with the missing cell."""
        from enumino.families.trominoes import checks

        return checks.faults(rows, self.side, self.missing, self.up_to_symmetry)

    def recounts(self, counts: Counts) -> Iterator[Check]:
        """Build some boards again, and check that each cell is covered once by an L."""
        from enumino.families.trominoes import checks

        yield checks.rebuilt(self.side, self.missing)

    def object_of(self, row: Mapping[str, Any]) -> Tiling:
        """The tiling of a row; that of a large board is built from the missing cell."""
        cell = row["missing_row"], row["missing_col"]
        if "layout" in row:
            region = Region.rectangle(self.side, self.side).without([cell])
            return Tiling.from_layout(region, row["layout"], construction.SHAPES)
        if self.side > construction.LARGEST_DRAWN:
            raise ProblemError(
                f"A board of side {self.side:,} is too large to draw: boards up to "
                f"{construction.LARGEST_DRAWN} are drawn."
            )
        return construction.constructed(self.side, cell)

    def numbered(self, thing: Tiling) -> str:
        """Number the trominoes in the order in which the construction places them."""
        (missing,) = thing.region.lacking
        return drawing.numbers(construction.numbered_board(thing.region.height, missing))

    def tables(self) -> dict[str, pa.Table]:
        """Return a table of the letters."""
        import pyarrow as pa

        letters = [
            {"letter": letter, "piece": name, "cells": [list(cell) for cell in cells]}
            for letter, (name, cells) in construction.SHAPES.items()
        ]
        return {"orientations.parquet": pa.Table.from_pylist(letters)}

    def queries(self) -> tuple[str, str, str]:
        """Queries by class and by the row of the missing cell, and for one missing cell."""
        row, col = self.missing or (0, 0)
        return (
            "select symmetry, count(*) from rows group by all order by all",
            'rows.group_by("missing_row").len().sort("missing_row").collect()',
            f"missing_row = {row} and missing_col = {col}",
        )
