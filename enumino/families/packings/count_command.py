"""``enumino count packings``: by profiles or by search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from enumino.families.packings.options import COUNT_OPTIONS, problem
from enumino.families.tilings.cover_command import cover_command

if TYPE_CHECKING:
    from enumino.datasets.totals import Total


def _count(made: Any, **settings: Any) -> list[Total]:
    from enumino.families.packings.counts import count_packings

    return count_packings(made, **settings)


command = cover_command(
    "packings", "Packings of a region of any lattice.", COUNT_OPTIONS, problem, _count
)
