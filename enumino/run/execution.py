"""The execution of tasks: the place, the reports, and second attempts."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict, TypeVar

from enumino.arguments import threads_or_cores
from enumino.errors import StorageError
from enumino.run import events

if TYPE_CHECKING:
    from distributed import Client

# Called with the number of a task, and the rows and nodes since the last report of it.
Report = Callable[[int, int, int], None]

Task = TypeVar("Task", bound=events.Task)
Outcome = TypeVar("Outcome", bound=events.Outcome)

WAIT_SECONDS = 300.0  # for a worker that can be given tasks, before and during a run
RETRIES = 2  # after a failure of the storage that may pass


class HowToRun(TypedDict, total=False):
    """The fields of `Execution`, as keyword arguments."""

    client: Client | None
    threads: int | None
    in_process: bool
    wait_seconds: float
    upload: bool
    checkpoint: str | os.PathLike[str] | None
    on_event: events.OnEvent | None
    processes: bool


@dataclass(frozen=True)
class Execution:
    """The way to run a listing or a count; the place decides which fields matter."""

    # An existing cluster; by default one thread a core of this process.
    client: Client | None = None
    threads: int | None = None  # threads of this process
    in_process: bool = False  # run the tasks one after the other in this thread
    # How long to wait for a worker of the cluster that can be given tasks.
    wait_seconds: float = WAIT_SECONDS
    upload: bool = False  # send the package to workers of the cluster that do not have it
    # Folder that remembers the finished tasks of a count.
    checkpoint: str | os.PathLike[str] | None = None
    # Receives the events of the run, always in the calling thread.
    on_event: events.OnEvent | None = None
    # Run more than 8 threads in processes of at most 8 each, where there is work for minutes. A
    # script that asks for this needs the usual guard, ``if __name__ == "__main__":``.
    processes: bool = False

    def __post_init__(self) -> None:
        threads_or_cores(self.threads)  # refuses what is not a number of them

    def emit(self, event: events.Event) -> None:
        """Pass on an event."""
        if self.on_event is not None:
            self.on_event(event)


def attempt(work: Callable[[Task, Report], Outcome], task: Task, report: Report) -> Outcome:
    """Run a task in this thread, again after a failure of the storage that may pass.

    Every other error is raised at once, as it is.
    """
    for _ in range(RETRIES):
        try:
            return work(task, report)
        except StorageError as error:
            if not error.transient:
                raise
    return work(task, report)
