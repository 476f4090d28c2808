"""The options of polyiamonds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from enumino.families.polyforms.options import OPTIONS as OPTIONS

if TYPE_CHECKING:
    from enumino.enum.problem import Problem


def problem(cells: range, kind: Any) -> Problem:
    """Make the problem of the `OPTIONS`."""
    from enumino.families.polyiamonds.problem import Polyiamonds

    return Polyiamonds(cells, kind)
