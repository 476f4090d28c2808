"""Tatami layouts of rooms: parameters -> the row scan, or the blocks, -> columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log10
from operator import index
from sys import float_info
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from enumino.enum.forest import HOPELESS, Forest, first_of
from enumino.enum.kernel import Kernel
from enumino.enum.problem import Expectation
from enumino.errors import ProblemError
from enumino.families.tatami.columns import TATAMI_COLUMNS
from enumino.objects.lattice import SymmetryClass
from enumino.objects.region import Region
from enumino.objects.region_text import in_a_line
from enumino.parameters import checked_limit
from enumino.schema import Column
from enumino.words import interval, plural, quoted

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

Method = Literal["search", "blocks"]
METHODS: tuple[Method, ...] = ("search", "blocks")

BETWEEN = re.compile(r"(.*\d)\s*\.\.\s*([+-]?\d.*)")
"""All rooms between two, as in ``2x2..8x8``; a drawing or the name of a file is none."""

LARGEST = 65_535  # cells of a room, and of its sides: what their columns can hold
MOST_ROOMS = 10_000
LAYOUT_BYTES = 1 << 25
"""Letters a batch: it ends there even if it has fewer than its rows."""
CLASSES = tuple(SymmetryClass)

NODES_PER_LAYOUT = 3  # with half mats: measured on small rooms

NARROW, SHORT = 22, 1500
"""Rooms up to this short side and so many cells are counted before they are listed."""

# Measured on one core of a current server; they only serve estimates.
NODES_PER_SECOND = 2e7
SECONDS_PER_LETTER = 7e-9
BYTES_PER_LETTER = 0.07


@dataclass(frozen=True)
class Tatami(Forest):
    """All layouts of mats in some rooms, so that no four tiles meet at a point.

    Parameters
    ----------
    rooms : Region, str, or several of them
        Rectangles (``"4x7"``), all rectangles between two (``"2x2..8x8"``), or any regions.
    monomers : int, (int, int) or None
        Half mats in a layout: exactly so many, or from so many to so many; None for any number.
    up_to_symmetry : bool
        Keep one layout of each class under the symmetries of its room.
    method : {"auto", "search", "blocks"}
        The row scan, for any room; or, for whole mats in rectangles, straight from their block
        structure, without search. ``"auto"`` takes the blocks where it can.
    pruning : bool
        Whether the search leaves early what can have no layout; the layouts are the same.
    limit : int, optional
        Only so many layouts, the first that are found.

    Raises
    ------
    ProblemError
        For rooms or numbers that do not exist here.

    Examples
    --------
    >>> Tatami("4x7").count().total
    3

    References
    ----------
    D. Hickerson, Filling rectangular rooms with tatami mats (2002); F. Ruskey and J. Woodcock,
    Counting fixed-height tatami tilings, Electron. J. Combin. 16 (2009) R126.
    """

    rooms: tuple[Region, ...]
    monomers: tuple[int, int | None]
    up_to_symmetry: bool
    method: Method
    pruning: bool
    limit: int | None
    family: ClassVar[str] = "tatami"
    tree_version: ClassVar[int] = 1

    def __init__(
        self,
        rooms: Region | str | Iterable[Region | str],
        monomers: int | tuple[int, int | None] | None = 0,
        *,
        up_to_symmetry: bool = False,
        method: Method | Literal["auto"] = "auto",
        pruning: bool = True,
        limit: int | None = None,
    ) -> None:
        regions, halves = regions_of(rooms), interval_of(monomers)
        plain = halves == (0, 0) and all(room.is_rectangle for room in regions)
        if method == "auto":
            method = "blocks" if plain and pruning else "search"
        for name, value in (
            ("rooms", regions),
            ("monomers", halves),
            ("up_to_symmetry", bool(up_to_symmetry)),
            ("method", method),
            ("pruning", bool(pruning)),
            ("limit", checked_limit(limit, "layout")),
        ):
            object.__setattr__(self, name, value)
        self._check(plain)

    def _check(self, plain: bool) -> None:
        if self.method not in METHODS:
            raise ProblemError(
                f"There is no method {quoted(self.method)}: choose from {', '.join(METHODS)}."
            )
        if len(self.rooms) > 1 and not all(room.is_rectangle for room in self.rooms):
            raise ProblemError(
                "Several rooms at once must be rectangles: list other rooms one by one."
            )
        largest = max(len(room) for room in self.rooms)
        longest = max(max(room.height, room.width) for room in self.rooms)
        if max(largest, longest) > LARGEST:
            what = f"of {largest:,} cells" if largest > LARGEST else f"of a side of {longest:,}"
            raise ProblemError(
                f"A room {what} is too large to list its layouts (at most {LARGEST:,}): "
                f"{self._way_to_count()}."
            )
        if self.method == "blocks" and not self.pruning:
            raise ProblemError("Blocks are no search to prune: use the method search.")
        if self.method == "blocks" and not plain:
            raise ProblemError(
                "Only layouts of rectangles without half mats are made of blocks: "
                "use the method search."
            )

    def _way_to_count(self) -> str:
        if self.monomers == (0, 0) and all(room.is_rectangle for room in self.rooms):
            return "`enumino count tatami` counts them"
        return "`enumino count tatami` may count them, all together and not by class"

    @property
    def columns(self) -> tuple[Column, ...]:
        """The fields of a row."""
        return TATAMI_COLUMNS

    def to_json(self) -> dict[str, Any]:
        """Return the parameters as JSON values."""
        return {
            "family": self.family,
            "rooms": [room.to_json() for room in self.rooms],
            "monomers": list(self.monomers),
            "up_to_symmetry": self.up_to_symmetry,
            "method": self.method,
            "pruning": self.pruning,
            **({} if self.limit is None else {"limit": self.limit}),
        }

    @classmethod
    def from_json(cls, parameters: dict[str, Any]) -> Tatami:
        """Return the problem that `to_json` described."""
        fewest, most = parameters["monomers"]
        return cls(
            [Region.from_json(room) for room in parameters["rooms"]],
            (fewest, most),
            up_to_symmetry=parameters["up_to_symmetry"],
            method=parameters["method"],
            pruning=parameters["pruning"],
            limit=parameters.get("limit"),
        )

    def describe(self) -> str:
        """Return the problem in a few words.

        >>> Tatami("4x7", None).describe()
        'tatami layouts of 4x7 with any number of half mats'
        """
        names = [room.name for room in self.rooms]
        rooms = names[0] if len(names) == 1 else f"{len(names)} rooms, {names[0]} to {names[-1]}"
        fewest, most = self.monomers
        if most == 0:
            halves = ""
        elif most is None:
            halves = " with any number of half mats"
        else:
            number = plural(most, "half mat")
            halves = f" with {number if fewest == most else f'{fewest} to {number}'}"
        classes = ", up to symmetry" if self.up_to_symmetry else ""
        return f"{first_of(self.limit, 'tatami layout')} of {rooms}{halves}{classes}"

    def options(self) -> dict[str, str]:
        """Return how the command line asks for it."""
        return {
            "--room": " ".join(in_a_line(room.to_json()) for room in self.rooms),
            "--monomers": "any" if self.monomers == (0, None) else interval(*self.monomers),
            **({"--up-to-symmetry": ""} if self.up_to_symmetry else {}),
            "--method": self.method,
            **({} if self.pruning else {"--no-pruning": ""}),
            **({} if self.limit is None else {"--limit": str(self.limit)}),
        }

    def expect(self, nodes: float) -> Expectation:
        """Return rows (exact ones where recurrences give them), and bytes and seconds for them.

        Raises
        ------
        ProblemError
            If nobody could wait for them.
        """
        rows = self._known_rows()
        if self.limit is not None:
            nodes = min(nodes, HOPELESS)
        elif max(nodes, rows or 0) > HOPELESS:
            exponent = max((rows or 0).bit_length() * log10(2), log10(min(nodes, float_info.max)))
            raise ProblemError(
                f"Searching {self.describe()} would take more than 10^{int(exponent) - 1} steps: "
                f"{self._way_to_count()}; `enumino enumerate tatami --limit K` lists the first K."
            )
        if rows is None:
            rows = max(round(nodes / NODES_PER_LAYOUT), self._guessed_rows())
        if self.monomers != (0, 0):  # walks see too little of large trees
            nodes = max(nodes, NODES_PER_LAYOUT * rows)
        if self.limit is not None and rows > self.limit:
            rows, nodes = self.limit, min(nodes, NODES_PER_LAYOUT * self.limit)
        letters = rows * self._largest / 2
        seconds = nodes / NODES_PER_SECOND + letters * SECONDS_PER_LETTER
        return Expectation(rows, round(nodes), round(letters * BYTES_PER_LETTER), seconds)

    @property
    def _walk_cost(self) -> int:
        return self._largest

    @property
    def _largest(self) -> int:
        """Cells of the largest room."""
        return max(len(room) for room in self.rooms)

    @property
    def _kernel(self) -> Kernel:
        if self.method == "blocks":
            from enumino.enum.kernels import tatami_blocks

            return tatami_blocks
        from enumino.enum.kernels import tatami

        return tatami

    @cached_property
    def _trees(self) -> list[Any]:
        """The tables of each room."""
        from enumino.families.tatami import block_tables, search_tables

        if self.method == "blocks":
            return [
                block_tables.new_tables(room.height, room.width, room.images, self.up_to_symmetry)
                for room in self.rooms
            ]
        return [
            search_tables.new_tables(
                room.grid,
                room.images,
                self.monomers[0],
                self._most(room),
                self.pruning,
                self.up_to_symmetry,
            )
            for room in self.rooms
        ]

    def _new_columns(self, rows: int) -> Any:
        size = max(self._largest, min(LAYOUT_BYTES, rows * self._largest))
        return self._kernel.new_columns(rows, size)

    def _records(self, columns: Any, filled: int) -> pa.RecordBatch:
        from enumino.enum.records import Ragged, wrap

        buffers = {**columns._asdict(), "layout": Ragged(columns.layout, columns.offsets)}
        return wrap(TATAMI_COLUMNS, buffers, filled)

    def _new_counts(self, tree: int) -> npt.NDArray[np.int64]:
        import numpy as np

        return np.zeros((self._most(self.rooms[tree]) + 1, len(CLASSES)), np.int64)

    def _key(self, tree: int, index: tuple[int, ...]) -> tuple[int, int, int, str]:
        room, (monomers, code) = self.rooms[tree], index
        return room.height, room.width, monomers, str(CLASSES[code])

    def _most(self, room: Region) -> int:
        most = self.monomers[1]
        return len(room) if most is None else min(most, len(room))

    def _known_rows(self) -> int | None:
        """The number of layouts, if recurrences or a narrow transfer matrix give it."""
        from enumino.families.tatami.recurrences import layouts, layouts_up_to_symmetry

        if self.monomers == (0, 0) and all(room.is_rectangle for room in self.rooms):
            number = layouts_up_to_symmetry if self.up_to_symmetry else layouts
            return sum(number(room.height, room.width) for room in self.rooms)
        narrow = all(min(room.height, room.width) <= NARROW for room in self.rooms)
        if not narrow or self._largest > SHORT:
            return None
        return sum(self._counts_by_transfer_matrix)

    def _guessed_rows(self) -> int:
        """As many layouts as the largest square in each rectangle has, by a theorem."""
        from enumino.families.tatami.recurrences import square_with_monomers

        fewest, most = self.monomers
        return sum(
            square_with_monomers(side, number)
            for room, side in ((room, min(room.height, room.width)) for room in self.rooms)
            for number in range(fewest, min(side, side if most is None else most) + 1)
            if room.is_rectangle and number % 2 == len(room) % 2
        ) // (8 if self.up_to_symmetry else 1)

    @cached_property
    def _counts_by_transfer_matrix(self) -> list[int]:
        """About how many layouts each room has; only narrow rooms are counted so."""
        from enumino.families.tatami.transfer_matrix import distribution

        fewest, most = self.monomers
        numbers = [sum(distribution(room.grid, most)[fewest:]) for room in self.rooms]
        orders = [room.order if self.up_to_symmetry else 1 for room in self.rooms]
        return [-(-number // order) for number, order in zip(numbers, orders, strict=True)]


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
            f"{quoted(monomers)} is no number of half mats: give one, two as (1, 3), or None for "
            "any."
        ) from error
    if fewest < 0 or (most is not None and most < fewest):
        number = fewest if fewest == most else f"{fewest} to {most}"
        raise ProblemError(
            f"A layout cannot have {number} half mats: give a number from 0 up, a range such as "
            "1-3, or any."
        )
    return fewest, most


def regions_of(rooms: Region | str | Iterable[Region | str]) -> tuple[Region, ...]:
    """Return the rooms that are named: one, several, or all rectangles between two.

    >>> [room.name for room in regions_of("2x3..3x4")]
    ['2x3', '2x4', '3x3', '3x4']
    """
    one = isinstance(rooms, Region | str) or not isinstance(rooms, Iterable)
    listed: list[Any] = [rooms] if one else list(rooms)
    if strange := [room for room in listed if not isinstance(room, Region | str)]:
        raise ProblemError(
            f"{quoted(strange[0])} is no room: give one such as '4x7', a Region, or several."
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
            f"{quoted(room)} is no range of rooms: write two rectangles, as in 2x2..8x8."
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
