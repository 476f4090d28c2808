"""What a count tells while it runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


class CountTask(Protocol):
    """A piece of a count: its number, the seconds expected on one thread, and nodes a second."""

    @property
    def index(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def rate(self) -> float: ...


@dataclass(frozen=True)
class CountStarted:
    """A count begins, or goes on: `done` are the outcomes of tasks finished before."""

    tasks: Sequence[CountTask]
    done: Sequence[Any]
    threads: int


@dataclass(frozen=True)
class CountProgressed:
    """A task has visited more nodes."""

    index: int
    nodes: int


@dataclass(frozen=True)
class TaskFinished:
    """A task is done; its `outcome` has an `index` and `peak_bytes`."""

    outcome: Any


CountEvent = CountStarted | CountProgressed | TaskFinished
OnCountEvent = Callable[[CountEvent], None]
