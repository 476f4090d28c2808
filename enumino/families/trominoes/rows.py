"""Rows of boards that lack a cell, covered by L-trominoes: by the construction, or in all ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from enumino import drawing
from enumino.datasets.checks import Check, Fault
from enumino.datasets.documents import Counts, Parameters
from enumino.datasets.rows import RowsOfTilings
from enumino.datasets.totals import Total, against
from enumino.drawing.figures import Pieces
from enumino.errors import ProblemError
from enumino.families.trominoes import boards, published
from enumino.families.trominoes.parameters import DeficientParameters, TrominoParameters
from enumino.objects.board import Board
from enumino.objects.covering import Shape, Tiling
from enumino.objects.lattice import Cell, SymmetryClass
from enumino.objects.piece_lists import parse
from enumino.objects.region import Region
from enumino.published import TOTAL, Published

if TYPE_CHECKING:
    import pyarrow as pa

    from enumino.families.tilings.checks import CoveringChecks


class BoardRows(RowsOfTilings):
    """Rows of boards that lack a cell, covered by L-trominoes, one board a row."""

    drawn_from = ("missing_row", "missing_col", "layout")
    shapes: Mapping[str, Shape]  # the shapes of the letters of layouts

    def __init__(self, rows: int, cols: int, missing: boards.Missing) -> None:
        self.rows, self.cols = rows, cols
        self.missing: Cell | None = None if missing == "all" else missing

    def region(self, missing: Cell) -> Region:
        """Return the board without a cell."""
        return Region.rectangle(self.rows, self.cols).without([missing])

    def object_of(self, row: Mapping[str, Any]) -> Tiling:
        """Return the tiling of a row."""
        region = self.region((row["missing_row"], row["missing_col"]))
        return Tiling.from_layout(region, row["layout"], self.shapes)

    def tables(self) -> dict[str, pa.Table]:
        """Return a table of the letters."""
        import pyarrow as pa

        letters = [
            {"letter": letter, "piece": name, "cells": [list(cell) for cell in cells]}
            for letter, (name, cells) in self.shapes.items()
        ]
        return {"orientations.parquet": pa.Table.from_pylist(letters)}

    def figures(self) -> Pieces | None:
        """Return figures of the trominoes, on boards whose missing cell differs from row to row."""
        board = {(): str(Region.rectangle(self.rows, self.cols))}
        colours = drawing.colours_of(self.shapes)
        missing = ("missing_row", "missing_col")
        return Pieces("layout", board, self.shapes, colours, missing=missing)

    def queries(self) -> tuple[str, str, str]:
        """Queries by class and by the row of the missing cell, and for one missing cell."""
        row, col = self.missing or (0, 0)
        return (
            "select symmetry, count(*) from rows group by all order by all",
            'rows.group_by("missing_row").len().sort("missing_row").collect()',
            f"missing_row = {row} and missing_col = {col}",
        )


class TrominoRows(BoardRows):
    """Rows of boards of the construction, one board a row."""

    identity = ("missing_row", "missing_col")
    shapes = boards.SHAPES

    def __init__(self, problem: Parameters) -> None:
        asked = TrominoParameters.read(problem)
        super().__init__(asked.board, asked.board, asked.missing)
        self.side = asked.board
        self.up_to_symmetry = asked.up_to_symmetry

    @property
    def row_cells(self) -> int:
        """The cells of the board; rows of a large board have only the path to the missing cell."""
        return self.side**2 if self.side <= boards.LARGEST_DRAWN else 1

    def totals(self, counts: Counts) -> list[Total]:
        """The boards by symmetry class."""
        by_class = Counter({key[0]: number for key, number in counts.items()})
        labels = {"board": f"{self.side}x{self.side}"}
        classes = [SymmetryClass.NONE, SymmetryClass.DIAG]
        lines = [Total({**labels, "symmetry": str(s)}, by_class[s]) for s in classes]
        known = Published("one a cell", self._expected())
        return [*lines, against({**labels, "symmetry": TOTAL}, sum(counts.values()), known)]

    def _expected(self) -> int:
        """The number of missing cells of the problem."""
        if self.missing is not None:
            return 1
        half = self.side // 2
        return int(half * (half + 1) // 2) if self.up_to_symmetry else int(self.side**2)

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Cover the boards again."""
        from enumino.families.trominoes import checks

        if fault := checks.other_cell(rows, self.missing):
            return iter([fault])
        return checks.faults(rows, {self.side}, self.up_to_symmetry)

    def recounts(self, counts: Counts) -> Iterator[Check]:
        """Rebuild some boards that are too large for a layout in their row, and check them."""
        from enumino.families.trominoes import checks

        if self.side > boards.LARGEST_WITH_LAYOUT:
            yield checks.rebuilt(self.side, self.missing)

    def object_of(self, row: Mapping[str, Any]) -> Tiling:
        """The tiling of a row; that of a large board is rebuilt from the missing cell."""
        cell = row["missing_row"], row["missing_col"]
        if "layout" in row:
            return super().object_of(row)
        if self.side > boards.LARGEST_DRAWN:
            raise ProblemError(
                f"A board of side {self.side:,} is too large to draw: boards up to "
                f"{boards.LARGEST_DRAWN} are drawn."
            )
        return boards.constructed(self.side, cell)

    def numbered(self, thing: Tiling) -> str:
        """Number the trominoes in the order in which the construction places them."""
        (missing,) = thing.region.lacking
        return drawing.numbers(boards.numbered_board(thing.region.height, missing))

    def figures(self) -> Pieces | None:
        """Figures of the trominoes, if rows have layouts."""
        if self.side > boards.LARGEST_WITH_LAYOUT:
            return None
        return super().figures()


