"""The facts about polyforms that say how each tiles the plane."""

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
from enumino.families.polyforms.plane import CLASSES
from enumino.parameters import Json, Option
from enumino.schema import Column

if TYPE_CHECKING:
    import pyarrow as pa

    from enumino.datasets.documents import Counts
    from enumino.datasets.rows import Rows
    from enumino.datasets.totals import Total
    from enumino.families.polyforms.rows import PolyformRows
    from enumino.objects.lattice import Lattice

MOST_TILES, MOST_CORONAS = 24, 6
DECIDED_PER_SECOND = 600.0  # shapes of 8 to 13 cells; few of them take most of the time


class Tally(NamedTuple):
    """A combination of values of the key columns."""

    cells: int
    holes: int
    tiling: str
    by_translation: bool
    by_half_turn: bool


# Totals: the name, what is counted, and the column of the published table.
TOTALS: tuple[tuple[str, Callable[[Tally], bool]], ...] = (
    ("translation", lambda of: of.by_translation),
    ("half-turn", lambda of: of.by_half_turn),
    ("translation or half-turn", lambda of: of.by_translation or of.by_half_turn),
    ("isohedral, other", lambda of: of.tiling == "isohedral"),
    ("isohedral", lambda of: of.tiling in CLASSES[:3]),
    ("anisohedral", lambda of: of.tiling == "anisohedral"),
    ("tiles", lambda of: of.tiling in CLASSES[:4]),
    ("none, without holes", lambda of: of.tiling == "none" and of.holes == 0),
    ("none", lambda of: of.tiling == "none"),
    ("open", lambda of: of.tiling == "open"),
)
# Classes that shapes may belong to that are open.
UNSETTLED = ("anisohedral", "tiles", "none, without holes", "none")


def _most(number: int) -> Any:
    return Annotated[int, msgspec.Meta(ge=1, le=number)]


@dataclass(frozen=True, repr=False)
class TilingFacts(FactSet):
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
        Json(_most(MOST_TILES)),
        Option("--tiles", "Most tiles in a period of a tiling that is not isohedral."),
    ] = MOST_TILES
    coronas: Annotated[
        int,
        Json(_most(MOST_CORONAS)),
        Option("--coronas", "Most coronas around a shape that are searched for."),
    ] = MOST_CORONAS

    name: ClassVar[str] = "tiling"
    version: ClassVar[int] = 2
    summary: ClassVar[str] = "The way in which copies tile the plane, with a period or a patch."

    def __post_init__(self) -> None:
        for name, most in (("tiles", MOST_TILES), ("coronas", MOST_CORONAS)):
            if not 1 <= getattr(self, name) <= most:
                raise ProblemError(
                    f"--{name} is a number from 1 to {most}, not {getattr(self, name)}."
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
        return self._shapes.lattice

    @property
    def _shapes(self) -> PolyformRows:
        return cast("PolyformRows", self.rows)

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
            ),
            Column(
                "coronas_with_holes",
                "int8",
                "The same if the last corona may leave holes.",
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

    @property
    def rows_per_second(self) -> float:
        """The estimated number of rows a second on one thread."""
        return DECIDED_PER_SECOND

    @property
    def bytes_per_row(self) -> float:
        """The estimated number of bytes of a row in a file."""
        return 40.0

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

    def totals(self, counts: Counts) -> list[Total]:
        """Return the number of shapes of each class, beside the published ones."""
        from enumino.datasets.totals import against
        from enumino.families.polyforms.plane.published import published

        found: dict[int, Counter[str]] = {}
        for key, number in counts.items():
            of = Tally(*key)
            numbers = found.setdefault(of.cells, Counter())
            for name, counted in TOTALS:
                numbers[name] += number * counted(of)
        kind, all_listed = self._shapes.kind, not self._shapes.is_conditional

        def known(name: str, cells: int) -> bool:
            """Whether a number is that of all free shapes, which open ones may change."""
            settled = not found[cells]["open"] or name not in UNSETTLED
            return kind == "free" and all_listed and settled

        return [
            against(
                {"facts": "tiling", "tiling": name, "kind": kind, "cells": cells},
                numbers[name],
                published(self.lattice, name, cells) if known(name, cells) else None,
            )
            for name, _ in TOTALS
            for cells, numbers in sorted(found.items())
        ]
