"""What a count tells while it runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol


class CountTask(Protocol):
    """A piece of a count: its number, the seconds expected on one thread, and nodes a second."""

    @property
    def index(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def rate(self) -> float: ...


class CountOutcome(Protocol):
    """What a task has found: the number of the task, and the most memory that it held."""

    @property
    def index(self) -> int: ...
    @property
    def peak_bytes(self) -> int: ...


@dataclass(frozen=True)
class Dividing:
    """A search is being divided into tasks, which may take some seconds."""


@dataclass(frozen=True)
class CountStarted:
    """A count begins, or goes on: `done` are the outcomes of tasks finished before."""

    tasks: Sequence[CountTask]
    done: Sequence[CountOutcome]
    threads: int


@dataclass(frozen=True)
class CountProgressed:
    """A task has visited more nodes."""

    index: int
    nodes: int


@dataclass(frozen=True)
class TaskFinished:
    """A task is done."""

    outcome: CountOutcome


@dataclass(frozen=True)
class Swept:
    """A sweep has passed `done` of the `cells` of a region, and holds so many `states`."""

    done: int
    cells: int
    states: int


CountEvent = Dividing | CountStarted | CountProgressed | TaskFinished | Swept
OnCountEvent = Callable[[CountEvent], None]


def sweeping(
    on_event: OnCountEvent | None, finished: int = 0, sweeps: int = 1
) -> Callable[[int, int, int], None]:
    """Return a listener to one of several equal sweeps that passes on what it hears as `Swept`."""

    def tell(done: int, cells: int, states: int) -> None:
        if on_event:
            on_event(Swept(finished * cells + done, sweeps * cells, states))

    return tell
