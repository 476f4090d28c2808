"""The parameters of plane tilings: sizes or shapes, a lattice, and limits of the searches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from enumino.arguments import consecutive, whole
from enumino.errors import ProblemError
from enumino.families.plane_tilings.periods import tiles_the_plane
from enumino.families.plane_tilings.shapes import Shapes, addresses_of
from enumino.objects.lattice import Lattice
from enumino.objects.lattice_files.definition import Definition
from enumino.objects.lattices import LatticeName, lattice_named
from enumino.parameters import Parameters, option, sizes_text

if TYPE_CHECKING:
    MaySizes = str | int | Iterable[int] | None
    MayShapes = Shapes | None
    AnyLattice = str | Path | Definition | Lattice
else:
    MaySizes = MayShapes = str | None
    AnyLattice = LatticeName | Definition

MOST_TILES, MOST_CORONAS = 24, 6


@dataclass(frozen=True)
class PlaneTilingParameters(Parameters):
    """Sizes, or shapes, to decide; their lattice; and the limits of the searches."""

    family: ClassVar[str] = "plane-tilings"

    cells: MaySizes = option("--cells N|A-B", "All shapes of these sizes, such as 8 or 1-11.", None)
    shape: MayShapes = option(
        "--shape SHAPE|FILE",
        "Use only this shape, such as '#.#/###', or the shapes in a file: drawings, lines of "
        "coordinates, or addresses.",
        None,
    )
    lattice: AnyLattice = option(
        "--lattice NAME|FILE",
        "Lattice: square, hexagonal, triangular, or a file in TOML.",
        "square",
    )
    tiles: int = option(
        "--tiles", "Largest period, in tiles, of a tiling that is not isohedral.", MOST_TILES
    )
    coronas: int = option(
        "--coronas", "Largest number of coronas to search for around a shape.", MOST_CORONAS
    )

    def __post_init__(self) -> None:
        lattice = lattice_named(self.lattice)
        self._set(lattice=lattice.definition or lattice.name)
        if not tiles_the_plane(lattice):
            raise ProblemError(
                "Only shapes of cells that share sides tile the plane, not shapes of the "
                f"{lattice.name} lattice: choose square, hexagonal or triangular."
            )
        if (self.cells is None) == (self.shape is None):
            raise ProblemError(
                "Plane tilings need either all shapes of some sizes or shapes of yours: give "
                "either --cells or --shape."
            )
        if self.cells is not None:
            self._set(cells=sizes_text(self.cells))
        else:
            self._set(shape=",".join(addresses_of(lattice, self.shape or ())))
        for name, most in (("tiles", MOST_TILES), ("coronas", MOST_CORONAS)):
            number = whole(getattr(self, name), f"--{name}")
            if not 1 <= number <= most:
                raise ProblemError(f"--{name} takes a number from 1 to {most:,}, not {number:,}.")
            self._set(**{name: number})

    @cached_property
    def on(self) -> Lattice:
        """The lattice of the shapes."""
        return lattice_named(self.lattice)

    @property
    def sizes(self) -> range | None:
        """The sizes whose shapes are all decided."""
        return None if self.cells is None else consecutive(self.cells)

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses of the given shapes."""
        return tuple(str(self.shape).split(",")) if self.shape else ()
