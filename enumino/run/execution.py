"""The place where the tasks of a listing or a count run, and whoever listens."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict, TypeVar

from enumino.arguments import threads_or_cores
from enumino.run import events

if TYPE_CHECKING:
    from distributed import Client

# Called with the number of a task, and the rows and nodes since the last report of it.
Report = Callable[[int, int, int], None]

Task = TypeVar("Task", bound=events.Task)
Outcome = TypeVar("Outcome", bound=events.Outcome)


class HowToRun(TypedDict, total=False):
    """The fields of `Execution`, as keyword arguments."""

    client: Client | None
    threads: int | None
    processes: int | None
    in_process: bool
    checkpoint: str | os.PathLike[str] | None
    on_event: events.OnEvent | None


@dataclass(frozen=True)
class Execution:
    """The way to run a listing or a count; the place decides which fields matter."""

    client: Client | None = None  # an existing cluster; by default this machine works
    threads: int | None = None  # of this machine; by default one a core
    # Worker processes that share the threads; by default, all threads are of this process. A script
    # that asks for some needs the usual guard, ``if __name__ == "__main__":``.
    processes: int | None = None
    in_process: bool = False  # run the tasks one after the other in this thread
    # Folder that remembers the finished tasks of a count.
    checkpoint: str | os.PathLike[str] | None = None
    # Receives the events of the run, always in the calling thread.
    on_event: events.OnEvent | None = None

    def __post_init__(self) -> None:
        threads_or_cores(self.threads)  # refuses what is not a number of them

    def emit(self, event: events.Event) -> None:
        """Pass on an event."""
        if self.on_event is not None:
            self.on_event(event)
