"""``enumino count tilings``: by profiles or by search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from enumino.families.tilings.cover_command import cover_command
from enumino.families.tilings.options import COUNT_OPTIONS, problem

if TYPE_CHECKING:
    from enumino.datasets.totals import Total


def _count(made: Any, **settings: Any) -> list[Total]:
    from enumino.families.tilings.counts import count_tilings

    return count_tilings(made, **settings)


command = cover_command(
    "tilings", "Tilings of a region by polyominoes.", COUNT_OPTIONS, problem, _count
)
