"""The options of tatami layouts: rooms may be drawn in files, and lack cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from enumino.cli.problems import WITHOUT, options_of, regions_of
from enumino.families.tatami.parameters import METHODS as METHODS
from enumino.families.tatami.parameters import TatamiParameters

if TYPE_CHECKING:
    from enumino.enum.problem import Problem
    from enumino.families.tatami.counts import TatamiCount

_room, *_others = options_of(TatamiParameters)
OPTIONS = [_room, WITHOUT, *_others]
COUNT_OPTIONS = [each for each in OPTIONS if each.name != "limit"]
COUNTED_BY = ("monomers", "symmetry")


def problem(rooms: tuple[str, ...], without: tuple[str, ...], **given: Any) -> Problem:
    """Make the problem of the `OPTIONS`."""
    from enumino.families.tatami.problem import Tatami

    return Tatami(regions_of(rooms, without), **given)


def count(
    by: tuple[str, ...],
    method: Any,
    rooms: tuple[str, ...],
    without: tuple[str, ...],
    **given: Any,
) -> TatamiCount:
    """Make the count of the `COUNT_OPTIONS`."""
    from enumino.families.tatami.counts import TatamiCount
    from enumino.run.counting import checked_columns

    asked = TatamiParameters(regions_of(rooms, without), **given)
    by_symmetry = "symmetry" in checked_columns(by, COUNTED_BY)
    return TatamiCount(asked, by_symmetry=by_symmetry, method=method)
