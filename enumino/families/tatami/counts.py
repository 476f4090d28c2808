"""Count tatami layouts: by recurrence, transfer matrix, or search."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Unpack

from msgspec.structs import replace

from enumino.datasets.documents import Counts
from enumino.datasets.plan import Work
from enumino.datasets.totals import Total, Totals
from enumino.enum.problem import Prefix, Tally
from enumino.families.tatami.parameters import METHODS, HalfMats, Method, Rooms
from enumino.families.tatami.problem import TATAMI_COLUMNS, Tatami
from enumino.families.tatami.recurrences import layouts
from enumino.families.tatami.transfer_matrix import (
    SECONDS_PER_CELL,
    SECONDS_PER_STATE,
    WIDEST,
    distribution,
    expected_states,
)
from enumino.objects.region import Region
from enumino.published import TOTAL
from enumino.run.counting import HowToCount, Passed
from enumino.run.searching import CountByMethods
from enumino.schema import Column

MOST_PARTS = 100
# Of a recurrence, for estimates only: each step adds longer numbers.
SECONDS_PER_STEP, SECONDS_MORE_PER_STEP = 1e-7, 1.6e-11


@dataclass(frozen=True)
class TatamiCount(CountByMethods):
    """A count of the layouts of rooms by number of half mats; prefixes are numbers of rooms."""

    methods = METHODS

    problem: Tatami
    by_monomers: bool = field(default=False, kw_only=True)

    def _obstacle(self, method: str) -> str:
        asked = self.problem
        rectangles = all(room.is_rectangle for room in asked.regions)
        if method == "recurrence" and not (rectangles and asked.half_mats[1] == 0):
            return "counts only rectangles without half mats"
        if asked.up_to_symmetry or self.by_symmetry:
            return "counts all layouts, not classes of them"
        return ""

    @property
    def keys(self) -> tuple[Column, ...]:
        *size, symmetry = (column for column in TATAMI_COLUMNS if column.key)
        return *size, replace(symmetry, values=(*symmetry.values, TOTAL))

    def _parts(self) -> list[Work]:
        cells = [len(room) for room in self.problem.regions]
        seconds = [self._seconds(room) for room in self.problem.regions]
        heaviest = sorted(range(len(cells)), key=lambda n: (seconds[n], cells[n]), reverse=True)
        shares = [heaviest[first::MOST_PARTS] for first in range(min(MOST_PARTS, len(cells)))]
        return [
            Work([(n,) for n in own], sum(cells[n] for n in own), sum(seconds[n] for n in own))
            for own in shares
        ]

    def _seconds(self, room: Region) -> float:
        """Return the expected time of counting a room without a search, or 0 if it is unknown."""
        short, long = sorted((room.height, room.width))
        if self.method == "recurrence":
            return long * (SECONDS_PER_STEP + SECONDS_MORE_PER_STEP * long / short)
        if not room.is_rectangle or short > WIDEST:
            return 0.0
        states = expected_states(short, long, self.problem.half_mats[1])
        return states * SECONDS_PER_STATE + len(room) * SECONDS_PER_CELL

    def _without_search(self, prefixes: Sequence[Prefix], passed: Passed) -> Tally:
        total, (fewest, most) = Tally(), self.problem.half_mats
        for (number,) in prefixes:
            room = self.problem.regions[number]
            if self.method == "recurrence":
                numbers = [layouts(room.height, room.width)]
            else:
                up_to = None if most is None else min(most, len(room))
                numbers = distribution(room.grid, up_to, passed=passed)
            size = room.height, room.width
            found = {(*size, m, TOTAL): n for m, n in enumerate(numbers) if m >= fewest}
            total += Tally(found, len(room))
        return total

    def lines(self, counts: Counts) -> list[Total]:
        lines = super().lines(counts)
        return lines if self.by_symmetry else [line for line in lines if line.symmetry == TOTAL]

    def reported(self, lines: list[Total]) -> list[Total]:
        return [line for line in lines if not self.by_monomers or "monomers" in line.labels]


def count_tatami(
    rooms: Rooms,
    monomers: HalfMats = 0,
    *,
    up_to_symmetry: bool = False,
    by_symmetry: bool = False,
    method: Method | Literal["auto"] = "auto",
    **how: Unpack[HowToCount],
) -> Totals:
    """Count the tatami layouts of rooms.

    Parameters
    ----------
    rooms, monomers, up_to_symmetry :
        As in `enumino.Tatami`.
    by_symmetry : bool
        Also count each symmetry class.
    method : {"auto", "recurrence", "transfer-matrix", "search"}
        Recurrence: rectangles of any size without half mats (Hickerson). Transfer matrix: any room,
        by number of half mats. Search: everything, also classes. ``"auto"`` takes the first method
        that counts all rooms.
    **how : dict
        Where to run, as in `enumino.count_by_search`.

    Returns
    -------
    Totals
        For each room, by number of half mats if it varies, and in total.

    Raises
    ------
    ProblemError
        If the method cannot count these layouts.

    Examples
    --------
    >>> [str(line.count) for line in count_tatami("4x7")]
    ['3']
    >>> [(line.labels.get("monomers"), line.count) for line in count_tatami("3x3", (1, 3))]
    [(1, 10), (3, 12), (None, 22)]
    """
    problem = Tatami(rooms, monomers, up_to_symmetry=bool(up_to_symmetry))
    return TatamiCount(problem, by_symmetry=by_symmetry, method=method).totals(**how)
