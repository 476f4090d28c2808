"""The runner of listings and counts: tasks in this thread, on threads, or on Dask.

A task is a function of its arguments alone, so that Dask may run it again where a worker is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import count
from queue import SimpleQueue
from typing import Any
from uuid import uuid4

from enumino.arguments import threads_or_cores
from enumino.errors import KEPT, RunError
from enumino.run import events
from enumino.run.execution import Execution, Outcome, Report, Task
from enumino.run.versions import Versions, decisive, refuse_other_versions

# Seconds of work below which plain threads do it: a client of Dask takes a second to start.
MIN_SECONDS_FOR_DASK = 4.0
RETRIES = 2  # of a task that fails on Dask

Run = tuple[str, int]  # a run: its process and its number there

_PROCESS = uuid4().hex
_numbers = count()
# The inboxes of the runs of this process; that of a run is gone when it is over.
_inboxes: dict[Run, SimpleQueue[Any]] = {}


def run_missing(
    work: Callable[[Task, Report], Outcome],
    tasks: Sequence[Task],
    done: Sequence[Outcome],
    how: Execution,
    *,
    same_bytes: bool = False,
) -> Generator[Outcome]:
    """Yield the outcomes of the tasks that are not done yet, as they come.

    A task counts as finished when the next outcome is asked for: what is done with an outcome,
    such as to keep it, comes first. For `same_bytes`, workers must have our versions of what the
    bytes of files depend on.
    """
    known = {outcome.index for outcome in done}
    missing = [task for task in tasks if task.index not in known]
    local = how.client is None and how.processes is None
    versions = None if local else decisive(same_bytes=same_bytes)

    def report(index: int, rows: int, nodes: int) -> None:
        how.emit(events.Progressed(index, rows, nodes))

    how.emit(events.Started(tasks, list(done)))
    with _place(how, missing) as (executor, threads, dashboard):
        how.emit(events.Working(threads, dashboard))
        if not threads:
            how.emit(events.Notice("The cluster has no workers yet: work begins when one joins."))
        with closing(run_tasks(executor, work, missing, versions, report)) as outcomes:
            for outcome in outcomes:
                yield outcome
                how.emit(events.TaskFinished(outcome))


def run_tasks(
    executor: Executor | None,
    work: Callable[[Task, Report], Outcome],
    tasks: Sequence[Task],
    versions: Versions | None,
    report: Report,
) -> Generator[Outcome]:
    """Yield the outcomes of ``work(task, report)`` as they come; raise the first error of a task.

    Without an executor they run in this thread. A task that runs in another process must find the
    `versions` there before it begins. Reports of tasks in this process arrive in the thread that
    asks for outcomes; when nobody asks any more, tasks that wait are cancelled, and others end at
    their next report.
    """
    if executor is None:
        yield from (work(task, report) for task in tasks)
        return
    run = _PROCESS, next(_numbers)
    inbox = _inboxes[run] = SimpleQueue[Any]()
    try:
        running = {executor.submit(_run_task, run, work, task, versions) for task in tasks}
        for future in running:
            future.add_done_callback(inbox.put)
        while running:
            received = inbox.get()
            if isinstance(received, Future):
                running.remove(received)
                yield _outcome(received)
            else:
                report(*received)
    finally:
        del _inboxes[run]


class _AbandonedError(Exception):
    """Nobody waits for the outcome any more."""


def _run_task(
    run: Run, work: Callable[[Task, Report], Outcome], task: Task, versions: Versions | None
) -> Outcome:
    """Do a task of a run, in this process or on a worker elsewhere, where nobody hears reports."""

    def report(*news: int) -> None:
        if (inbox := _inboxes.get(run)) is None:
            raise _AbandonedError
        inbox.put(news)

    if run[0] != _PROCESS:
        if versions is not None:
            from enumino.run.cluster import worker_address

            refuse_other_versions(versions, worker_address())
        return work(task, lambda *_: None)
    if run not in _inboxes:  # a task that Dask begins, or begins again, when the run is over
        raise _AbandonedError
    return work(task, report)


def _outcome(future: Future[Outcome]) -> Outcome:
    """Return the outcome of a task, or raise its error; failures of Dask are a RunError."""
    again = f"{KEPT}; run the same command again to go on"
    try:
        return future.result()
    except CancelledError as error:
        raise RunError(f"The scheduler is lost: {again}, once there is one.") from error
    except Exception as error:
        lacking = error if isinstance(error, ImportError) else error.__cause__
        if isinstance(lacking, ImportError):
            raise RunError(
                f"A worker or the scheduler cannot load the work ({lacking}): install the same "
                f"version of enumino, and of what it needs, on all of them; {again}."
            ) from error
        if type(error).__name__ != "KilledWorker":
            raise
        raise RunError(
            f"Several workers died of the same task: {again}, with more memory or fewer threads a "
            "worker."
        ) from error


@contextmanager
def _place(
    how: Execution, tasks: Sequence[Task]
) -> Iterator[tuple[Executor | None, int, str | None]]:
    """Give the executor for some tasks, its number of threads, and the dashboard's address.

    A single task stays in this thread, and little work on threads of this process.
    """
    from enumino.run import cluster

    if how.client is not None:
        threads = cluster.threads_of(how.client)
        with cluster.executor(how.client, RETRIES) as executor:
            yield executor, threads, how.client.dashboard_link or None
    elif how.in_process or len(tasks) < 2:
        yield None, 1, None
    elif how.processes is None and sum(task.seconds for task in tasks) < MIN_SECONDS_FOR_DASK:
        threads = min(threads_or_cores(how.threads), len(tasks))
        pool = ThreadPoolExecutor(threads, "enumino")
        try:
            yield pool, threads, None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    else:
        with cluster.local_client(how.threads, how.processes) as client:
            with cluster.executor(client, RETRIES) as executor:
                yield executor, cluster.threads_of(client), cluster.local_dashboard(client)
