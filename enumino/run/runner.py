"""The runner of listings and counts makes parts in this thread, in threads, or with Dask."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from math import ceil
from queue import SimpleQueue
from threading import Event as Flag
from time import sleep
from typing import TYPE_CHECKING, Literal, TypedDict, Unpack

from enumino.arguments import threads_or_cores
from enumino.datasets.manifest import versions
from enumino.datasets.plan import Part, PartResult, Plan, finished_parts
from enumino.datasets.storage import Store
from enumino.errors import KEPT, RunError, StorageError
from enumino.run import cluster
from enumino.run.events import OnEvent, PartFinished, Progressed, Report, Started

if TYPE_CHECKING:
    from distributed import Client

# A part depends on the arguments alone: Dask may make it again if a worker is lost.
Make = Callable[[Part, Report], PartResult]
Submit = Callable[[Make, Part], Future[PartResult]]

# One process cannot keep many more threads busy; starting processes takes about two seconds.
THREADS_OF_A_PROCESS, SECONDS_WORTH_PROCESSES = 8, 60.0
LATE_SECONDS = (0.2, 1.0, 3.0)  # between checks for a file that a worker has written


class HowToRun(TypedDict, total=False):
    """The place where parts of a listing or a count are made, and the listener to events."""

    client: Client | None  # an existing cluster; by default this machine works
    threads: int | None  # of this machine, by default one per core; 1 is the calling thread
    # Worker processes that share the threads; by default, this process has all threads. "auto"
    # starts a process per 8 threads for long work. A script that starts processes needs the usual
    # guard, ``if __name__ == "__main__":``.
    processes: int | Literal["auto"] | None
    on_event: OnEvent | None  # called with the events of the run, always in the calling thread


def run_parts(
    make: Make, store: Store, plan: Plan, tree_version: int, **how: Unpack[HowToRun]
) -> dict[int, PartResult]:
    """Make the missing parts of a plan or of a share; return the results of all its parts."""
    finished, seen = finished_parts(store, plan), False
    if plan.missing(finished):
        plan.refuse_other_parts(
            store, tree_version, versions(plan.problem, keeps_rows=plan.keeps_rows)
        )
    with closing(run_missing(make, plan.parts, [*finished.values()], **how)) as results:
        for result in results:
            # In an object store, the first part shows whether workers write to the same store.
            if store.local or not seen:
                _refuse_another_disk(store, result)
            finished[result.index], seen = result, True
    return finished


def _refuse_another_disk(store: Store, result: PartResult) -> None:
    """Raise a StorageError unless this process sees the files of a part within a few seconds."""
    for seconds in (0.0, *LATE_SECONDS):
        sleep(seconds)
        if result.is_whole(store) and store.exists(result.checkpoint):
            return
    raise StorageError(
        f"{result.checkpoint} or its file was removed from {store.root}, or a worker wrote it to "
        "another disk: use a folder that nobody else changes, and that all workers share."
    )


def run_missing(
    make: Make,
    parts: Sequence[Part],
    finished: Sequence[PartResult],
    *,
    client: Client | None = None,
    threads: int | None = None,
    processes: int | Literal["auto"] | None = None,
    on_event: OnEvent | None = None,
) -> Generator[PartResult]:
    """Make the parts that are not finished, and yield each result as it arrives.

    The event `PartFinished` follows when the caller asks for the next result, so the caller has
    used the result by then. The first error of a part is raised. When the generator is closed,
    waiting parts are cancelled, and running parts end at their next report.
    """
    known = {result.index for result in finished}
    missing = [part for part in parts if part.index not in known]
    received = SimpleQueue[Future[PartResult] | Progressed]()

    emit = on_event or (lambda event: None)

    def receive(index: int, nodes: int) -> None:
        received.put(Progressed(index, nodes))

    with _place_for(missing, client, threads, processes, receive) as (submit, working, dashboard):
        emit(Started(parts, list(finished), working, dashboard))
        if submit is None:
            for part in missing:
                yield (result := make(part, lambda *report: emit(Progressed(*report))))
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
    processes: int | Literal["auto"] | None,
    report: Report,
) -> Iterator[tuple[Submit | None, int, str | None]]:
    """Yield the function that submits parts (None for this thread), threads and dashboard."""
    at_once = min(threads_or_cores(threads), len(parts))
    if processes == "auto":
        seconds = sum(part.seconds for part in parts)
        number = ceil(at_once / THREADS_OF_A_PROCESS)
        processes = number if number > 1 and seconds > SECONDS_WORTH_PROCESSES else None
    if client is not None:
        with cluster.submitting(client, report) as submit:
            yield submit, cluster.threads_of(client), client.dashboard_link or None
    elif processes is not None:
        with (
            cluster.local_client(threads_or_cores(threads), processes) as local,
            cluster.submitting(local, report) as submit,
        ):
            yield submit, cluster.threads_of(local), None
    elif at_once < 2:
        yield None, 1, None
    else:
        with _threads(at_once, report) as submit:
            yield submit, at_once, None


@contextmanager
def _threads(number: int, report: Report) -> Iterator[Submit]:
    """Yield the function that submits parts to threads of this process; stop them at the end."""
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
    again = f"{KEPT}; repeat the command to resume"
    try:
        return future.result()
    except CancelledError as error:
        raise RunError(f"The scheduler is lost: {again} when a scheduler runs.") from error
    except Exception as error:
        missing = error if isinstance(error, ImportError) else error.__cause__
        if isinstance(missing, ImportError):
            raise RunError(
                f"A worker or the scheduler cannot load the work ({missing}): install the same "
                f"versions of enumino and its dependencies on all machines; {again}."
            ) from error
        if type(error).__name__ != "KilledWorker":
            raise
        raise RunError(
            f"The same part killed several workers: {again}, with more memory or fewer threads per "
            "worker."
        ) from error
