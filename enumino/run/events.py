"""Events of a run, of a listing or a count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from enumino.datasets.manifest import Manifest
    from enumino.datasets.plan import Part, PartResult


@dataclass(frozen=True)
class Started:
    """A run starts or resumes: `done` are the results of parts finished before."""

    parts: Sequence[Part]
    done: Sequence[PartResult]


@dataclass(frozen=True)
class Working:
    """The threads of a run are there; 0 where a cluster has no workers yet."""

    threads: int
    dashboard: str | None = None


@dataclass(frozen=True)
class Progressed:
    """A part has come further: rows and nodes since the last such event of it."""

    index: int
    rows: int
    nodes: int


@dataclass(frozen=True)
class PartFinished:
    """A part is done, and what it made is kept."""

    result: PartResult


@dataclass(frozen=True)
class Finished:
    """A dataset is committed; `already` if it was before this run."""

    manifest: Manifest
    already: bool = False


Event = Started | Working | Progressed | PartFinished | Finished
OnEvent = Callable[[Event], None]
