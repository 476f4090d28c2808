"""The options of polyforms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from enumino.cli.problems import options_of
from enumino.families.polyforms.parameters import PolyformParameters
from enumino.parameters import values_of

if TYPE_CHECKING:
    from enumino.families.polyforms.families import PolyformFamily
    from enumino.families.polyforms.forest import Polyforms

OPTIONS = options_of(PolyformParameters)


def problem(family: PolyformFamily, **values: Any) -> Polyforms:
    """Make the problem of the `OPTIONS`."""
    return family.problem_class(**values_of(PolyformParameters, values))
