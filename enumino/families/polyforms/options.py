"""The options of polyforms, and of those on a lattice from a file."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from enumino.cli.problems import names_of, options_of
from enumino.families.polyforms.on_lattices import LatticeParameters
from enumino.families.polyforms.parameters import PolyformParameters
from enumino.parameters import values_of

if TYPE_CHECKING:
    from enumino.families.polyforms.families import PolyformFamily
    from enumino.families.polyforms.problem import LatticePolyforms, Polyforms

OPTIONS = options_of(PolyformParameters)


def problem(family: PolyformFamily, **values: Any) -> Polyforms:
    """Make the problem of the `OPTIONS`."""
    return family.problem_class(**values_of(PolyformParameters, values))


def _on_lattice(**values: Any) -> LatticePolyforms:
    """Make the problem of the options `ON_LATTICES`."""
    from enumino.families.polyforms.problem import LatticePolyforms

    return LatticePolyforms(**values_of(LatticeParameters, values))


ON_LATTICES = SimpleNamespace(OPTIONS=options_of(LatticeParameters), problem=_on_lattice)
(LATTICE,) = (option for option in ON_LATTICES.OPTIONS if names_of([option]) == ["lattice"])
