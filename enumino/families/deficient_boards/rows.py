"""Rows that are tilings by L-trominoes of a board that lacks a cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from enumino import drawing
from enumino.datasets.checks import Check, Fault
from enumino.datasets.documents import Counts, Parameters
from enumino.datasets.rows import Rows
from enumino.datasets.totals import Total, against
from enumino.drawing.figures import Pieces
from enumino.families.deficient_boards import published
from enumino.families.trominoes import boards
from enumino.families.trominoes.parameters import DeficientParameters
from enumino.objects.board import Board
from enumino.objects.lattice import Cell
from enumino.objects.piece_lists import parse
from enumino.objects.region import Region
from enumino.objects.tiling import Shape, Tiling

if TYPE_CHECKING:
    import pyarrow as pa

    from enumino.families.coverings.checks import CoveringChecks


class DeficientBoardRows(Rows):
    """One tiling a row."""

    identity = ("missing_row", "missing_col", "layout")
    drawn_from = ("missing_row", "missing_col", "layout")

    def __init__(self, problem: Parameters) -> None:
        asked = DeficientParameters.read(problem)
        self.rows, self.cols = asked.rows, asked.cols
        self.missing: Cell | None = None if asked.missing == "all" else asked.missing
        self._boards: dict[Cell, CoveringChecks] = {}

    @property
    def row_cells(self) -> int:
        """Those of the board."""
        return self.rows * self.cols

    def totals(self, counts: Counts) -> list[Total]:
        """Of each missing cell, and of all."""
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
        return Board(self._region(missing), parse("L-tromino"))

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Cover the boards anew."""
        import numpy as np

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
        from enumino.families.coverings.checks import CoveringChecks

        if cell not in self._boards:
            self._boards[cell] = CoveringChecks(self.board(cell), up_to_symmetry=False)
        return self._boards[cell]

    def laws(self, counts: Counts) -> Iterator[Check]:
        """Boards that are images of each other have as many tilings."""
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
        from enumino.datasets.checks.numbers import compared
        from enumino.families.coverings.checks import by_profiles
        from enumino.families.coverings.rows import TilingRows

        ours, numbers = _by_cell(counts), []
        for cell in self.cells():
            theirs = by_profiles(self.board(cell), TilingRows.most_profiles)
            if theirs is not None:
                numbers.append((f"without {cell[0]},{cell[1]}", ours[cell], theirs))
        return compared("profiles", numbers)

    def object_of(self, row: Mapping[str, Any]) -> Tiling:
        """The tiling of a row."""
        region = self._region((row["missing_row"], row["missing_col"]))
        return Tiling.from_layout(region, row["layout"], self._shapes)

    @cached_property
    def _shapes(self) -> dict[str, Shape]:
        return Board(Region.rectangle(self.rows, self.cols), parse("L-tromino")).shapes

    def _region(self, missing: Cell) -> Region:
        return Region.rectangle(self.rows, self.cols).without([missing])

    def picture(self, thing: Tiling, *, ascii_only: bool = False) -> str:
        """Draw the outlines of the trominoes."""
        return drawing.outlines(thing, ascii_only=ascii_only)

    def numbered(self, thing: Tiling) -> str:
        """Number the trominoes by their first cells."""
        return thing.numbered()

    def sheet(self, things: Sequence[Tiling], title: str, most_pixels: int | None = None) -> str:
        """Draw boards on a page."""
        return drawing.tilings_svg(things, title, most_pixels=most_pixels)

    def tables(self) -> dict[str, pa.Table]:
        """What the letters mean."""
        return {"orientations.parquet": boards.letters_table(self._shapes)}

    def figures(self) -> Pieces:
        """Trominoes by the layouts."""
        return boards.figures((self.rows, self.cols), self._shapes)

    def queries(self) -> tuple[str, str, str]:
        """Classes; rows of the missing cells; one cell."""
        return boards.queries(self.missing)


def _by_cell(counts: Counts) -> Counter[Cell]:
    """Sum over all but the missing cells."""
    by_cell: Counter[Cell] = Counter()
    for key, number in counts.items():
        by_cell[key[0], key[1]] += number
    return by_cell
