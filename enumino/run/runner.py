"""The runner of listings and counts: parts in this thread, on threads, or on Dask.

A part is made by a function of its arguments alone, so that Dask may make it again where a worker
is lost.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import count
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypedDict
from uuid import uuid4

from enumino.arguments import threads_or_cores
from enumino.datasets.plan import Part, PartResult
from enumino.errors import KEPT, RunError
from enumino.run import events

if TYPE_CHECKING:
    from distributed import Client

# Called with the number of a part, and the rows and nodes since the last report of it.
Report = Callable[[int, int, int], None]
Make = Callable[[Part, Report], PartResult]

# Seconds of work below which plain threads do it: a client of Dask takes a second to start.
MIN_SECONDS_FOR_DASK = 4.0
RETRIES = 2  # of a part that fails on Dask


class HowToRun(TypedDict, total=False):
    """The keyword arguments of a count: a folder, and the fields of `Execution`."""

    to: str | os.PathLike[str] | None
    client: Client | None
    threads: int | None
    processes: int | None
    on_event: events.OnEvent | None


@dataclass(frozen=True)
class Execution:
    """The place where the parts of a listing or a count are made, and whoever listens."""

    client: Client | None = None  # an existing cluster; by default this machine works
    threads: int | None = None  # of this machine, by default one a core; 1 is this thread
    # Worker processes that share the threads; by default, all threads are of this process. A script
    # that asks for some needs the usual guard, ``if __name__ == "__main__":``.
    processes: int | None = None
    # Receives the events of the run, always in the calling thread.
    on_event: events.OnEvent | None = None

    def __post_init__(self) -> None:
        threads_or_cores(self.threads)  # refuses what is not a number of them

    def emit(self, event: events.Event) -> None:
        """Pass on an event."""
        if self.on_event is not None:
            self.on_event(event)


Run = tuple[str, int]  # a run: its process and its number there

_PROCESS = uuid4().hex
_numbers = count()
# The inboxes of the runs of this process; that of a run is gone when it is over.
_inboxes: dict[Run, SimpleQueue[Any]] = {}


def run_missing(
    make: Make,
    parts: Sequence[Part],
    done: Sequence[PartResult],
    how: Execution,
    *,
    same_bytes: bool = False,
) -> Generator[PartResult]:
    """Yield the results of the parts that are not done yet, as they come.

    A part counts as finished when the next result is asked for: what is done with a result, such as
    to keep it, comes first. For `same_bytes`, workers must have our versions of what the bytes of
    files depend on.
    """
    from enumino.run import cluster

    known = {result.index for result in done}
    missing = [part for part in parts if part.index not in known]
    local = how.client is None and how.processes is None
    versions = None if local else cluster.versions_here(same_bytes=same_bytes)

    def report(index: int, rows: int, nodes: int) -> None:
        how.emit(events.Progressed(index, rows, nodes))

    how.emit(events.Started(parts, list(done)))
    with _place(how, missing) as (executor, threads, dashboard):
        how.emit(events.Working(threads, dashboard))
        with closing(results_of(executor, make, missing, versions, report)) as results:
            for result in results:
                yield result
                how.emit(events.PartFinished(result))


def results_of(
    executor: Executor | None,
    make: Make,
    parts: Sequence[Part],
    versions: Mapping[str, str] | None,
    report: Report,
) -> Generator[PartResult]:
    """Yield the results of ``make(part, report)`` as they come; raise the first error of a part.

    Without an executor they are made in this thread. A part that is made in another process must
    find the `versions` there before it begins. Reports from this process arrive in the thread that
    asks for results; when nobody asks any more, parts that wait are cancelled, and others end at
    their next report.
    """
    if executor is None:
        yield from (make(part, report) for part in parts)
        return
    run = _PROCESS, next(_numbers)
    inbox = _inboxes[run] = SimpleQueue[Any]()
    try:
        running = {executor.submit(_run_part, run, make, part, versions) for part in parts}
        for future in running:
            future.add_done_callback(inbox.put)
        while running:
            received = inbox.get()
            if isinstance(received, Future):
                running.remove(received)
                yield _result(received)
            else:
                report(*received)
    finally:
        del _inboxes[run]


class _AbandonedError(Exception):
    """Nobody waits for the result any more."""


def _run_part(run: Run, make: Make, part: Part, versions: Mapping[str, str] | None) -> PartResult:
    """Make a part of a run, here or on a worker elsewhere, where nobody hears reports."""

    def report(*news: int) -> None:
        if (inbox := _inboxes.get(run)) is None:
            raise _AbandonedError
        inbox.put(news)

    if run[0] != _PROCESS:
        if versions is not None:
            from enumino.run.cluster import refuse_other_versions

            refuse_other_versions(versions)
        return make(part, lambda *_: None)
    if run not in _inboxes:  # a part that Dask begins, or begins again, when the run is over
        raise _AbandonedError
    return make(part, report)


def _result(future: Future[PartResult]) -> PartResult:
    """Return the result of a part, or raise its error; failures of Dask are a RunError."""
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
            f"Several workers died of the same part: {again}, with more memory or fewer threads a "
            "worker."
        ) from error


@contextmanager
def _place(
    how: Execution, parts: Sequence[Part]
) -> Iterator[tuple[Executor | None, int, str | None]]:
    """Give the executor for some parts, its number of threads, and the dashboard's address.

    A single thread, or part, is this one; little work stays on threads of this process.
    """
    from enumino.run import cluster

    if how.client is not None:
        threads = cluster.threads_of(how.client)
        with cluster.executor(how.client, RETRIES) as executor:
            yield executor, threads, how.client.dashboard_link or None
    elif (how.threads == 1 and how.processes is None) or len(parts) < 2:
        yield None, 1, None
    elif how.processes is None and sum(part.seconds for part in parts) < MIN_SECONDS_FOR_DASK:
        threads = min(threads_or_cores(how.threads), len(parts))
        pool = ThreadPoolExecutor(threads, "enumino")
        try:
            yield pool, threads, None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    else:
        with cluster.local_client(how.threads, how.processes) as client:
            with cluster.executor(client, RETRIES) as executor:
                yield executor, cluster.threads_of(client), cluster.local_dashboard(client)
