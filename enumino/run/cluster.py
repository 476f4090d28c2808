"""Dask: parts go to the scheduler of an existing cluster, or to processes of this machine.

The one module that imports Dask.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import warnings
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache, partial
from hashlib import sha256
from math import ceil
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import enumino
from enumino.errors import RunError
from enumino.run.events import Report
from enumino.words import quoted, reason

if TYPE_CHECKING:
    from distributed import Client

    from enumino.datasets.plan import Part, PartResult

ANSWER_SECONDS = 10.0  # a scheduler that does not answer within this is lost
RETRIES = 2  # of a part that fails
REPORT_SECONDS = 1.0  # between two reports of a part, for each hundred threads
CODE_DIGITS = 8  # of the digest of the package's code


@contextmanager
def submitting(client: Client, report: Report) -> Iterator[Callable[..., Future[Any]]]:
    """Give the function that submits a part, and how to make it; in the end the rest is cancelled.

    Reports come as events of Dask, in a thread of the client.
    """
    run, executor = f"enumino-{uuid4().hex}", client.get_executor(pure=False, retries=RETRIES)
    client.subscribe_topic(run, lambda event: report(*event[1]))
    every = REPORT_SECONDS * max(1, threads_of(client) / 100)  # they go by the scheduler
    try:
        yield partial(executor.submit, _make_part, run, every, versions_here())
    finally:
        if client.status == "running":
            client.unsubscribe_topic(run)
            executor.shutdown(wait=False)


def _make_part(
    run: str,
    every: float,
    versions: Mapping[str, str],
    make: Callable[[Part, Report], PartResult],
    part: Part,
) -> PartResult:
    """Make a part of a run on a worker, with a report every so many seconds."""
    from distributed import get_worker

    worker = get_worker()
    _refuse_other_versions(worker.address, versions)
    task = worker.state.tasks[worker.get_current_task()]
    passed, due = 0, monotonic() + every

    def report(index: int, nodes: int) -> None:
        nonlocal passed, due
        if task.state == "cancelled":
            raise CancelledError
        passed += nodes
        if monotonic() >= due:
            worker.log_event(run, (index, passed))
            passed, due = 0, monotonic() + every

    return make(part, report)


def threads_of(client: Client) -> int:
    """Return the number of threads of all workers; a cluster may begin with none."""
    return int(sum(client.nthreads().values()))


@cache
def versions_here() -> dict[str, str]:
    """Return the versions of this process that rows and counts depend on, and a digest of the code.

    The code may differ within a version.
    """
    from enumino.datasets.manifest import BYTES_DEPEND_ON, software

    root, digest = Path(enumino.__file__).parent, sha256()
    for path in sorted(root.rglob("*.py")):
        digest.update(f"{path.relative_to(root).as_posix()}\n".encode() + path.read_bytes())
    packages = {each: software()[each] for each in ("enumino", *BYTES_DEPEND_ON, "duckdb")}
    return {"code": digest.hexdigest()[:CODE_DIGITS], **packages}


def _refuse_other_versions(worker: str, wanted: Mapping[str, str]) -> None:
    """Raise a RunError unless this process, the worker at an address, has the versions wanted."""
    found = versions_here()
    differing = [
        f"{name} {found.get(name, 'of no version')} (driver: {version})"
        for name, version in wanted.items()
        if found.get(name) != version
    ]
    if differing:
        raise RunError(
            f"The worker at {worker} has {', '.join(differing)}, and would make "
            "other files or counts: install the same versions on all workers, and run the same "
            "command again."
        )


def connect(scheduler: str) -> Client:
    """Return a client of the scheduler at an address, or of the one that wrote a file.

    It need not have workers yet. Raises a RunError if none answers within some seconds.
    """
    from distributed import Client

    _silence()
    try:
        address = scheduler
        if Path(scheduler).is_file():  # as `dask scheduler --scheduler-file` writes it
            address = json.loads(Path(scheduler).read_text(encoding="utf-8"))["address"]
        with ThreadPoolExecutor(1) as pool:  # an event loop may be running in this thread
            pool.submit(asyncio.run, _check_scheduler(address)).result()
        return Client(address, timeout=ANSWER_SECONDS, set_as_default=False)
    except Exception as error:
        raise RunError(
            f"No Dask scheduler answers at {quoted(scheduler)} ({reason(error)}): start one with "
            "`dask scheduler`, give the address that it prints, such as tcp://127.0.0.1:8786, or "
            "the file of its --scheduler-file, and compare its version of Dask, and how it is "
            "secured, with ours."
        ) from error


async def _check_scheduler(address: str) -> None:
    """Raise an error unless a scheduler answers: a client would wait for whatever listens."""
    from distributed.core import rpc
    from distributed.security import Security

    where = address if "://" in address else f"tcp://{address}"
    settings = Security().get_connection_args("client")
    async with rpc(where, timeout=ANSWER_SECONDS, connection_args=settings) as server:
        kind = (await asyncio.wait_for(server.identity(), ANSWER_SECONDS))["type"]
    if kind != "Scheduler":
        raise RunError(f"it is a {kind.lower()}")


@contextmanager
def local_client(threads: int, processes: int) -> Iterator[Client]:
    """Give a Dask client of processes of this machine, which share some threads.

    Kernels and Parquet encoding release the GIL, and one compilation serves all; but each thread
    holds it for 4 to 9 % of its time, so that one process cannot keep many busy. Other users of the
    machine cannot connect: the cluster listens on loopback, to those with its own certificate.
    """
    import dask
    from distributed import Client

    _silence()
    settings: dict[str, Any] = {
        # A computer that slept, or a process that was stopped, finds its worker silent for long. It
        # is not gone: it is on this machine, and no other one would come.
        "distributed.scheduler.worker-ttl": None,
        # The profiler samples each thread a hundred times a second, and holds the GIL meanwhile.
        "distributed.worker.profile.enabled": False,
        # Pages about the work, which anybody on this machine could read.
        "distributed.scheduler.http.routes": [],
        "distributed.worker.http.routes": [],
    }
    # A command that ends leaves the processes their semaphores, of which Python would warn.
    heard = os.environ.get("PYTHONWARNINGS")
    os.environ["PYTHONWARNINGS"] = ",".join(filter(None, [heard, "ignore:resource_tracker"]))
    # Ctrl-C is for this process only: it ends the others.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with dask.config.set(settings):
            client = Client(
                n_workers=processes,
                threads_per_worker=ceil(threads / processes),
                security=True,
                dashboard_address="127.0.0.1:0",  # any free port
                scheduler_kwargs={"dashboard": False},
                memory_limit=0,
                silence_logs=logging.CRITICAL,
                set_as_default=False,
            )
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    with client:
        yield client


def _silence() -> None:
    """Keep Dask's log lines off the terminal: errors are raised, the rest are events."""
    import distributed  # noqa: F401  # sets its levels on import

    warnings.filterwarnings("ignore", message="Sending large graph")  # large problems are
    for name in ("distributed", "tornado", *logging.Logger.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):  # some have a level of their own
            logging.getLogger(name).setLevel(logging.CRITICAL)
    logging.getLogger("asyncio").addFilter(_not_of_dask)


def _not_of_dask(record: logging.LogRecord) -> bool:
    """Return whether a message of asyncio is not about a task that Dask gave up when it closed."""
    error = record.exc_info[1] if record.exc_info else None
    return not type(error).__module__.startswith("distributed")
