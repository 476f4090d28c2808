"""The parameters of tatami layouts: see `enumino.parameters`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from operator import index
from typing import Annotated, Any, ClassVar

import msgspec

from enumino.arguments import digits
from enumino.conditions import UP_TO_SYMMETRY, RowLimit, checked_limit
from enumino.errors import ProblemError
from enumino.objects.region import Region
from enumino.parameters import WITHOUT, Given, Json, Natural, Option, Parameters, RegionJson
from enumino.words import interval, quoted

Rooms = Region | str | Iterable[Region | str]

# All rooms between two, as in 2x2..8x8; not a drawing or the name of a file.
BETWEEN = re.compile(r"(.*\d)\s*\.\.\s*([+-]?\d.*)")

MOST_ROOMS = 10_000


def half_mats_of(text: str) -> tuple[int, int | None]:
    """Return the fewest and the most half mats that a text names.

    >>> half_mats_of("2"), half_mats_of("2-4"), half_mats_of("any")
    ((2, 2), (2, 4), (0, None))
    """
    if text.strip().lower() == "any":
        return 0, None
    found = re.fullmatch(r"\s*(-?\d+)\s*(?:-\s*(\d+))?\s*", text)
    if found is None:
        raise ValueError(f"{quoted(text)} is not a number of half mats: write 0, 2-4 or any")
    return digits(found[1], "The number"), digits(found[2] or found[1], "The number")


def _half_mats_text(monomers: tuple[int, int | None]) -> str:
    return "any" if monomers == (0, None) else interval(*monomers)


@dataclass(frozen=True)
class TatamiParameters(Parameters):
    """The parameters of tatami layouts."""

    family: ClassVar[str] = "tatami"

    rooms: Annotated[
        Given[tuple[Region, ...], Rooms],
        Json(
            Annotated[list[RegionJson], msgspec.Meta(min_length=1)],
            lambda rooms: [room.to_json() for room in rooms],
            lambda value, _: tuple(Region.from_json(room) for room in value),
        ),
        Option(
            "--room",
            "Rows x columns, all rooms between two, or a drawing: # is a cell, . none; repeatable.",
            metavar="HxW|HxW..HxW|FILE",
            required=True,
            multiple=True,
            prints=lambda rooms: " ".join(map(Region.in_a_line, rooms)),
        ),
        WITHOUT,
    ] = Given()
    monomers: Annotated[
        Given[tuple[int, int | None], int | tuple[int, int | None] | None],
        Json(tuple[Natural, Natural | None], list, lambda value, _: value),
        Option(
            "--monomers",
            "Number of half mats in the room.",
            metavar="K|A-B|any",
            reads=half_mats_of,
            prints=_half_mats_text,
        ),
    ] = Given(0)
    _: KW_ONLY
    up_to_symmetry: Annotated[bool, UP_TO_SYMMETRY] = False
    pruning: Annotated[
        bool,
        Json(optional=True),
        Option("--no-pruning", "Also search branches that cannot be completed."),
    ] = True
    limit: RowLimit = None

    def __post_init__(self) -> None:
        self._set(
            rooms=regions_of(self.rooms),
            monomers=interval_of(self.monomers),
            limit=checked_limit(self.limit, "layout"),
        )


def interval_of(monomers: int | Sequence[int | None] | None) -> tuple[int, int | None]:
    """Check the numbers of half mats and return the smallest and the largest."""
    if monomers is None:
        return 0, None
    try:
        given: Any = monomers if isinstance(monomers, Sequence) else (monomers, monomers)
        first, last = given
        fewest, most = index(first), None if last is None else index(last)
    except (TypeError, ValueError) as error:
        raise ProblemError(
            f"{quoted(monomers)} is not a number of half mats: give one, two as (1, 3), or None "
            "for any."
        ) from error
    if fewest < 0 or (most is not None and most < fewest):
        number = fewest if fewest == most else f"{fewest} to {most}"
        raise ProblemError(
            f"A layout cannot have {number} half mats: give a number from 0 up, a range such as "
            "1-3, or any."
        )
    return fewest, most


def regions_of(rooms: Rooms) -> tuple[Region, ...]:
    """Return the rooms of a name: one, several, or all rectangles between two.

    >>> [room.name for room in regions_of("2x3..3x4")]
    ['2x3', '2x4', '3x3', '3x4']
    """
    one = isinstance(rooms, Region | str) or not isinstance(rooms, Iterable)
    listed: list[Any] = [rooms] if one else list(rooms)
    if strange := [room for room in listed if not isinstance(room, Region | str)]:
        raise ProblemError(
            f"{quoted(strange[0])} is not a room: give one such as '4x7', a Region, or several."
        )
    regions = tuple(
        region
        for room in listed
        for region in ([room] if isinstance(room, Region) else _parsed(room))
    )
    if not regions:
        raise ProblemError("There is no room to fill: give at least one, such as 4x7.")
    if len(set(regions)) < len(regions):
        twice = next(room for i, room in enumerate(regions) if room in regions[:i])
        raise ProblemError(f"The room {twice.name} is given twice: name each room once.")
    return regions


def _parsed(room: str) -> list[Region]:
    between = BETWEEN.fullmatch(room)
    if between is None:
        return [Region.parse(room)]
    if not all(re.search("[xX×]", text) for text in between.groups()):
        raise ProblemError(
            f"{quoted(room)} is not a range of rooms: write two rectangles, as in 2x2..8x8."
        )
    first, last = (Region.parse(text) for text in between.groups())
    number = max(0, last.height - first.height + 1) * max(0, last.width - first.width + 1)
    if number > MOST_ROOMS:
        raise ProblemError(
            f"There are {number:,} rooms in {quoted(room)}: give at most {MOST_ROOMS:,} at once."
        )
    rooms = [
        Region.rectangle(height, width)
        for height in range(first.height, last.height + 1)
        for width in range(first.width, last.width + 1)
    ]
    if not rooms:
        raise ProblemError(
            f"There is no room in {quoted(room)}: write the smaller one first, as in 2x2..8x8."
        )
    return rooms
