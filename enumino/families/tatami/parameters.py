"""The parameters of tatami layouts: see `enumino.parameters`."""

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args

from enumino.arguments import interval_of
from enumino.errors import ProblemError
from enumino.objects.lattice import SQUARE
from enumino.objects.region import Region, check_names, regions_in
from enumino.parameters import UP_TO_SYMMETRY, Parameters, checked_limit, option, row_limit
from enumino.words import first_of, interval, quoted

if TYPE_CHECKING:
    Rooms = Region | str | Iterable[Region | str]
    HalfMats = str | int | tuple[int, int | None] | None
else:
    Rooms, HalfMats = tuple[str, ...], str

Method = Literal["recurrence", "transfer-matrix", "search"]  # of counting
METHODS: tuple[Method, ...] = get_args(Method)


@dataclass(frozen=True)
class TatamiParameters(Parameters):
    """The parameters of tatami layouts."""

    family: ClassVar[str] = "tatami"
    tree_version: ClassVar[int] = 2

    rooms: Rooms = option(
        "--room HxW|HxW..HxW|FILE",
        "Rows x columns, all rooms between two sizes, or a drawing with # for cells; repeatable.",
    )
    monomers: HalfMats = option("--monomers K|A-B|any", "Number of half mats in the room.", "0")
    _: KW_ONLY
    up_to_symmetry: bool = option("--up-to-symmetry", UP_TO_SYMMETRY, False)
    limit: int | None = row_limit()

    def __post_init__(self) -> None:
        regions = regions_of(self.rooms)
        fewest, most = half_mats_of(self.monomers)
        self._set(
            rooms=tuple(region.in_a_line() for region in regions),
            monomers="any" if (fewest, most) == (0, None) else interval(fewest, most),
            limit=checked_limit(self.limit, "layout"),
        )

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """The rooms."""
        return regions_of(self.rooms)

    @property
    def half_mats(self) -> tuple[int, int | None]:
        """The fewest and the most half mats of a layout, None without an upper bound."""
        return half_mats_of(self.monomers)

    def describe(self) -> str:
        names = [room.name for room in self.regions]
        rooms = names[0] if len(names) == 1 else f"{len(names)} rooms, {names[0]} to {names[-1]}"
        number = "any number of" if self.monomers == "any" else self.monomers
        halves = f" with {number} half mat{'' if number == '1' else 's'}"
        found = f"{first_of(self.limit, 'tatami layout')} of {rooms}"
        found += "" if self.monomers == "0" else halves
        return found + (", up to symmetry" if self.up_to_symmetry else "")


def half_mats_of(monomers: HalfMats) -> tuple[int, int | None]:
    """Return the fewest and the most half mats of a layout.

    >>> half_mats_of(2), half_mats_of("2-4"), half_mats_of("any"), half_mats_of((3, None))
    ((2, 2), (2, 4), (0, None), (3, None))
    """
    given = monomers if isinstance(monomers, tuple) else (monomers,)
    text = "any" if monomers is None else "-".join("" if n is None else str(n) for n in given)
    found = (0, None) if text.strip().lower() == "any" else interval_of(text)
    if found and (found[1] is None or found[0] <= found[1]):
        return found
    raise ProblemError(
        f"{quoted(monomers)} is not a number of half mats: write 0, 2-4 or any, the smaller number "
        "first."
    )


def regions_of(rooms: Rooms) -> tuple[Region, ...]:
    """Return the named rooms; a name may mean all rectangles between two."""
    one = isinstance(rooms, Region | str) or not isinstance(rooms, Iterable)
    listed: list[Any] = [rooms] if one else list(rooms)
    if strange := [room for room in listed if not isinstance(room, Region | str)]:
        raise ProblemError(
            f"{quoted(strange[0])} is not a room: give a text such as '4x7', a Region, or several."
        )
    regions = tuple(
        region
        for room in listed
        for region in ([room] if isinstance(room, Region) else regions_in(room))
    )
    if strange := [room for room in regions if room.lattice != SQUARE]:
        raise ProblemError(
            f"{strange[0].name} is a region of the {strange[0].lattice.name} lattice: rooms "
            "are of squares."
        )
    if any(region.optional or region.colours for region in regions):
        raise ProblemError(
            "Mats cover a room: draw it without cells that may stay empty and colours."
        )
    if not regions:
        raise ProblemError("There is no room to fill: give at least one, such as 4x7.")
    if len(regions) > 1 and not all(region.is_rectangle for region in regions):
        raise ProblemError("Several rooms at once must be rectangles: take other rooms one by one.")
    if len(set(regions)) < len(regions):
        twice = next(room for i, room in enumerate(regions) if room in regions[:i])
        raise ProblemError(f"The room {twice.name} is given twice: name each room once.")
    check_names(regions)
    return regions
