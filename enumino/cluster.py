"""Dask: local threads or an existing cluster, and a bounded window of tasks on it.

The one module that imports Dask.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

import enumino
from enumino.errors import EnuminoError, RunError

if TYPE_CHECKING:
    from distributed import Client, Future

RETRIES = 2
WINDOW = 3  # tasks in flight for each thread

Result = TypeVar("Result")
Report = Callable[[int, int, int], None]
"""Called with the number of a task, and rows and nodes since the last report of it."""


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def local_client(threads: int | None = None) -> Client:
    """Return a Dask client whose worker is a pool of threads in this process.

    Kernels and Parquet encoding release the GIL: one compilation serves all, nothing is pickled.
    The dashboard is started if bokeh is installed.
    """
    from distributed import Client

    return Client(
        processes=False,
        n_workers=1,
        threads_per_worker=threads or usable_cores(),
        dashboard_address=":0",  # any free port: None would mean Dask's default one
        memory_limit=0,
    )


def dashboard(client: Client) -> str | None:
    """Return the address of a client's dashboard, if there is one to see."""
    ours = getattr(client.cluster, "processes", None) is False
    return None if ours and not _has_dashboard() else client.dashboard_link or None


def _has_dashboard() -> bool:
    """Whether what Dask's own dashboard needs is installed."""
    return find_spec("bokeh") is not None


def threads_of(client: Client) -> int:
    """Return the number of threads of all workers."""
    return int(sum(client.nthreads().values()))


def connect(address: str) -> Client:
    """Return a client of the scheduler at `address`, whose workers can do the work.

    Raises
    ------
    RunError
        If there is no scheduler, it has no workers, or they run another version of enumino.
    """
    from distributed import Client

    try:
        client = Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise RunError(
            f"No Dask scheduler answers at {address!r}: start one with `dask scheduler`, "
            "and give its address, such as tcp://127.0.0.1:8786."
        ) from error
    try:
        _check_workers(client, address)
    except BaseException:
        client.close()
        raise
    return client


def _check_workers(client: Client, address: str) -> None:
    def installed() -> str | None:  # pickled by value: the worker may not have the package
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("enumino")
        except PackageNotFoundError:
            return None

    versions: dict[str, str | None] = client.run(installed)
    if not versions:
        raise RunError(
            f"The scheduler at {address} has no workers: start some with `dask worker {address}`."
        )
    for worker, found in versions.items():
        if found != enumino.__version__:
            has = f"enumino {found}" if found else "no enumino"
            raise RunError(
                f"The worker {worker} has {has}, this is {enumino.__version__}: "
                "install the same version on every worker."
            )


def dispatch(
    client: Client,
    work: Callable[[Any, Report], Result],
    tasks: Sequence[Any],
    report: Report,
) -> Iterator[Result]:
    """Run ``work(task, report)`` for every task on a cluster; yield the results as they come.

    The first tasks start first; a few for each thread are in flight. A task that fails with
    anything but an error of ours is tried again, twice.

    Raises
    ------
    EnuminoError
        The first error of ours that a task raises.
    RunError
        If a task, or its worker, keeps failing.
    """
    from distributed import as_completed

    topic = f"enumino-{os.urandom(8).hex()}"
    waiting = iter(tasks)

    def submit(task: Any) -> Future:
        key = f"enumino-{work.__name__.strip('_')}-{os.urandom(8).hex()}"
        arguments = (work, task, topic, enumino.__version__)
        return client.submit(_attempt, *arguments, key=key, retries=RETRIES, pure=False)

    client.subscribe_topic(topic, lambda event: report(*event[1]))
    window = [submit(task) for task in islice(waiting, WINDOW * max(1, threads_of(client)))]
    running = as_completed(window)
    try:
        for future in running:
            yield _result(future)
            if (task := next(waiting, None)) is not None:
                running.add(submit(task))
    finally:
        client.unsubscribe_topic(topic)
        client.cancel(list(running.futures))


@dataclass(frozen=True)
class _Failure:
    """A task that failed for a reason that another attempt would not change."""

    error: EnuminoError


def _attempt(
    work: Callable[[Any, Report], Result], task: Any, topic: str, version: str
) -> Result | _Failure:
    """What a worker does for a task; it reports its progress to the scheduler."""
    from distributed import get_worker

    if version != enumino.__version__:
        return _Failure(
            RunError(
                f"A worker has enumino {enumino.__version__}, the client {version}: "
                "install the same version everywhere."
            )
        )
    worker = get_worker()
    try:
        return work(task, lambda *progress: worker.log_event(topic, progress))
    except EnuminoError as error:
        return _Failure(error)


def _result(future: Future) -> Any:
    try:
        outcome = future.result()
    except Exception as error:
        raise RunError(
            f"A part failed {RETRIES + 1} times ({type(error).__name__}: {error}): finished parts "
            "are kept; run the same command again to go on."
        ) from error
    if isinstance(outcome, _Failure):
        raise outcome.error
    return outcome
