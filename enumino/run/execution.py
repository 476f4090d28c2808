"""How a task is run, wherever it runs: what it reports, and when it is tried again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from enumino.errors import StorageError
from enumino.run import events

# Called with the number of a task, and the rows and nodes since the last report of it.
Report = Callable[[int, int, int], None]

Task = TypeVar("Task", bound=events.Task)
Outcome = TypeVar("Outcome", bound=events.Outcome)

RETRIES = 2  # after a failure of the storage that may pass


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
