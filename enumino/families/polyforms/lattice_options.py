"""The options of polyforms on a lattice from a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from enumino.cli.problems import names_of, options_of
from enumino.families.polyforms.on_lattices import LatticeParameters
from enumino.parameters import values_of

if TYPE_CHECKING:
    from enumino.families.polyforms.problem import LatticePolyforms

OPTIONS = options_of(LatticeParameters)
(LATTICE,) = (option for option in OPTIONS if names_of([option]) == ["lattice"])


def problem(**values: Any) -> LatticePolyforms:
    """Make the problem of the `OPTIONS`."""
    from enumino.families.polyforms.problem import LatticePolyforms

    return LatticePolyforms(**values_of(LatticeParameters, values))
