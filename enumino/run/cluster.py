"""Dask: local threads or an existing cluster, and a bounded window of tasks on it.

The one module that imports Dask.
"""

from __future__ import annotations

import logging
import os
import socket
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextvars import ContextVar
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import islice
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

import enumino
from enumino.arguments import threads_or_cores
from enumino.errors import EnuminoError, RunError, StorageError
from enumino.words import quoted

if TYPE_CHECKING:
    from distributed import Client, Future

RETRIES = 2
WINDOW = 3  # tasks in flight for each thread
DESERTED_SECONDS = 60.0  # a cluster without workers is given up after this

Result = TypeVar("Result")
Report = Callable[[int, int, int], None]
"""Called with the number of a task, and rows and nodes since the last report of it."""


QUIET: ContextVar[bool] = ContextVar("quiet", default=False)
"""Whether Dask's own log lines are kept off the terminal, once it is used."""


def _silence() -> None:
    """Keep Dask's log lines off the terminal, if asked: what matters reaches us as errors."""
    if not QUIET.get():
        return
    import distributed  # noqa: F401  # sets its levels on import

    warnings.filterwarnings("ignore", message="Sending large graph")  # large problems are
    for name in ("distributed", "tornado", *logging.Logger.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):  # some have a level of their own
            logging.getLogger(name).setLevel(logging.CRITICAL)


def local_client(threads: int | None = None) -> Client:
    """Return a Dask client whose worker is a pool of threads in this process.

    Kernels and Parquet encoding release the GIL: one compilation serves all, nothing is pickled.
    The dashboard is started if bokeh is installed.
    """
    from distributed import Client

    _silence()
    return Client(
        processes=False,
        n_workers=1,
        threads_per_worker=threads_or_cores(threads),
        dashboard_address="127.0.0.1:0",  # any free port, for this machine only
        worker_dashboard_address="127.0.0.1:0",
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

    _silence()
    try:
        _knock(address)
        client = Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError, TypeError, AssertionError) as error:
        raise RunError(
            f"No Dask scheduler answers at {quoted(address)}: start one with `dask scheduler`, "
            "and give its address, such as tcp://127.0.0.1:8786."
        ) from error
    try:
        _check_workers(client, address)
    except BaseException:
        client.close()
        raise
    return client


def _knock(address: str) -> None:
    """Raise an OSError or ValueError if nobody listens: a Dask client would try for a long time."""
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    if parts.hostname is None or parts.port is None:
        raise ValueError("no host and port")
    with socket.create_connection((parts.hostname, parts.port), timeout=10):
        pass


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


def one_at_a_time(listener: Callable[[Any], None] | None) -> Callable[..., None]:
    """Return a function that passes events on, and lets the listener see one at a time.

    Progress comes from Dask's own thread, which a listener may need: with ``wait=False`` an event
    that finds the listener busy is passed on before the next one.
    """
    lock = Lock()
    late: deque[Any] = deque()

    def emit(event: Any, wait: bool = True) -> None:
        if listener is None:
            return
        late.append(event)
        if lock.acquire(blocking=wait):
            try:
                while late:
                    listener(late.popleft())
            finally:
                lock.release()

    return emit


def dispatch(
    client: Client,
    work: Callable[[Any, Report], Result],
    tasks: Sequence[Any],
    report: Report,
) -> Iterator[Result]:
    """Run ``work(task, report)`` for every task on a cluster; yield the results as they come.

    The first tasks start first; a few for each thread are in flight. A task is tried
    again, twice, unless it fails with an error of ours that would come again.

    Raises
    ------
    EnuminoError
        The first error of ours that a task raises.
    RunError
        If a task, or its worker, keeps failing.
    """
    from distributed import as_completed

    topic = f"enumino-{os.urandom(8).hex()}"
    watch = _Watch(client)
    waiting = iter(tasks)

    def submit(task: Any) -> Future:
        key = f"enumino-{work.__name__.strip('_')}-{os.urandom(8).hex()}"
        arguments = (work, task, topic, enumino.__version__)
        try:
            return client.submit(_attempt, *arguments, key=key, retries=RETRIES, pure=False)
        except Exception as error:
            if client.status == "running":
                raise
            raise _gone(watch) from error

    client.subscribe_topic(topic, lambda event: report(*event[1]))
    window = [submit(task) for task in islice(waiting, WINDOW * max(1, threads_of(client)))]
    running = as_completed(window, loop=client.loop)
    watch.start()
    try:
        for future in running:
            yield _result(future, watch)
            if (task := next(waiting, None)) is not None:
                running.add(submit(task))
    finally:
        watch.stopped.set()
        if client.status == "running":
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
        if isinstance(error, StorageError) and error.transient:
            raise  # so that it is tried again
        return _Failure(error)


class _Watch(Thread):
    """Closes the client of a cluster that has lost all its workers: tasks would wait for ever."""

    def __init__(self, client: Client) -> None:
        super().__init__(daemon=True)
        self.client = client
        self.stopped = Event()
        self.deserted = False

    def run(self) -> None:
        """Look now and then; workers may come back in between."""
        missed = 0
        while not self.stopped.wait(DESERTED_SECONDS / 4) and self.client.status == "running":
            missed = 0 if self.client.nthreads() else missed + 1
            if missed == 4:
                self.deserted = True
                self.client.close(timeout=1)


def _result(future: Future, watch: _Watch) -> Any:
    try:
        outcome = future.result()
    except EnuminoError:
        raise
    except CancelledError as error:
        raise _gone(watch) from error
    except Exception as error:
        raise RunError(_failure(error)) from error
    if isinstance(outcome, _Failure):
        raise outcome.error
    return outcome


def _failure(error: Exception) -> str:
    """Why a part has failed, and how to go on."""
    from distributed import KilledWorker

    if isinstance(error, MemoryError):
        return (
            "Out of memory: finished parts are kept; run the same command again with fewer "
            "--threads, or more memory."
        )
    if isinstance(error, KilledWorker):
        return (
            "Workers died over a part, most likely out of memory: finished parts are kept; give "
            "workers more of it, and run the same command again."
        )
    return (
        f"A part failed {RETRIES + 1} times ({type(error).__name__}: {_first_line(error)}): "
        "finished parts are kept; run the same command again to go on."
    )


def _gone(watch: _Watch) -> RunError:
    who = "All workers are" if watch.deserted else "The scheduler is"
    return RunError(
        f"{who} gone: finished parts are kept; start them again, and run the same command again."
    )


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or ["no reason given"])[0].rstrip(".")