class DeficientBoardRows(BoardRows):
    """Rows of all tilings of boards that lack a cell, one tiling a row."""

    identity = ("missing_row", "missing_col", "layout")

    def __init__(self, problem: Parameters) -> None:
        asked = DeficientParameters.read(problem)
        super().__init__(asked.rows, asked.cols, asked.missing)
        self.shapes = Board(Region.rectangle(2, 2), parse("L-tromino")).shapes
        self._boards: dict[Cell, CoveringChecks] = {}

    @property
    def row_cells(self) -> int:
        """The cells of the board."""
        return self.rows * self.cols

    def totals(self, counts: Counts) -> list[Total]:
        """The tilings for each missing cell, and for all."""
        return self.totals_by_cell(_by_cell(counts))

    def totals_by_cell(self, by_cell: Mapping[Cell, int]) -> list[Total]:
        """Return the tilings of each board, and of all of them together."""
        name = f"{self.rows}x{self.cols}"
        lines = [
            against(
                {"board": name, "missing": f"{r},{c}"},
                by_cell.get((r, c), 0),
                published.deficient_board(self.rows, self.cols, (r, c)),
            )
            for r, c in self.cells()
        ]
        if self.missing is None:
            known = published.deficient_board(self.rows, self.cols, None)
            lines.append(against({"board": name, "missing": "all"}, sum(by_cell.values()), known))
        return lines

    def cells(self) -> list[Cell]:
        """Return the missing cells, in row-major order."""
        if self.missing is not None:
            return [self.missing]
        return [(r, c) for r in range(self.rows) for c in range(self.cols)]

    def board(self, missing: Cell) -> Board:
        """Return the board without a cell, and the placements of trominoes on it."""
        return Board(self.region(missing), parse("L-tromino"))

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Cover the boards again."""
        from enumino.families.trominoes.checks import other_cell

        if fault := other_cell(rows, self.missing):
            yield fault
            return
        at_row, at_col = (rows.column(name).to_numpy() for name in ("missing_row", "missing_col"))
        sides = rows.column("rows").to_numpy(), rows.column("cols").to_numpy()
        other = (sides[0] != self.rows) | (sides[1] != self.cols)
        other |= (at_row >= self.rows) | (at_col >= self.cols)
        if other.any():
            yield Fault("is of a board that was not asked for", int(np.argmax(other)))
            return
        for cell in sorted(set(zip(at_row.tolist(), at_col.tolist(), strict=True))):
            here = np.flatnonzero((at_row == cell[0]) & (at_col == cell[1]))
            for fault in self._checks_of(cell).faults(rows.take(here)):
                yield Fault(fault.what, int(here[fault.row]))

    def _checks_of(self, cell: Cell) -> CoveringChecks:
        from enumino.families.tilings.checks import CoveringChecks

        if cell not in self._boards:
            self._boards[cell] = CoveringChecks(self.board(cell), up_to_symmetry=False)
        return self._boards[cell]

    def laws(self, counts: Counts) -> Iterator[Check]:
        """Check that boards that are images of each other have equally many tilings."""
        if self.missing is not None:
            return
        by_cell = _by_cell(counts)
        odd = [
            (r, c)
            for r, c in self.cells()
            if not by_cell[r, c]
            == by_cell[self.rows - 1 - r, c]
            == by_cell[r, self.cols - 1 - c]
            == (by_cell[c, r] if self.rows == self.cols else by_cell[r, c])
        ]
        detail = f"the cell {odd[0]} and its images differ" if odd else "equal for all images"
        yield Check("missing cells", not odd, detail)

    def recounts(self, counts: Counts) -> Iterator[Check]:
        """Compare each board with its count by profiles."""
        from enumino.datasets.checks import compared
        from enumino.families.tilings.checks import by_profiles
        from enumino.families.tilings.rows import TilingRows

        ours, numbers = _by_cell(counts), []
        for cell in self.cells():
            theirs = by_profiles(self.board(cell), TilingRows.most_profiles)
            if theirs is not None:
                numbers.append((f"without {cell[0]},{cell[1]}", ours[cell], theirs))
        return compared("profiles", numbers)


def _by_cell(counts: Counts) -> Counter[Cell]:
    """Return sums over all keys but the missing cell."""
    by_cell: Counter[Cell] = Counter()
    for key, number in counts.items():
        by_cell[key[0], key[1]] += number
    return by_cell
