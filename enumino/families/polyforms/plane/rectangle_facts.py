"""The facts about polyominoes that say which rectangles their copies fill."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, Self

from enumino.datasets.checks import Fault
from enumino.datasets.facts import Witnesses
from enumino.errors import ProblemError
from enumino.families.polyforms.columns import BOX, MASKS
from enumino.families.polyforms.plane import RECTANGLES
from enumino.families.polyforms.plane.plane_facts import Figure, PlaneFacts, at_most
from enumino.objects.lattice import SQUARE
from enumino.parameters import Json, Option
from enumino.schema import Column

if TYPE_CHECKING:
    import pyarrow as pa

    from enumino.datasets.rows import Rows
    from enumino.published import Published

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


# Published numbers: those of M. Reid and W. R. Marshall.
SEQUENCES = {"tiles": "A126138", "tiles, no rectangle": "A126139", "most copies": "A126140"}


@dataclass(frozen=True, repr=False)
class RectangleFacts(PlaneFacts):
    """The smallest rectangles that copies of a polyomino fill, with witnesses.

    Parameters
    ----------
    area : int
        Largest area of a rectangle that is searched.
    """

    area: Annotated[
        int,
        Json(at_most(MOST_AREA)),
        Option("--area", "Largest area of a rectangle that is searched."),
    ] = 200

    name: ClassVar[str] = "rectangles"
    version: ClassVar[int] = 2
    summary: ClassVar[str] = "The smallest rectangles that copies fill, also with odd numbers."

    rows_per_second: ClassVar[float] = DECIDED_PER_SECOND
    bytes_per_row: ClassVar[float] = 10.0
    noun: ClassVar[str] = "rectangle"
    limits: ClassVar[Mapping[str, int]] = {"area": MOST_AREA}
    tally: ClassVar[type] = Tally
    figures: ClassVar[tuple[Figure, ...]] = (
        Figure("tiles", lambda of: of.rectangle == "tiles"),
        Figure("tiles, no rectangle", lambda of: of.copies > 1),
        Figure("none", lambda of: of.rectangle == "none"),
        Figure("open", lambda of: of.rectangle == "open"),
        Figure("odd tiles", lambda of: of.odd_rectangle == "tiles"),
        Figure("odd open", lambda of: of.odd_rectangle == "open"),
        Figure("most copies", lambda of: of.copies, is_largest=True),
    )

    def about(self, rows: Rows) -> Self:
        """Return the set as facts about polyominoes."""
        if rows.lattice != SQUARE:
            raise ProblemError(
                "Facts about rectangles are for polyominoes, not for shapes of the "
                f"{rows.lattice.name} lattice."
            )
        return super().about(rows)

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

    def is_undecided(self, of: Tally) -> bool:
        """Return whether a shape is open, or may have a smaller rectangle."""
        return of.rectangle == "open" or not of.smallest

    def published(self, name: str, cells: int) -> Published | None:
        """Return the published number of a class."""
        from enumino.families.polyforms.published import PACKAGE
        from enumino.published import Published, terms

        oeis = SEQUENCES.get(name)
        return Published(oeis, terms(PACKAGE, "polyominoes")[oeis].get(cells)) if oeis else None


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
