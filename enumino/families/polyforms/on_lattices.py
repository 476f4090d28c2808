"""Polyforms on a lattice from a file: the lattice is a parameter of the problem."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any

from enumino.errors import ProblemError
from enumino.families.polyforms.families import ON_LATTICES, PolyformFamily, family_named
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
from enumino.objects.polyform import free_polyforms
from enumino.parameters import Given, Json, Option

# Published numbers of the polyforms of shipped lattices, by name.
SEQUENCES = {
    "kite": Sequences("polykites", kinds={"free": "A057786"}),
}


MOST_GROWN = 3000  # fixed shapes, which takes a tenth of a second


class LatticeFamily(PolyformFamily):
    """The family of the polyforms of a lattice from a file."""

    @property
    def key(self) -> Definition:
        """The definition of the lattice."""
        found: Definition = self.lattice.definition
        return found

    @property
    def problem_class(self) -> Any:
        """The class of its problems, with the lattice."""
        return partial(self._load("problem:LatticePolyforms"), lattice=self.lattice)

    def grown(self, cells: int) -> Mapping[str, int] | None:
        """Return the free shapes of a size by class, if they are few.

        They are grown cell by cell, which shares nothing with the search but the lattice.
        """
        if self.about(cells) > MOST_GROWN:
            return None
        return Counter(shape.symmetry.name for shape in free_polyforms(cells, self.lattice))

    def options_module(self) -> Any:
        """Return the options of polyforms, and the constructor of problems on the lattice."""
        options = self._load("options:ON_LATTICES")
        problem = partial(options.problem, lattice=self.lattice)
        return SimpleNamespace(OPTIONS=options.OPTIONS, problem=problem)


def family_of(key: str | Definition) -> PolyformFamily:
    """Return the family of a `PolyformFamily.key`."""
    return family_named(key) if isinstance(key, str) else family_on(key)


@cache
def family_on(definition: Definition) -> LatticeFamily:
    """Return the family of the polyforms of a lattice, which goes by the name of ``polyforms``.

    Estimates come from the mean number of neighbours, d: the polyforms of the built-in lattices of
    the plane grow by 0.8 d + 0.7 a cell, within 7 %.
    """
    lattice, name = lattice_of(definition), definition.name
    neighbours = sum(map(len, lattice.steps)) / lattice.sublattices
    return LatticeFamily(
        name=ON_LATTICES.name,
        marks={"family": ON_LATTICES.name, "lattice": written(definition)},
        noun=definition.polyforms,
        summary=ON_LATTICES.summary,
        lattice=lattice,
        growth=0.8 * neighbours + 0.7,
        amplitude=0.3 * lattice.sublattices,
        sequences=SEQUENCES.get(name, _NONE) if is_shipped(definition) else _NONE,
    )


_NONE = Sequences("", kinds={})


def _read(given: str) -> Lattice:
    return lattice_of(read(given))


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
            reads=_read,
            prints=lambda lattice: file_of(lattice.definition),
        ),
    ] = Given(None)

    def __post_init__(self) -> None:
        given: Any = self.lattice
        if given is None:
            raise ProblemError(
                f"Polyforms need a lattice: name a file, or one of {', '.join(shipped_names())}."
            )
        self._set(lattice=given if isinstance(given, Lattice) else _read(given))
        if self.lattice.definition is None:
            raise ProblemError(
                f"The {self.lattice.name} lattice has a family of its own: give one from a file."
            )
        super().__post_init__()

    @property
    def entry(self) -> PolyformFamily:
        """The family of the polyforms of the lattice."""
        return family_on(self.lattice.definition)
