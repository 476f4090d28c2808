"""Polyforms on a lattice from a file: the lattice is a parameter of the problem."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from enumino.errors import ProblemError
from enumino.families.polyforms.families import ON_LATTICES, PolyformFamily
from enumino.families.polyforms.parameters import PolyformParameters
from enumino.families.polyforms.published import Sequences
from enumino.objects.lattice import Lattice
from enumino.objects.lattice_files import (
    Definition,
    file_of,
    is_shipped,
    lattice_of,
    read,
    shipped_names,
    written,
)
from enumino.parameters import Given, Json, Option

# Published numbers of the polyforms of shipped lattices, by name.
SEQUENCES = {
    "kite": Sequences("polykites", kinds={"free": "A057786"}),
}


@cache
def family_on(definition: Definition) -> PolyformFamily:
    """Return the family of the polyforms of a lattice, which goes by the name of ``polyforms``.

    Estimates come from the mean number of neighbours, d: the polyforms of the built-in lattices of
    the plane grow by 0.8 d + 0.7 a cell, within 7 %.
    """
    lattice, name = lattice_of(definition), definition.name
    neighbours = sum(map(len, lattice.steps)) / lattice.sublattices
    return PolyformFamily(
        name=ON_LATTICES.name,
        problem=ON_LATTICES.problem,
        marks={"family": ON_LATTICES.name, "lattice": written(definition)},
        noun=definition.polyforms,
        summary=ON_LATTICES.summary,
        lattice=lattice,
        growth=0.8 * neighbours + 0.7,
        amplitude=0.3 * lattice.sublattices,
        sequences=SEQUENCES.get(name, _NONE) if is_shipped(definition) else _NONE,
    )


_NONE = Sequences("", kinds={})


@dataclass(frozen=True, repr=False)
class LatticeParameters(PolyformParameters):
    """The parameters of polyforms on a lattice from a file."""

    named_first = ("lattice",)

    lattice: Annotated[
        Given[Lattice, str | Path | Lattice | None],
        Json(
            Definition,
            lambda lattice: written(lattice.definition),
            lambda definition, _: lattice_of(definition),
        ),
        Option(
            "--lattice",
            "The lattice: a file in TOML, or one that comes with enumino, such as kite.",
            metavar="FILE",
            required=True,
            reads=lambda given: lattice_of(read(given)),
            prints=lambda lattice: file_of(lattice.definition),
        ),
    ] = Given(None)

    def __post_init__(self) -> None:
        given: Any = self.lattice
        if given is None:
            raise ProblemError(
                f"Polyforms need a lattice: name a file, or one of {', '.join(shipped_names())}."
            )
        self._set(lattice=given if isinstance(given, Lattice) else lattice_of(read(given)))
        if self.lattice.definition is None:
            raise ProblemError(
                f"The {self.lattice.name} lattice has a family of its own: give one from a file."
            )
        super().__post_init__()

    @property
    def entry(self) -> PolyformFamily:
        """The family of the polyforms of the lattice."""
        return family_on(self.lattice.definition)
