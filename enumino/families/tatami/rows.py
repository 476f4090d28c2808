"""Rows that are tatami layouts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from enumino import drawing
from enumino.datasets.checks import Check, Fault
from enumino.datasets.checks.limits import cut_off, within
from enumino.datasets.documents import Counts, Parameters
from enumino.datasets.rows import Rows
from enumino.datasets.totals import Total
from enumino.drawing.figures import Pieces
from enumino.errors import DatasetError, ProblemError
from enumino.families.tatami.parameters import TatamiParameters
from enumino.families.tatami.totals import LayoutTotals
from enumino.objects.covering import MATS, Tiling

if TYPE_CHECKING:
    import pyarrow as pa

    from enumino.datasets.manifest import Manifest
    from enumino.datasets.reader import Dataset


class TatamiRows(Rows):
    """One layout a row."""

    identity = ("rows", "cols", "layout")
    drawn_from = ("rows", "cols", "layout")

    def __init__(self, problem: Parameters) -> None:
        asked = TatamiParameters.read(problem)
        self.rooms = asked.rooms
        self.by_size = {(room.height, room.width): room for room in self.rooms}
        self.fewest, self.most = asked.monomers
        self.up_to_symmetry = asked.up_to_symmetry
        self.limit = asked.limit

    @property
    def row_cells(self) -> int:
        """The cells of the largest room."""
        return max(len(room) for room in self.rooms)

    def totals(self, counts: Counts) -> list[Total]:
        """For each room: if half mats vary, the layouts by their number; then all of them."""
        asked = LayoutTotals(self.rooms, self.fewest, self.most, self.up_to_symmetry)
        lines = asked.totals(counts)
        if cut_off(self.limit, sum(counts.values())):
            return [Total(line.labels, line.count) for line in lines]
        return lines

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Recompute every attribute from the layout."""
        from enumino.families.tatami import checks as tatami

        asked = self.fewest, self.most
        return tatami.faults(rows, self.by_size, asked, self.up_to_symmetry)

    def laws(self, counts: Counts) -> Iterator[Check]:
        """The rooms that were asked for, and as many; rooms on their sides have as many layouts."""
        if others := {(rows, cols) for rows, cols, *_ in counts} - self.by_size.keys():
            rows, cols = min(others)
            yield Check("rooms", False, f"{rows}x{cols} is none that was asked for")
            return
        yield from within(self.limit, counts)
        if cut_off(self.limit, sum(counts.values())):
            return
        sums: Counter[tuple[Any, ...]] = Counter()
        for (rows, cols, monomers, _), number in counts.items():
            sums[rows, cols, monomers] += number
        both = sorted(
            {
                (min(rows, cols), max(rows, cols), monomers)
                for rows, cols, monomers in sums
                if rows != cols and (cols, rows) in self.by_size
            }
        )
        odd = [key for key in both if sums[key] != sums[key[1], key[0], key[2]]]
        detail = f"{odd[0]} has another number on its side" if odd else "equal on their sides"
        if both:
            yield Check("rooms", not odd, detail)

    def recounts(self, counts: Counts) -> Iterator[Check]:
        """Recurrences and transfer matrices."""
        from enumino.families.tatami import recounts

        return recounts.without_search(self, counts)

    def refuse_unsolvable(self, manifest: Manifest) -> None:
        """Refuse all but whole mats in small rectangles."""
        from enumino.families.tatami import recounts

        if self.most != 0 or not all(room.is_rectangle for room in self.rooms):
            raise ProblemError(
                "The oracle cp-sat solves rectangular tatami rooms without half mats, not "
                f"{manifest.title}: leave out --oracle."
            )
        recounts.refuse_unsolvable(self, manifest)

    def compared_with_solver(self, dataset: Dataset) -> Iterator[Check]:
        """Layout by layout."""
        from enumino.families.tatami import recounts

        return recounts.by_constraints(self, dataset)

    def object_of(self, row: Mapping[str, Any]) -> Tiling:
        """The tiling of a row."""
        size = row["rows"], row["cols"]
        if size not in self.by_size:
            raise DatasetError(
                f"A row is of a room {size[0]}x{size[1]}, which is not among those of its problem: "
                "`enumino verify` says which files are wrong."
            )
        return Tiling.tatami(self.by_size[size], row["layout"])

    def picture(self, thing: Tiling, *, ascii_only: bool = False) -> str:
        """Draw the outlines of the mats."""
        return drawing.outlines(thing, ascii_only=ascii_only)

    def numbered(self, thing: Tiling) -> str:
        """Number the mats by their first cells."""
        return thing.numbered()

    def sheet(self, things: Sequence[Tiling], title: str, most_pixels: int | None = None) -> str:
        """Draw layouts on a page."""
        return drawing.tilings_svg(things, title, most_pixels=most_pixels)

    def figures(self) -> Pieces:
        """Mats by the layouts, each room by its sides."""
        rooms = {size: str(room) for size, room in self.by_size.items()}
        return Pieces("layout", rooms, MATS, drawing.MAT_COLOURS, keys=("rows", "cols"))

    def queries(self) -> tuple[str, str, str]:
        """Classes by room; mats that lie along the rows; the symmetric ones."""
        return (
            "select rows, cols, monomers, symmetry, count(*) from rows group by all order by all",
            'rows.group_by("horizontal").len().sort("horizontal").collect()',
            "symmetry <> 'none'",
        )
