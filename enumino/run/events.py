"""Events of a run, of a listing or a count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from enumino.datasets.manifest import Manifest


class Task(Protocol):
    """A piece of a run: its number, the seconds expected on one thread, and nodes a second."""

    @property
    def index(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def rate(self) -> float: ...


class Outcome(Protocol):
    """The result of a task: its number, and rows written."""

    @property
    def index(self) -> int: ...
    @property
    def rows(self) -> int: ...


@dataclass(frozen=True)
class Dividing:
    """A search is being divided into tasks, which may take some seconds."""


@dataclass(frozen=True)
class Started:
    """A run starts or resumes: `done` are the outcomes of tasks finished before."""

    tasks: Sequence[Task]
    done: Sequence[Outcome]


@dataclass(frozen=True)
class Working:
    """The threads of a run are there; 0 where a cluster has no workers yet."""

    threads: int
    dashboard: str | None = None


@dataclass(frozen=True)
class Progressed:
    """A task has come further: rows and nodes since the last such event of it."""

    index: int
    rows: int
    nodes: int


@dataclass(frozen=True)
class TaskFinished:
    """A task is done, and what it made is kept."""

    outcome: Outcome


@dataclass(frozen=True)
class Notice:
    """A sentence for the user about an event; the run continues."""

    sentence: str


@dataclass(frozen=True)
class Swept:
    """A sweep has passed `done` of the `cells` of a region, and holds so many `states`."""

    done: int
    cells: int
    states: int


@dataclass(frozen=True)
class Finished:
    """A dataset is committed; `already` if it was before this run."""

    manifest: Manifest
    already: bool = False


Event = Dividing | Started | Working | Progressed | TaskFinished | Notice | Swept | Finished
OnEvent = Callable[[Event], None]


def sweeping(
    on_event: OnEvent | None, finished: int = 0, sweeps: int = 1
) -> Callable[[int, int, int], None]:
    """Return a listener to one of several equal sweeps that reports its events as `Swept`."""

    def tell(done: int, cells: int, states: int) -> None:
        if on_event:
            on_event(Swept(finished * cells + done, sweeps * cells, states))

    return tell
