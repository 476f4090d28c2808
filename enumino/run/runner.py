"""The runner of listings and counts: parts in this thread, on threads, or on Dask.

A part is made by a function of its arguments alone, so that Dask may make it again where a worker
is lost. `enumino.run` tells one run on a cluster from the beginning to the end.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypedDict
from uuid import uuid4

from enumino.arguments import threads_or_cores
from enumino.datasets.plan import Part, PartResult
from enumino.errors import KEPT, RunError
from enumino.run import cluster
from enumino.run.events import Event, OnEvent, PartFinished, Progressed, Started

if TYPE_CHECKING:
    from distributed import Client

# Called with the number of a part, and the nodes since the last report of it.
Report = Callable[[int, int], None]
Make = Callable[[Part, Report], PartResult]

# Seconds of work below which plain threads do it: a client of Dask takes a second to start.
MIN_SECONDS_FOR_DASK = 4.0


class HowToRun(TypedDict, total=False):
    """The place where the parts of a listing or a count are made, and whoever listens."""

    client: Client | None  # an existing cluster; by default this machine works
    # Of this machine, by default one a core. With one, parts are made in the calling thread.
    threads: int | None
    # Worker processes that share the threads; by default, all threads are of this process. A script
    # that asks for some needs the usual guard, ``if __name__ == "__main__":``.
    processes: int | None
    on_event: OnEvent | None  # receives the events of the run, always in the calling thread


def run_missing(
    make: Make,
    parts: Sequence[Part],
    done: Sequence[PartResult],
    *,
    client: Client | None = None,
    threads: int | None = None,
    processes: int | None = None,
    on_event: OnEvent | None = None,
) -> Generator[PartResult]:
    """Yield the results of the parts that are not done yet, as they come.

    A part counts as finished when the next result is asked for: what the driver does with a result,
    such as to keep that of a count, comes first. The first error of a part is raised. When nobody
    asks for results any more, parts that wait are cancelled; those of this process end at their
    next report, and those of other processes are finished.
    """
    known = {result.index for result in done}
    missing = [part for part in parts if part.index not in known]

    def emit(event: Event) -> None:
        if on_event is not None:
            on_event(event)

    def report(index: int, nodes: int) -> None:
        emit(Progressed(index, nodes))

    with _executor_for(missing, client, threads, processes) as (executor, working, dashboard):
        emit(Started(parts, list(done), working, dashboard))
        if executor is None:
            results = (make(part, report) for part in missing)
        else:
            results = _results(executor, make, missing, report)
        with closing(results):
            for result in results:
                yield result
                emit(PartFinished(result))


@contextmanager
def _executor_for(
    parts: Sequence[Part], client: Client | None, threads: int | None, processes: int | None
) -> Iterator[tuple[Executor | None, int, str | None]]:
    """Give the executor for some parts, its number of threads, and the address of its dashboard.

    A client makes all parts on its cluster. Without one there is no executor where one thread is
    enough, a pool of threads for little work, and a cluster of this machine for more.
    """
    at_once = min(threads_or_cores(threads), len(parts))
    if client is not None:
        with cluster.executor(client) as executor:
            yield executor, cluster.threads_of(client), client.dashboard_link or None
    elif processes is None and at_once < 2:
        yield None, 1, None
    elif processes is None and sum(part.seconds for part in parts) < MIN_SECONDS_FOR_DASK:
        pool = ThreadPoolExecutor(at_once, "enumino")
        try:
            yield pool, at_once, None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    else:
        with cluster.local_client(threads, processes) as local, cluster.executor(local) as executor:
            yield executor, cluster.threads_of(local), cluster.local_dashboard(local)


# The reports from the parts of each run of this process, None when it is over. Only this process
# knows its runs: a worker in another one finds none here, and reports to nobody.
_reports: dict[str, SimpleQueue[Any] | None] = {}


def _results(
    executor: Executor, make: Make, parts: Sequence[Part], report: Report
) -> Generator[PartResult]:
    """Yield the results of an executor as they come; pass on reports in the thread that asks."""
    run, received, versions = uuid4().hex, SimpleQueue[Any](), cluster.versions_here()
    _reports[run] = received
    try:
        running = {executor.submit(_make_part, run, make, part, versions) for part in parts}
        for future in running:
            future.add_done_callback(received.put)
        while running:
            news = received.get()
            if isinstance(news, Future):
                running.remove(news)
                yield _result(news)
            else:
                report(*news)
    finally:
        _reports[run] = None


class _AbandonedError(Exception):
    """Nobody waits for the result any more."""


def _make_part(run: str, make: Make, part: Part, versions: Mapping[str, str]) -> PartResult:
    """Make a part of a run: the task that Dask and pools of threads are given."""
    if run not in _reports:  # this is a worker in another process
        cluster.refuse_other_versions(versions)
        return make(part, lambda *_: None)

    def report(*news: int) -> None:
        if (received := _reports[run]) is None:
            raise _AbandonedError
        received.put(news)

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
