"""The runner of listings and counts: parts in this thread, on threads, or on Dask.

A part is made by a function of its arguments alone, so that Dask may make it again where a worker
is lost. `enumino.run` tells one run on a cluster from the beginning to the end.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Event as Flag
from typing import TYPE_CHECKING, TypedDict

from enumino.arguments import threads_or_cores
from enumino.datasets.plan import Part, PartResult
from enumino.errors import KEPT, RunError
from enumino.run import cluster
from enumino.run.events import Event, OnEvent, PartFinished, Progressed, Report, Started

if TYPE_CHECKING:
    from distributed import Client

Make = Callable[[Part, Report], PartResult]
Submit = Callable[[Make, Part], Future[PartResult]]

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
    finished: Sequence[PartResult],
    *,
    client: Client | None = None,
    threads: int | None = None,
    processes: int | None = None,
    on_event: OnEvent | None = None,
) -> Generator[PartResult]:
    """Yield the results of the parts that are not finished yet, as they come.

    A part counts as finished when the next result is asked for: what the driver does with a result,
    such as to keep that of a count, comes first. The first error of a part is raised. When nobody
    asks for results any more, parts that wait are cancelled, and those in progress end at their
    next report.
    """
    known = {result.index for result in finished}
    missing = [part for part in parts if part.index not in known]
    received = SimpleQueue[Future[PartResult] | Progressed]()

    def emit(event: Event) -> None:
        if on_event is not None:
            on_event(event)

    def receive(index: int, nodes: int) -> None:
        received.put(Progressed(index, nodes))

    def report(index: int, nodes: int) -> None:
        emit(Progressed(index, nodes))

    with _place_for(missing, client, threads, processes, receive) as (submit, working, dashboard):
        emit(Started(parts, list(finished), working, dashboard))
        if submit is None:
            for part in missing:
                yield (result := make(part, report))
                emit(PartFinished(result))
            return
        running = {submit(make, part) for part in missing}
        for future in running:
            future.add_done_callback(received.put)
        while running:
            if isinstance(news := received.get(), Progressed):
                emit(news)
            else:
                running.remove(news)
                yield (result := _result(news))
                emit(PartFinished(result))


@contextmanager
def _place_for(
    parts: Sequence[Part],
    client: Client | None,
    threads: int | None,
    processes: int | None,
    report: Report,
) -> Iterator[tuple[Submit | None, int, str | None]]:
    """Give the function that submits parts, the number of threads, and the dashboard's address.

    A client makes all parts on its cluster. Without one nothing is submitted where one thread is
    enough; a pool of threads does little work, and a cluster of this machine more.
    """
    at_once = min(threads_or_cores(threads), len(parts))
    if client is not None:
        with cluster.submitting(client, report) as submit:
            yield submit, cluster.threads_of(client), client.dashboard_link or None
    elif processes is None and at_once < 2:
        yield None, 1, None
    elif processes is None and sum(part.seconds for part in parts) < MIN_SECONDS_FOR_DASK:
        with _threads(at_once, report) as submit:
            yield submit, at_once, None
    else:
        with (
            cluster.local_client(threads, processes) as local,
            cluster.submitting(local, report) as submit,
        ):
            yield submit, cluster.threads_of(local), cluster.local_dashboard(local)


@contextmanager
def _threads(number: int, report: Report) -> Iterator[Submit]:
    """Give the function that submits parts to threads of this process; in the end they stop."""
    over, pool = Flag(), ThreadPoolExecutor(number, "enumino")

    def report_or_stop(index: int, nodes: int) -> None:
        if over.is_set():
            raise CancelledError
        report(index, nodes)

    try:
        yield lambda make, part: pool.submit(make, part, report_or_stop)
    finally:
        over.set()
        pool.shutdown(wait=False, cancel_futures=True)


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
