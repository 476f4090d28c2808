"""Little work on threads of this process, without Dask: starting a client takes longer."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from queue import Empty, SimpleQueue
from threading import Event as Flag
from threading import Thread
from typing import Any, TypeVar

from enumino.errors import EnuminoError, RunError
from enumino.run import events
from enumino.run.cluster import RETRIES, Report, failures

Task = TypeVar("Task", bound=events.Task)
Outcome = TypeVar("Outcome", bound=events.Outcome)


class _AbandonedError(Exception):
    """Nobody waits for the outcome any more."""


def on_threads(
    attempt: Callable[[Task, Report], Outcome],
    tasks: Sequence[Task],
    threads: int,
    report: Report,
) -> Generator[Outcome]:
    """Yield the outcomes of tasks as they come, the first error that one raises instead.

    Parameters
    ----------
    attempt : callable
        Does a task; called by several threads at once.
    tasks : sequence
        Started in their order.
    threads : int
    report : callable
        What tasks report; always called by the thread that asks for outcomes. Tasks end at their
        next report where nobody asks any more.
    """
    waiting: SimpleQueue[Task] = SimpleQueue()
    for task in tasks:
        waiting.put(task)
    # What a thread has to say: an outcome, an error, or the arguments of a report.
    said: SimpleQueue[tuple[str, Any]] = SimpleQueue()
    abandoned = Flag()

    def tell(index: int, rows: int, nodes: int) -> None:
        if abandoned.is_set():
            raise _AbandonedError
        said.put(("report", (index, rows, nodes)))

    def work() -> None:
        try:
            while not abandoned.is_set():
                said.put(("outcome", _tried(attempt, waiting.get_nowait(), tell)))
        except (Empty, _AbandonedError):
            return
        except BaseException as error:  # the thread that asks for outcomes raises it
            said.put(("error", error))

    running = [
        Thread(target=work, name=f"enumino-{i}", daemon=True)
        for i in range(min(threads, len(tasks)))
    ]
    try:
        for thread in running:
            thread.start()
        left = len(tasks)
        while left:
            what, value = said.get()
            if what == "error":
                raise value
            if what == "report":
                report(*value)
            else:
                left -= 1
                yield value
    finally:
        abandoned.set()
        for thread in running:
            if thread.ident is not None:  # it has started
                thread.join()


def _tried(attempt: Callable[[Task, Report], Outcome], task: Task, report: Report) -> Outcome:
    """Do a task; as on a cluster, what fails for a reason that is not ours is tried again.

    Raises
    ------
    EnuminoError
        At once.
    RunError
        If it keeps failing otherwise.
    """
    for _ in range(RETRIES + 1):
        try:
            return attempt(task, report)
        except (EnuminoError, _AbandonedError):
            raise
        except Exception as error:
            last = error
    raise RunError(failures.sentence(last, RETRIES + 1)) from last
