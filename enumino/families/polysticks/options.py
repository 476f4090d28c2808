"""The options of polysticks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from enumino.families.polyforms.options import OPTIONS as OPTIONS

if TYPE_CHECKING:
    from enumino.enum.problem import Problem


def problem(cells: range, kind: Any) -> Problem:
    """Make the problem of the `OPTIONS`."""
    from enumino.families.polysticks.problem import Polysticks

    return Polysticks(cells, kind)
