"""The options of tatami layouts: rooms may be drawn in files, and lack cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from enumino.cli.problems import WITHOUT, options_of, region_of
from enumino.errors import ProblemError
from enumino.families.tatami.parameters import BETWEEN, TatamiParameters
from enumino.families.tatami.parameters import METHODS as METHODS

if TYPE_CHECKING:
    from enumino.enum.problem import Problem
    from enumino.families.tatami.counts import TatamiCount
    from enumino.objects.region import Region

_room, *_others, _limit = options_of(TatamiParameters)
OPTIONS = [_room, WITHOUT, *_others, _limit]
# Of counts; a range of half mats is counted by their number anyway.
COUNT_OPTIONS = [_room, WITHOUT, *_others]
COUNTED_BY = ("monomers", "symmetry")


def rooms_of(named: tuple[str, ...], without: tuple[str, ...]) -> list[Region | str]:
    """Return the rooms that a user names, less some cells."""
    several = [room for room in named if BETWEEN.fullmatch(room)]
    if without and (several or named[1:]):
        rooms = " and ".join(named)
        raise ProblemError(f"--without takes cells of one room, and {rooms} are several.")
    return [room if room in several else region_of(room, without) for room in named]


def problem(rooms: tuple[str, ...], without: tuple[str, ...], **given: Any) -> Problem:
    """Make the problem of the `OPTIONS`."""
    from enumino.families.tatami.problem import Tatami

    return Tatami(rooms_of(rooms, without), **given)


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

    asked = TatamiParameters(rooms_of(rooms, without), **given)
    return TatamiCount(asked, "symmetry" in checked_columns(by, COUNTED_BY), method)
