"""The facts about polyominoes that say which rectangles their copies fill."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, Self, cast

import msgspec

from enumino.datasets.checks import Fault
from enumino.datasets.facts import FactSet, Witnesses
from enumino.errors import ProblemError
from enumino.families.polyforms.columns import BOX, MASKS
from enumino.families.polyforms.plane import RECTANGLES
from enumino.objects.lattice import SQUARE
from enumino.parameters import Json, Option
from enumino.schema import Column

if TYPE_CHECKING:
    import pyarrow as pa

    from enumino.datasets.documents import Counts
    from enumino.datasets.rows import Rows
    from enumino.datasets.totals import Total
    from enumino.families.polyforms.rows import PolyformRows

MOST_AREA = 2000
DECIDED_PER_SECOND = 500.0  # shapes of 8 cells; few of them take most of the time
EXPLAINED = "tiles, none (proven), open (none found up to the area searched)."


class Tally(NamedTuple):
    """A combination of values of the key columns."""

    cells: int
    rectangle: str
    copies: int
    smallest: bool
    odd_rectangle: str


# Totals: the name, what is counted, and the sequence of the published terms.
TOTALS: tuple[tuple[str, Callable[[Tally], bool], str], ...] = (
    ("tiles", lambda of: of.rectangle == "tiles", "A126138"),
    ("tiles, no rectangle", lambda of: of.copies > 1, "A126139"),
    ("none", lambda of: of.rectangle == "none", ""),
    ("open", lambda of: of.rectangle == "open", ""),
    ("odd tiles", lambda of: of.odd_rectangle == "tiles", ""),
    ("odd open", lambda of: of.odd_rectangle == "open", ""),
)
MOST_COPIES = "most copies"


@dataclass(frozen=True, repr=False)
class RectangleFacts(FactSet):
    """The smallest rectangles that copies of a polyomino fill, with witnesses.

    Parameters
    ----------
    area : int
        Largest area of a rectangle that is searched.
    """

    area: Annotated[
        int,
        Json(Annotated[int, msgspec.Meta(ge=1, le=MOST_AREA)]),
        Option("--area", "Largest area of a rectangle that is searched."),
    ] = 200

    name: ClassVar[str] = "rectangles"
    summary: ClassVar[str] = "The smallest rectangles that copies fill, also with odd numbers."

    def __post_init__(self) -> None:
        if not 1 <= self.area <= MOST_AREA:
            raise ProblemError(f"--area is a number from 1 to {MOST_AREA:,}, not {self.area:,}.")

    def about(self, rows: Rows) -> Self:
        """Return the set as facts about polyominoes."""
        if rows.lattice != SQUARE:
            raise ProblemError(
                "Facts about rectangles are for polyominoes, not for shapes of the "
                f"{rows.lattice.name} lattice."
            )
        return super().about(rows)

    @property
    def _shapes(self) -> PolyformRows:
        return cast("PolyformRows", self.rows)

    @property
    def reads(self) -> tuple[str, ...]:
        """Box and mask, and cells."""
        return (*BOX, *MASKS, "cells")

    @property
    def columns(self) -> tuple[Column, ...]:
        """The verdicts and their witnesses."""
        return (
            Column("cells", "uint8", "Number of cells.", key=True),
            *_answer("", "rectangle", "the smallest rectangle", "copies fill a rectangle"),
            Column(
                "smallest",
                "bool",
                "Whether all smaller rectangles are excluded; else copies is a bound from above.",
                key=True,
            ),
            Column(
                "strip",
                "uint8",
                "Proof of none: height of a strip along a side that copies cannot fill from "
                "corner to corner; 0 without.",
            ),
            *_answer(
                "odd_",
                "odd rectangle",
                "the smallest rectangle of an odd number of copies",
                "an odd number of copies fills a rectangle",
            ),
        )

    @property
    def rows_per_second(self) -> float:
        """The estimated number of rows a second on one thread."""
        return DECIDED_PER_SECOND

    @property
    def bytes_per_row(self) -> float:
        """The estimated number of bytes of a row in a file."""
        return 10.0

    def compute(self, rows: pa.RecordBatch) -> Mapping[str, Any]:
        """Decide some rows."""
        from enumino.families.polyforms.plane.rectangles import decisions

        return decisions(rows, self.area)

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Check the witnesses."""
        from enumino.families.polyforms.plane.checks import faults, rectangle_fault

        return faults(SQUARE, rows, rectangle_fault)

    def witnesses(self) -> Mapping[str, Witnesses]:
        """Return the drawings of the rectangles."""
        from enumino.families.polyforms.plane.pictures import FilledRectangles, OddRectangles

        return {"rectangle": FilledRectangles(SQUARE), "odd_rectangle": OddRectangles(SQUARE)}

    def totals(self, counts: Counts) -> list[Total]:
        """Return the number of shapes with each verdict, beside the published ones."""
        from enumino.datasets.totals import against
        from enumino.families.polyforms.published import PACKAGE
        from enumino.published import Published, terms

        numbers: dict[int, Counter[str]] = {}
        settled: dict[int, bool] = {}
        for key, number in counts.items():
            of = Tally(*key)
            found = numbers.setdefault(of.cells, Counter())
            for name, counted, _ in TOTALS:
                found[name] += number * counted(of)
            found[MOST_COPIES] = max(found[MOST_COPIES], of.copies)
            proven = of.rectangle != "open" and of.smallest
            settled[of.cells] = settled.get(of.cells, True) and proven
        shapes = self._shapes
        comparable = shapes.kind == "free" and not shapes.is_conditional
        known = terms(PACKAGE, "polyominoes")
        sequences = [*((name, oeis) for name, _, oeis in TOTALS), (MOST_COPIES, "A126140")]
        return [
            against(
                {"facts": "rectangle", "rectangle": name, "kind": shapes.kind, "cells": cells},
                found[name],
                Published(oeis, known[oeis].get(cells))
                if oeis and comparable and settled[cells]
                else None,
            )
            for name, oeis in sequences
            for cells, found in sorted(numbers.items())
        ]


def _answer(prefix: str, noun: str, smallest: str, question: str) -> tuple[Column, ...]:
    """Return the columns of a verdict, with the smallest rectangle."""
    return (
        Column(
            f"{prefix}rectangle",
            "string",
            f"Whether {question}, turned and turned over: {EXPLAINED}",
            key=True,
            values=RECTANGLES,
        ),
        Column(
            f"{prefix}copies",
            "uint16",
            f"Number of copies in {smallest}; 0 if none is known.",
            key=not prefix,
        ),
        Column(f"{prefix}rectangle_height", "uint16", f"Height of {smallest}, or 0."),
        Column(f"{prefix}rectangle_width", "uint16", f"Width of {smallest}, at least its height."),
        Column(
            f"{prefix}searched",
            "uint16",
            f"Area up to which no {noun} is smaller; 0 if it is proven that there is none.",
        ),
        Column(
            f"{prefix}rectangle_tiles",
            "list<int16>",
            f"Witness: image of the shape, rows and columns of each copy in {smallest}.",
        ),
    )
