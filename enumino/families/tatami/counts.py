"""Count tatami layouts: by recurrence, transfer matrix, or search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Literal, Unpack

from enumino.datasets.documents import Counts, Parameters
from enumino.datasets.plan import Weighed
from enumino.datasets.totals import Total, Totals
from enumino.enum.problem import Prefix, Tally
from enumino.enum.sweep import MOST_BYTES
from enumino.errors import ProblemError
from enumino.families.tatami.parameters import (
    METHODS,
    HalfMats,
    Method,
    Rooms,
    TatamiParameters,
)
from enumino.families.tatami.problem import TATAMI_COLUMNS, Tatami
from enumino.families.tatami.rows import TatamiRows
from enumino.objects.region import Region
from enumino.published import TOTAL
from enumino.run.counting import Count, Estimate, Passed, refuse_other_methods
from enumino.run.runner import HowToRun
from enumino.run.searching import expected_search, subtrees
from enumino.schema import SYMMETRY, Column
from enumino.words import plural, size

MOST_PARTS = 100


@dataclass(frozen=True)
class TatamiCount(Count):
    """A count of the layouts of rooms by a method, or by the first that counts all of them.

    Prefixes begin with the number of the method; the number of a room, or a subtree of the search,
    follows.
    """

    carried = ("_searched",)

    asked: TatamiParameters
    by_symmetry: bool = False
    method: Method | Literal["auto"] = "auto"

    @cached_property
    def first(self) -> Method:
        """The method that is used; one that cannot count these layouts is a ProblemError."""
        if self.method == "auto":
            return next(name for name in METHODS if not self._obstacle(name))
        refuse_other_methods(self.method, METHODS)
        if reason := self._obstacle(self.method):
            raise ProblemError(
                f"The method {self.method} {reason}: use another one, or leave out --method."
            )
        return self.method

    def _obstacle(self, method: Method) -> str:
        """Reason why a method cannot count these layouts; an empty string if it can."""
        asked = self.asked
        if method != "search" and not asked.pruning:
            return "is not a search that prunes"
        rectangles = all(room.is_rectangle for room in asked.regions)
        if method == "recurrence" and not (rectangles and asked.half_mats[1] == 0):
            return "counts rectangles without half mats only"
        if method == "transfer-matrix" and (asked.up_to_symmetry or self.by_symmetry):
            return "counts all layouts, not classes of them"
        return ""

    @cached_property
    def _searched(self) -> Tatami:
        return Tatami(**asdict(self.asked))

    @property
    def title(self) -> str:
        first, *others = self.asked.regions
        rest = f" and {plural(len(others), 'other room')}" if others else ""
        return f"tatami layouts of {first.name}{rest}"

    @property
    def keys(self) -> tuple[Column, ...]:
        room = Column("room", "uint32", "Number of the room.", key=True)
        return room, *(c for c in TATAMI_COLUMNS if c.name == "monomers"), SYMMETRY

    def to_json(self) -> Parameters:
        by = ["symmetry"] if self.by_symmetry else None
        return {**self.asked.to_json(), "method": self.method, "by": by}

    def divide(self) -> list[Weighed]:
        way = METHODS.index(self.first)
        if self.first == "search":
            return subtrees(self._searched, way)
        rooms = [((way, number), len(room)) for number, room in enumerate(self.asked.regions)]
        shares = [rooms[first::MOST_PARTS] for first in range(min(MOST_PARTS, len(rooms)))]
        return [([prefix for prefix, _ in own], sum(n for _, n in own), 0.0) for own in shares]

    def tally(self, prefixes: Sequence[Prefix], passed: Passed) -> Tally:
        total = Tally()
        for way, *prefix in prefixes:
            if METHODS[way] == "search":
                total += self._by_search(tuple(prefix), passed)
                continue
            number, room = prefix[0], self.asked.regions[prefix[0]]
            by_recurrence = METHODS[way] == "recurrence"
            found = self._by_recurrence(room) if by_recurrence else self._by_matrix(room, passed)
            total += Tally({(number, *key): n for key, n in found.items()}, len(room))
        return total

    def _by_search(self, prefix: Prefix, passed: Passed) -> Tally:
        sizes = [(room.height, room.width) for room in self.asked.regions]
        found = self._searched.count(prefix)
        passed(found.nodes)
        counts = {
            (sizes.index((rows, cols)), *key): n for (rows, cols, *key), n in found.counts.items()
        }
        return Tally(counts, found.nodes)

    def _by_recurrence(self, room: Region) -> Counts:
        from enumino.families.tatami import recurrences

        up_to = self.asked.up_to_symmetry
        classes = recurrences.by_symmetry(room.height, room.width, up_to_symmetry=up_to)
        return {(0, str(symmetry)): number for symmetry, number in classes.items()}

    def _by_matrix(self, room: Region, passed: Passed) -> Counts:
        from enumino.families.tatami.transfer_matrix import distribution

        fewest, most = self.asked.half_mats
        most = len(room) if most is None else min(most, len(room))
        numbers = distribution(room.grid, most, on_cell=lambda *_: passed(1))
        return {(m, TOTAL): n for m, n in enumerate(numbers) if m >= fewest}

    def lines(self, counts: Counts) -> list[Total]:
        rows, lines = TatamiRows(self.asked.to_json()), list[Total]()
        for number, room in enumerate(rows.rooms):
            size = room.height, room.width
            own = {
                (*size, *key): n
                for (room_number, *key), n in counts.items()
                if room_number == number
            }
            lines += rows.lines_of(room, own)
        return lines if self.by_symmetry else [line for line in lines if line.symmetry == TOTAL]

    def estimates(self) -> list[Estimate]:
        gives_up = f"not estimated; it gives up at {size(MOST_BYTES)} of states"
        known = {
            "recurrence": Estimate("recurrence", seconds=0.0),
            "transfer-matrix": Estimate("transfer-matrix", note=gives_up),
        }
        able = [name for name in METHODS if not self._obstacle(name)]
        able.sort(key=lambda name: name != self.first)
        return [known.get(name) or expected_search(self._searched) for name in able]


def count_tatami(
    rooms: Rooms,
    monomers: HalfMats = 0,
    *,
    up_to_symmetry: bool = False,
    by_symmetry: bool = False,
    method: Method | Literal["auto"] = "auto",
    pruning: bool = True,
    **how_to_run: Unpack[HowToRun],
) -> Totals:
    """Count the tatami layouts of rooms.

    Parameters
    ----------
    rooms, monomers, up_to_symmetry, pruning :
        As in `enumino.Tatami`.
    by_symmetry : bool
        Also count each symmetry class.
    method : {"auto", "recurrence", "transfer-matrix", "search"}
        Recurrence: rectangles without half mats, any size (Hickerson). Transfer matrix: any room
        with any half mats, by their number. Search: everything, also by symmetry class.
        ``"auto"`` takes the first of them that counts all rooms.
    **how_to_run : dict
        Where to run, as in `enumino.count_by_search`.

    Returns
    -------
    Totals
        For each room; if half mats may vary, for each number of them first.

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
    asked = TatamiParameters(rooms, monomers, up_to_symmetry=bool(up_to_symmetry), pruning=pruning)
    return TatamiCount(asked, by_symmetry, method).totals(**how_to_run)
