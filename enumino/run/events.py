"""Events of a run, which makes the parts of a listing or a count, and their sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from enumino.words import duration, plural

if TYPE_CHECKING:
    from enumino.datasets.plan import Part, PartResult

NEARLY = 0.95  # a running part never counts as done before it is


@dataclass(frozen=True)
class Started:
    """A run starts or resumes with the results of `finished` parts.

    A cluster without workers has 0 `threads`.
    """

    parts: Sequence[Part]
    finished: Sequence[PartResult]
    threads: int = 1
    dashboard: str | None = None


@dataclass(frozen=True)
class Progressed:
    """A part has made progress: `nodes` since its last such event."""

    index: int
    nodes: int


@dataclass(frozen=True)
class PartFinished:
    """A part is finished, and its result is kept."""

    result: PartResult


Event = Started | Progressed | PartFinished
OnEvent = Callable[[Event], None]
# Called with the index of a part, and the nodes since its last report.
Report = Callable[[int, int], None]


class Meter:
    """Sums of the events of a run, with parts weighted by their expected seconds."""

    def __init__(self) -> None:
        self.parts: dict[int, Part] = {}
        self.finished: dict[int, PartResult] = {}
        self._nodes = Counter[int]()  # of running parts
        self._began, self._before = monotonic(), 0.0  # the fraction done before

    def __call__(self, event: Event) -> None:
        """Add an event."""
        match event:
            case Started():
                self.parts = {part.index: part for part in event.parts}
                self.finished = {result.index: result for result in event.finished}
                self._began, self._before = monotonic(), self.fraction
            case Progressed():
                self._nodes[event.index] += event.nodes
            case PartFinished():
                self.finished[event.result.index] = event.result

    @property
    def fraction(self) -> float:
        """Fraction of the expected work that is done."""
        if len(self.finished) == len(self.parts):
            return 1.0 if self.parts else 0.0
        done = weight = 0.0
        for index, part in self.parts.items():
            weight += (seconds := max(part.seconds, 1e-9))
            running = min(NEARLY * seconds, self._nodes[index] / part.rate)
            done += seconds if index in self.finished else running
        return done / weight

    def line(self) -> str:
        """Return parts, remaining time at this pace, and rows in one line."""
        line = f"{len(self.finished):,} of {plural(len(self.parts), 'part')}"
        gained = self.fraction - self._before
        if gained > 0.01 and self.fraction < 1:
            left = (monotonic() - self._began) * (1 - self.fraction) / gained
            line += f", {duration(left)} left"
        rows = sum(result.rows for result in self.finished.values())
        return f"{line}, {plural(rows, 'row')}" if rows else line
