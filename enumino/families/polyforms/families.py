"""The families of polyforms: one per lattice, with everything that distinguishes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any

import msgspec

from enumino.errors import ProblemError
from enumino.families.polyforms.published import Sequences
from enumino.objects.lattice import KING, SQUARE, Lattice
from enumino.objects.lattices import CUBIC, HEXAGONAL, STICK, TRIANGULAR
from enumino.objects.point_group import KINDS, Kind
from enumino.published import TOTAL, Published
from enumino.registry import Family
from enumino.words import quoted

if TYPE_CHECKING:
    from enumino.objects.lattice_files.definition import Definition
    from enumino.parameters import Parameters


@dataclass(frozen=True, kw_only=True)
class PolyformFamily(Family):
    """The polyforms of a lattice.

    The number of fixed polyforms of n cells is about amplitude * growth^n / (n + shift)^p, where p
    is 1 in the plane and 1.5 in space.
    """

    package: str = __package__
    parameters_name: str = "PolyformParameters"
    problem_name: str = "LatticePolyforms"  # on a lattice from a file
    rows_name: str = "PolyformRows"
    lattice: Lattice
    growth: float
    amplitude: float
    sequences: Sequences
    shift: float = 0.0
    all_classes: bool = False  # whether totals include empty symmetry classes

    @property
    def noun(self) -> str:
        """The plural noun for the polyforms."""
        definition = self.lattice.definition
        return self.name if definition is None else definition.polyforms

    def __reduce__(self) -> tuple[Callable[..., PolyformFamily], tuple[Any]]:
        """Pickle the name or the definition only, because a class made here has no module."""
        if self.lattice.definition is None:
            return family_named, (self.name,)
        return family_on, (self.lattice.definition,)

    @cached_property
    def parameters_class(self) -> type[Parameters]:
        """The class of the parameters, without the search."""
        shared = super().parameters_class
        return type(shared.__name__, (shared,), {"family": self.name})

    @property
    def problem_class(self) -> Any:
        """The class of the problems, with any lattice from a file."""
        if self.lattice.definition is None:
            return getattr(self.module("problem"), self.name.capitalize())
        return partial(super().problem_class, lattice=self.lattice)

    @property
    def common(self) -> dict[str, Any]:
        """The parameters that all problems of the family share, as JSON values."""
        definition = self.lattice.definition
        return {"family": self.name} | (
            {"lattice": msgspec.json.decode(msgspec.json.encode(definition))} if definition else {}
        )

    def check_kind(self, kind: str) -> None:
        """Raise a ProblemError if a kind is unknown."""
        if kind not in KINDS:
            raise ProblemError(
                f"There are no {quoted(kind)} {self.noun}: choose {', '.join(KINDS)}."
            )

    def about(self, cells: int) -> float:
        """Return the approximate number of fixed polyforms."""
        power = 1.5 if self.lattice.dimensions > 2 else 1.0
        return self.amplitude * self.growth**cells / (cells + self.shift) ** power

    def published(self, cells: int, kind: Kind, **values: int | str) -> Published | None:
        """Return the published number of polyforms with some values of columns, or None.

        A free polyform stands for ``orbit`` fixed polyforms and, if it is chiral, for two one-sided
        polyforms.

        >>> POLYOMINOES.published(8, "one-sided", symmetry="rotate")
        Published(oeis='2*A006747', value=36)
        >>> POLYOMINOES.published(8, "free", holes=0, symmetry="axis")
        Published(oeis='A056879', value=23)
        >>> POLYOMINOES.published(8, "fixed", height=2, width=7)
        Published(oeis='A059678', value=24)
        """
        if {*values.values()} == {"true"}:
            return self.sequences.known(kind, values, cells)
        others = {name: value for name, value in values.items() if name != "symmetry"}
        if others not in ({}, {"holes": 0}):
            return self.sequences.by_columns.get((cells, kind, frozenset(values.items())))
        counted = ["without_holes"] if others else []
        symmetry = str(values.get("symmetry", TOTAL))
        if symmetry == TOTAL:
            return self.sequences.known(kind, counted or [TOTAL], cells)
        times = self.lattice.class_named(symmetry).per_free(kind)
        return self.sequences.known("free", [*counted, f"symmetry {symmetry}"], cells, times)

    def small_counts(self) -> Mapping[str, Callable[[], object]]:
        """Return counts that compile the kernels of counts; most lattices share a kernel."""

        def count() -> None:
            counts: Any = self.module("counts")  # which imports this module
            counts.count_polyforms(self.name, 4)
            if self == POLYOMINOES:
                sweeps: Any = self.module("counting.sweeps")
                sweeps.HalfTurnSweep(2, 4).run()

        return {"counts": count} if self in (POLYOMINOES, POLYHEXES) else {}


POLYOMINOES = PolyformFamily(
    name="polyominoes",
    summary="Edge-connected sets of squares, by size.",
    example="--cells 1-10",
    small_problems={
        "symmetric rows": {"cells": "4", "kind": "free", "symmetry": "all"},
        "rows": {"cells": "4", "kind": "free"},
    },
    lattice=SQUARE,
    # I. Jensen, Counting polyominoes: a parallel implementation for cluster computing, LNCS 2659,
    # 2003. With the shift, small sizes are right within 4 %.
    growth=4.0625696,
    amplitude=0.316915,
    shift=0.68,
    all_classes=True,
    sequences=Sequences("polyominoes", has_tables=True),
)

POLYHEXES = PolyformFamily(
    name="polyhexes",
    summary="Edge-connected sets of hexagons, by size.",
    example="--cells 1-8",
    small_problems={"rows of all lattices": {"cells": "4", "kind": "free"}},
    lattice=HEXAGONAL,
    growth=5.183,
    amplitude=0.2612,
    sequences=Sequences("polyhexes"),
)

POLYIAMONDS = PolyformFamily(
    name="polyiamonds",
    summary="Edge-connected sets of triangles, by size.",
    example="--cells 1-10",
    lattice=TRIANGULAR,
    growth=3.04,
    amplitude=0.762,
    sequences=Sequences("polyiamonds"),
)

POLYPLETS = PolyformFamily(
    name="polyplets",
    summary="Sets of squares that connect at edges or corners, by size.",
    example="--cells 1-7",
    lattice=KING,
    growth=7.1,
    amplitude=0.178,
    sequences=Sequences("polyplets"),
)

POLYCUBES = PolyformFamily(
    name="polycubes",
    summary="Face-connected sets of cubes, by size.",
    example="--cells 1-6",
    lattice=CUBIC,
    growth=8.34,
    amplitude=0.174,
    sequences=Sequences("polycubes"),
)

POLYSTICKS = PolyformFamily(
    name="polysticks",
    summary="Connected sets of edges of the square grid, by size.",
    example="--cells 1-8",
    lattice=STICK,
    growth=5.21,
    amplitude=0.5,
    sequences=Sequences("polysticks"),
)

OF_LATTICES = (POLYOMINOES, POLYHEXES, POLYIAMONDS, POLYPLETS, POLYCUBES, POLYSTICKS)

ON_LATTICES = Family(
    name="polyforms",
    summary="Connected sets of cells of a lattice from a file, by size.",
    example="--lattice kite --cells 1-8",
    package=__package__,
    parameters_name="LatticeParameters",
    problem_name=PolyformFamily.problem_name,
    rows_name="PolyformRows",
)

# Published sequences of the polyforms of lattices that come with the package, by lattice name.
SHIPPED = {"kite": Sequences("polykites")}

FAMILIES = (*OF_LATTICES, ON_LATTICES)


def family_named(name: str) -> PolyformFamily:
    """Return the family of a name, or raise a ProblemError."""
    found = next((family for family in OF_LATTICES if family.name == name), None)
    if found is None:
        names = ", ".join(family.name for family in OF_LATTICES)
        raise ProblemError(f"There are no polyforms called {quoted(name)}: choose {names}.")
    return found


@cache
def family_on(definition: Definition) -> PolyformFamily:
    """Return the family ``polyforms`` on a lattice from a file.

    The growth per cell is estimated as 0.8 d + 0.7 for a mean number of d neighbours, which is
    right within 7 % for the built-in lattices of the plane.
    """
    from enumino.objects.lattice_files.definition import shipped
    from enumino.objects.lattice_files.tiling import lattice_of

    lattice = lattice_of(definition)
    neighbours = sum(map(len, lattice.steps)) / lattice.sublattices
    is_known = definition.name in SHIPPED and definition == shipped(definition.name)
    return PolyformFamily(
        name=ON_LATTICES.name,
        summary=ON_LATTICES.summary,
        lattice=lattice,
        growth=0.8 * neighbours + 0.7,
        amplitude=0.3 * lattice.sublattices,
        sequences=SHIPPED[definition.name] if is_known else Sequences(""),
    )
