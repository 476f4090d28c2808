"""Rows that are boards of the tromino construction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from enumino import drawing
from enumino.datasets.checks import Check, Fault
from enumino.datasets.documents import Counts, Parameters
from enumino.datasets.rows import Rows
from enumino.datasets.totals import Total, against
from enumino.drawing.figures import Pieces
from enumino.errors import ProblemError
from enumino.families.trominoes import boards
from enumino.families.trominoes.parameters import TrominoParameters
from enumino.objects.lattice import Cell, SymmetryClass
from enumino.objects.region import Region
from enumino.objects.tiling import Tiling
from enumino.published import TOTAL, Published

if TYPE_CHECKING:
    import pyarrow as pa


class TrominoRows(Rows):
    """One covered board a row."""

    identity = ("missing_row", "missing_col")
    drawn_from = ("missing_row", "missing_col", "layout")

    def __init__(self, problem: Parameters) -> None:
        asked = TrominoParameters.read(problem)
        self.side = asked.board
        self.missing: Cell | None = None if asked.missing == "all" else asked.missing
        self.up_to_symmetry = asked.up_to_symmetry

    @property
    def row_cells(self) -> int:
        """Those of the board; of a large one only the path to the missing cell is there."""
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
        """The number of missing cells that are asked for."""
        if self.missing is not None:
            return 1
        half = self.side // 2
        return int(half * (half + 1) // 2) if self.up_to_symmetry else int(self.side**2)

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Cover the boards anew."""
        from enumino.families.trominoes import checks

        if fault := checks.other_cell(rows, self.missing):
            return iter([fault])
        return checks.faults(rows, {self.side}, self.up_to_symmetry)

    def recounts(self, counts: Counts) -> Iterator[Check]:
        """Rebuild some boards that are too large for a layout in their row, and look at them."""
        from enumino.families.trominoes import checks

        if self.side > boards.LARGEST_WITH_LAYOUT:
            yield checks.rebuilt(self.side, self.missing)

    def object_of(self, row: Mapping[str, Any]) -> Tiling:
        """The tiling of a row; of large boards, rebuilt from the missing cell."""
        cell = row["missing_row"], row["missing_col"]
        if "layout" in row:
            region = Region.rectangle(self.side, self.side).without([cell])
            return Tiling.from_layout(region, row["layout"], boards.SHAPES)
        if self.side > boards.LARGEST_DRAWN:
            raise ProblemError(
                f"A board of side {self.side:,} is too large to draw: boards up to "
                f"{boards.LARGEST_DRAWN} are drawn."
            )
        return boards.constructed(self.side, cell)

    def picture(self, thing: Tiling, *, ascii_only: bool = False) -> str:
        """Draw the outlines of the trominoes."""
        return drawing.outlines(thing, ascii_only=ascii_only)

    def numbered(self, thing: Tiling) -> str:
        """Number the trominoes in the order in which the construction places them."""
        (missing,) = thing.region.lacking
        return drawing.numbers(boards.numbered_board(thing.region.height, missing))

    def sheet(self, things: Sequence[Tiling], title: str, most_pixels: int | None = None) -> str:
        """Draw boards on a page."""
        return drawing.tilings_svg(things, title, most_pixels=most_pixels)

    def tables(self) -> dict[str, pa.Table]:
        """What the letters mean."""
        return {"orientations.parquet": boards.letters_table(boards.SHAPES)}

    def figures(self) -> Pieces | None:
        """Trominoes by the layouts, where rows hold these."""
        if self.side > boards.LARGEST_WITH_LAYOUT:
            return None
        return boards.figures((self.side, self.side), boards.SHAPES)

    def queries(self) -> tuple[str, str, str]:
        """Classes; rows of the missing cells; one cell."""
        return boards.queries(self.missing)
