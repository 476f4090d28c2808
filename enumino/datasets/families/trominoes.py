"""Rows that are boards without one cell, covered by L-trominoes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from enumino import drawing
from enumino.datasets.checks import Check, Fault, Sums
from enumino.datasets.documents import Counts, Natural, Parameters, Side, parameters_of
from enumino.datasets.totals import Total, against
from enumino.errors import ProblemError
from enumino.pieces import parse
from enumino.placements import Placements
from enumino.published import TOTAL, Published
from enumino.published import tilings as published
from enumino.regions import Region
from enumino.shapes import Cell, SymmetryClass
from enumino.tilings import Shape, Tiling

if TYPE_CHECKING:
    import pyarrow as pa

    from enumino.datasets.checks.tilings import TilingChecks

LARGEST_DRAWN = 128
# Letters of the construction: a 2×2 box less a corner, as offsets from the first cell.
CONSTRUCTION: dict[str, Shape] = {
    "a": ("L-tromino", ((0, 0), (0, 1), (1, 0))),
    "b": ("L-tromino", ((0, 0), (0, 1), (1, 1))),
    "c": ("L-tromino", ((0, 0), (1, 0), (1, 1))),
    "d": ("L-tromino", ((0, 0), (1, -1), (1, 0))),
}


class _Construction(msgspec.Struct):
    board: Side
    missing: tuple[Natural, Natural] | Literal["all"]
    up_to_symmetry: bool = False


class _AllTilings(msgspec.Struct):
    rows: Side
    cols: Side
    missing: tuple[Natural, Natural] | Literal["all"]


class TrominoRows:
    """One covered board a row: the construction's, or any."""

    def __init__(self, problem: Parameters) -> None:
        self.all_tilings = bool(problem.get("all_tilings"))
        self.up_to_symmetry = False
        if self.all_tilings:
            board = parameters_of(problem, _AllTilings)
            self.rows, self.cols, missing = board.rows, board.cols, board.missing
        else:
            built = parameters_of(problem, _Construction)
            self.rows, self.cols, missing = built.board, built.board, built.missing
            self.up_to_symmetry = built.up_to_symmetry
        self.missing: Cell | None = None if missing == "all" else missing
        self.drawn_from: tuple[str, ...] = ("missing_row", "missing_col", "layout")
        self.identity: tuple[str, ...] = ("missing_row", "missing_col")
        if self.all_tilings:
            self.identity = self.drawn_from
        self._boards: dict[Cell, TilingChecks] = {}

    @property
    def row_cells(self) -> int:
        """Those of the board; of a large one only the path to the missing cell is there."""
        return self.rows * self.cols if self.all_tilings or self.rows <= LARGEST_DRAWN else 1

    def totals(self, counts: Counts) -> list[Total]:
        """Of the construction: the boards by class. Of all tilings: each missing cell, and all."""
        name = f"{self.rows}x{self.cols}"
        if not self.all_tilings:
            by_class = Counter({key[0]: number for key, number in counts.items()})
            labels = {"board": name}
            classes = [SymmetryClass.NONE, SymmetryClass.DIAG]
            lines = [Total({**labels, "symmetry": str(s)}, by_class[s]) for s in classes]
            known = Published("one a cell", self._expected())
            return [*lines, against({**labels, "symmetry": TOTAL}, sum(counts.values()), known)]
        by_cell: Counter[Cell] = Counter()
        for key, number in counts.items():
            by_cell[key[0], key[1]] += number
        return self.totals_by_cell(by_cell)

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

    def _expected(self) -> int:
        """The number of missing cells that are asked for."""
        if self.missing is not None:
            return 1
        half = self.rows // 2
        return int(half * (half + 1) // 2) if self.up_to_symmetry else int(self.rows**2)

    def cells(self) -> list[Cell]:
        """Return the missing cells, in row-major order."""
        if self.missing is not None:
            return [self.missing]
        return [(r, c) for r in range(self.rows) for c in range(self.cols)]

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Cover the boards anew."""
        import numpy as np

        at_row, at_col = (rows.column(name).to_numpy() for name in ("missing_row", "missing_col"))
        if self.missing is not None:
            other = (at_row != self.missing[0]) | (at_col != self.missing[1])
            if other.any():
                yield Fault("lacks a cell that was not asked for", int(np.argmax(other)))
                return
        if not self.all_tilings:
            from enumino.datasets.checks import trominoes

            yield from trominoes.faults(rows, {self.rows}, self.up_to_symmetry)
            return
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

    def _checks_of(self, cell: Cell) -> TilingChecks:
        from enumino.datasets.checks.tilings import TilingChecks

        if cell not in self._boards:
            board = Placements(self._region(cell), parse("L-tromino"))
            self._boards[cell] = TilingChecks(board, up_to_symmetry=False, no_crossroads=False)
        return self._boards[cell]

    def further_sums(self) -> Sequence[Sums]:
        """Nothing beyond the totals."""
        return []

    def laws(self, counts: Counts) -> Iterator[Check]:
        """Boards that are images of each other have as many tilings."""
        if not self.all_tilings or self.missing is not None:
            return
        by_cell: Counter[Cell] = Counter()
        for key, number in counts.items():
            by_cell[key[0], key[1]] += number
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

    def object_of(self, row: Mapping[str, Any]) -> Tiling:
        """The tiling of a row; of large boards, rebuilt from the missing cell."""
        cell = row["missing_row"], row["missing_col"]
        if "layout" in row:
            shapes = self._shapes if self.all_tilings else CONSTRUCTION
            return Tiling.from_layout(self._region(cell), row["layout"], shapes)
        if self.rows > LARGEST_DRAWN:
            raise ProblemError(
                f"A board of side {self.rows:,} is too large to draw: boards up to "
                f"{LARGEST_DRAWN} are drawn."
            )
        return constructed(self.rows, cell)

    @cached_property
    def _shapes(self) -> dict[str, Shape]:
        return Placements(Region.rectangle(self.rows, self.cols), parse("L-tromino")).shapes

    def _region(self, cell: Cell) -> Region:
        return Region.rectangle(self.rows, self.cols).without([cell])

    def picture(self, thing: Tiling, *, ascii_only: bool = False) -> str:
        """Draw the outlines of the trominoes."""
        return drawing.outlines(thing, ascii_only=ascii_only)

    def sheet(self, things: Sequence[Tiling], title: str, most_pixels: int | None = None) -> str:
        """Draw boards on a page."""
        return drawing.tilings_svg(things, title, most_pixels=most_pixels)

    def tables(self) -> dict[str, pa.Table]:
        """What the letters mean."""
        import pyarrow as pa

        shapes = self._shapes if self.all_tilings else CONSTRUCTION
        rows = [
            {"letter": letter, "piece": name, "cells": [list(cell) for cell in cells]}
            for letter, (name, cells) in shapes.items()
        ]
        return {"orientations.parquet": pa.Table.from_pylist(rows)}

    def queries(self) -> tuple[str, str, str]:
        """Classes; rows of the missing cells; one cell."""
        row, col = self.missing or (0, 0)
        return (
            "select symmetry, count(*) from rows group by all order by all",
            'rows.group_by("missing_row").len().sort("missing_row").collect()',
            f"missing_row = {row} and missing_col = {col}",
        )


def constructed(side: int, missing: Cell) -> Tiling:
    """Return the construction's tiling, in plain Python: quadrants around a tromino each.

    >>> print(constructed(4, (0, 0)).numbered())
    . 1 2 2
    1 1 3 2
    4 3 3 5
    4 4 5 5
    """
    pieces: list[tuple[str, list[Cell]]] = []
    todo = [(0, 0, side, missing)]
    while todo:
        top, left, size, gap = todo.pop()
        half = size // 2
        tromino = []
        for down in (0, 1):
            for right in (0, 1):
                at = top + down * half, left + right * half
                inside = at[0] <= gap[0] < at[0] + half and at[1] <= gap[1] < at[1] + half
                lacks = gap if inside else (top + half - 1 + down, left + half - 1 + right)
                if not inside:
                    tromino.append(lacks)
                if half > 1:
                    todo.append((*at, half, lacks))
        pieces.append(("L-tromino", tromino))
    return Tiling(Region.rectangle(side, side).without([missing]), pieces)
