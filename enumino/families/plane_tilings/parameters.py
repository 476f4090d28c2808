"""The parameters of plane tilings: sizes or shapes, their lattice, and limits of the searches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

import msgspec

from enumino.arguments import consecutive, range_of
from enumino.errors import ProblemError
from enumino.families.plane_tilings.lattice_arrays import tiles_the_plane
from enumino.families.plane_tilings.shapes import Shapes, shapes_of
from enumino.objects.lattice import SQUARE, Lattice
from enumino.objects.lattice_files import Definition, file_of, written
from enumino.objects.lattices import lattice_named
from enumino.parameters import Given, Json, Option, Parameters
from enumino.words import interval

MOST_TILES, MOST_CORONAS = 24, 6
Size = Annotated[int, msgspec.Meta(ge=1, le=255)]


def _up_to(most: int) -> Json:
    """Return the form of a limit of the searches."""
    return Json(Annotated[int, msgspec.Meta(ge=1, le=most)])


@dataclass(frozen=True, repr=False)
class PlaneTilingParameters(Parameters):
    """Sizes of which all shapes are decided, or some shapes, and the limits of the searches."""

    family: ClassVar[str] = "plane-tilings"

    lattice: Annotated[
        Given[Lattice, str | Path | Lattice],
        Json(
            str | Definition,
            lambda lattice: written(lattice.definition) if lattice.definition else lattice.name,
            lambda given, _: lattice_named(given),
            optional=True,
        ),
        Option(
            "--lattice",
            "The lattice: square, hexagonal, triangular, or one from a file.  [default: square]",
            metavar="NAME|FILE",
            prints=lambda lattice: (
                file_of(lattice.definition) if lattice.definition else lattice.name
            ),
        ),
    ] = Given(SQUARE)
    cells: Annotated[
        Given[range | None, int | Iterable[int] | None],
        Json(
            tuple[Size, Size],
            lambda sizes: [sizes[0], sizes[-1]],
            lambda ends, _: range(ends[0], ends[1] + 1),
            omitted=True,
        ),
        Option(
            "--cells",
            "All shapes of these sizes, such as 8 or 1-11.",
            metavar="N|A-B",
            reads=range_of,
            prints=lambda sizes: interval(sizes[0], sizes[-1]),
        ),
    ] = Given(None)
    shape: Annotated[
        Given[tuple[str, ...] | None, Shapes | None],
        Json(list[str], list, lambda addresses, _: tuple(addresses), omitted=True),
        Option(
            "--shape",
            "Only this shape, such as '#.#/###', or those of a file: drawings, lines of "
            "coordinates, addresses.",
            metavar="SHAPE|FILE",
            prints=",".join,
        ),
    ] = Given(None)
    tiles: Annotated[
        int,
        _up_to(MOST_TILES),
        Option("--tiles", "Most tiles in a period of a tiling that is not isohedral."),
    ] = MOST_TILES
    coronas: Annotated[
        int,
        _up_to(MOST_CORONAS),
        Option("--coronas", "Most coronas around a shape that are searched for."),
    ] = MOST_CORONAS

    def __post_init__(self) -> None:
        self._set(lattice=lattice_named(self.lattice))
        if not tiles_the_plane(self.lattice):
            raise ProblemError(
                "Tilings of the plane are by shapes in the plane that sides hold together, not by "
                f"those of the {self.lattice.name} lattice: choose square, hexagonal or triangular."
            )
        if (self.cells is None) == (self.shape is None):
            raise ProblemError(
                "Plane tilings are of all shapes of some sizes, or of shapes of yours: give "
                "either --cells or --shape."
            )
        if self.cells is not None:
            self._set(cells=consecutive(self.cells))
        else:
            self._set(shape=shapes_of(self.lattice, self.shape or ()))
        for name, most in (("tiles", MOST_TILES), ("coronas", MOST_CORONAS)):
            if not 1 <= (given := getattr(self, name)) <= most:
                raise ProblemError(f"--{name} is a number from 1 to {most:,}, not {given:,}.")
