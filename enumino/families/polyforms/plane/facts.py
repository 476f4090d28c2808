"""The facts about polyforms that say how each tiles the plane."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, Self

from enumino.datasets.checks import Fault
from enumino.datasets.facts import Witnesses
from enumino.errors import ProblemError
from enumino.families.polyforms.columns import BOX, MASKS
from enumino.families.polyforms.plane import CLASSES
from enumino.families.polyforms.plane.heesch_types import TYPES
from enumino.families.polyforms.plane.plane_facts import Figure, PlaneFacts, at_most
from enumino.parameters import Json, Option
from enumino.schema import Column

if TYPE_CHECKING:
    import pyarrow as pa

    from enumino.datasets.rows import Rows
    from enumino.objects.lattice import Lattice
    from enumino.published import Published

MOST_TILES, MOST_CORONAS = 24, 6
DECIDED_PER_SECOND = 600.0  # shapes of 8 to 13 cells; few of them take most of the time


class Tally(NamedTuple):
    """A combination of values of the key columns."""

    cells: int
    holes: int
    tiling: str
    by_translation: bool
    by_half_turn: bool
    coronas: int
    coronas_with_holes: int

    @property
    def is_surrounded(self) -> bool:
        """Whether copies do not tile, but can be laid around the shape."""
        return self.tiling == "none" and self.coronas_with_holes > 0


@dataclass(frozen=True, repr=False)
class TilingFacts(PlaneFacts):
    """The way in which copies of a polyform tile the plane, with a witness.

    Parameters
    ----------
    tiles : int
        Most tiles in a period of a tiling that is not isohedral.
    coronas : int
        Most coronas that are searched for.
    """

    tiles: Annotated[
        int,
        Json(at_most(MOST_TILES)),
        Option("--tiles", "Most tiles in a period of a tiling that is not isohedral."),
    ] = MOST_TILES
    coronas: Annotated[
        int,
        Json(at_most(MOST_CORONAS)),
        Option("--coronas", "Most coronas around a shape that are searched for."),
    ] = MOST_CORONAS

    name: ClassVar[str] = "tiling"
    version: ClassVar[int] = 3
    summary: ClassVar[str] = "The way in which copies tile the plane, with a period or a patch."

    rows_per_second: ClassVar[float] = DECIDED_PER_SECOND
    bytes_per_row: ClassVar[float] = 40.0
    noun: ClassVar[str] = "tiling"
    limits: ClassVar[Mapping[str, int]] = {"tiles": MOST_TILES, "coronas": MOST_CORONAS}
    tally: ClassVar[type] = Tally
    figures: ClassVar[tuple[Figure, ...]] = (
        Figure("translation", lambda of: of.by_translation, may_change=False),
        Figure("half-turn", lambda of: of.by_half_turn, may_change=False),
        Figure(
            "translation or half-turn",
            lambda of: of.by_translation or of.by_half_turn,
            may_change=False,
        ),
        Figure("isohedral, other", lambda of: of.tiling == "isohedral", may_change=False),
        Figure("isohedral", lambda of: of.tiling in CLASSES[:3], may_change=False),
        Figure("anisohedral", lambda of: of.tiling == "anisohedral"),
        Figure("tiles", lambda of: of.tiling in CLASSES[:4]),
        Figure("none, without holes", lambda of: of.tiling == "none" and of.holes == 0),
        Figure("none", lambda of: of.tiling == "none"),
        Figure("none, surrounded", lambda of: of.is_surrounded),
        Figure("Heesch number 1", lambda of: of.is_surrounded and of.coronas == 1),
        Figure("Heesch number 2", lambda of: of.is_surrounded and of.coronas == 2),
        Figure("Heesch number over 2", lambda of: of.is_surrounded and of.coronas > 2),
        Figure("open", lambda of: of.tiling == "open"),
    )

    def about(self, rows: Rows) -> Self:
        """Return the set as facts about shapes of a lattice of the plane whose sides connect."""
        lattice: Lattice = rows.lattice
        plane = lattice.dimensions == 2 and not lattice.of_edges
        if not plane or lattice.overlaps or lattice.steps != lattice.side_steps:
            raise ProblemError(
                "Facts about tilings of the plane are for shapes in the plane that sides hold "
                f"together, not for those of the {lattice.name} lattice."
            )
        return super().about(rows)

    @property
    def lattice(self) -> Lattice:
        """The lattice of the shapes."""
        return self.shapes.lattice

    @property
    def reads(self) -> tuple[str, ...]:
        """Box and mask, cells and holes."""
        return (*BOX, *MASKS, "cells", "holes")

    @property
    def columns(self) -> tuple[Column, ...]:
        """The verdict and its witness, after the columns that totals need."""
        return (
            Column("cells", "uint8", "Number of cells.", key=True),
            Column(
                "holes",
                "uint8",
                "Bounded components of the complement under edge adjacency.",
                key=True,
            ),
            Column(
                "tiling",
                "string",
                "How copies tile the plane, the first that fits: translation (as they are), "
                "half-turn (also turned by 180 degrees), isohedral, anisohedral, none, open (not "
                "decided).",
                key=True,
                values=CLASSES,
            ),
            Column("by_translation", "bool", "Whether translated copies tile.", key=True),
            Column("by_half_turn", "bool", "Whether copies tile by Conway's criterion.", key=True),
            Column("period_tiles", "uint8", "Tiles in the period of the witness; 0 for a patch."),
            Column(
                "coronas",
                "int8",
                "Heesch number: most coronas found whose patches have no holes, -1 if copies tile; "
                "a lower bound where the search for the next one gave up.",
                key=True,
            ),
            Column(
                "coronas_with_holes",
                "int8",
                "The same if the last corona may leave holes.",
                key=True,
            ),
            Column(
                "heesch_type",
                "string",
                "Type of the isohedral tiling that the witness is: the sides of a tile in order, T "
                "translation, C half-turn, C3, C4, C6 turn, G glide reflection; none of others.",
                values=tuple(TYPES),
            ),
            Column(
                "cuts",
                "list<uint16>",
                "Witness: where the sides begin, in edges of the outline, clockwise from the first "
                "one of the first cell that has one.",
            ),
            Column(
                "vectors",
                "list<int16>",
                "Witness: vectors of its period, each as rows and unit cells; none for a patch.",
            ),
            Column(
                "tiles",
                "list<int16>",
                "Witness: image of the shape (0 is the shape itself), rows and unit cells of each "
                "tile; the shape first.",
            ),
        )

    def compute(self, rows: pa.RecordBatch) -> Mapping[str, Any]:
        """Decide some rows."""
        from enumino.families.polyforms.plane.decision import decisions

        return decisions(self.lattice, rows, self.tiles, self.coronas)

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Check the witnesses."""
        from enumino.families.polyforms.plane.checks import faults, tiling_fault

        return faults(self.lattice, rows, tiling_fault)

    def witnesses(self) -> Mapping[str, Witnesses]:
        """Return the drawing of periods and patches."""
        from enumino.families.polyforms.plane import pictures

        return {"tiling": pictures.Witnesses(self.lattice)}

    def is_undecided(self, of: Tally) -> bool:
        """Return whether a shape is open."""
        return of.tiling == "open"

    def published(self, name: str, cells: int) -> Published | None:
        """Return the published number of a class."""
        from enumino.families.polyforms.plane.published import published

        return published(self.lattice, name, cells)
