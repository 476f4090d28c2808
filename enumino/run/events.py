"""Events of a run, which makes the parts of a listing or a count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from enumino.datasets.plan import Part, PartResult


@dataclass(frozen=True)
class Started:
    """A run starts or resumes; a cluster without workers has 0 `threads`."""

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
