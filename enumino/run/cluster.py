"""Dask runs parts on an existing cluster, or in processes of this machine.

Only this module imports Dask.
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
from tempfile import TemporaryDirectory
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

ANSWER_SECONDS = 10.0  # after which a silent scheduler is lost
RETRIES = 2  # of a part that fails
REPORT_SECONDS = 1.0  # between two reports of a part, per hundred threads


@contextmanager
def submitting(client: Client, report: Report) -> Iterator[Callable[..., Future[Any]]]:
    """Yield the function that submits a part; at the end, cancel what is not finished."""
    run, executor = f"enumino-{uuid4().hex}", client.get_executor(pure=False, retries=RETRIES)
    client.subscribe_topic(run, lambda event: report(*event[1]))
    every = REPORT_SECONDS * max(1, threads_of(client) / 100)  # all pass through the scheduler
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
    """Make a part on a worker, with a report every few seconds."""
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
    """Return the number of threads of all workers, which is 0 before the first worker joins."""
    return int(sum(client.nthreads().values()))


@cache
def versions_here() -> dict[str, str]:
    """Return the versions of packages that rows and counts depend on, and a digest of our code."""
    from enumino.datasets.manifest import BYTES_DEPEND_ON, software

    root, digest = Path(enumino.__file__).parent, sha256()
    for path in sorted(root.rglob("*.py")):
        digest.update(f"{path.relative_to(root).as_posix()}\n".encode() + path.read_bytes())
    packages = {each: software()[each] for each in ("enumino", *BYTES_DEPEND_ON, "duckdb")}
    return {"code": digest.hexdigest()[:8], **packages}


def _refuse_other_versions(worker: str, wanted: Mapping[str, str]) -> None:
    """Raise a RunError if this worker has other versions than the driver."""
    found = versions_here()
    differing = [
        f"{name} {found.get(name, 'of no version')} (driver: {version})"
        for name, version in wanted.items()
        if found.get(name) != version
    ]
    if differing:
        raise RunError(
            f"The worker at {worker} has {', '.join(differing)}, and could make other files or "
            "counts: install the same versions on all workers, and repeat the command."
        )


def connect(scheduler: str) -> Client:
    """Return a client of the scheduler at an address or in a file, or raise a RunError."""
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
            "its --scheduler-file, and use the same version of Dask and the same TLS settings."
        ) from error


async def _check_scheduler(address: str) -> None:
    """Raise an error unless a scheduler answers; a client would wait for any other server."""
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
    """Yield a Dask client of processes of this machine, which share the threads.

    Kernels and Parquet encoding release the GIL, but each thread holds it for 4 to 9 % of its time,
    so that one process cannot keep many threads busy. The cluster listens on loopback and accepts
    its own certificate only, so that other users of the machine cannot connect. Its processes
    import modules from their folders, which are in a folder of this user only.
    """
    import dask
    from distributed import Client

    _silence()
    folder = TemporaryDirectory(prefix="enumino-", ignore_cleanup_errors=True)
    settings: dict[str, Any] = {
        "temporary-directory": folder.name,
        # After a computer slept, its workers were silent for long, but they are still there.
        "distributed.scheduler.worker-ttl": None,
        # The profiler would hold the GIL a hundred times per second and thread.
        "distributed.worker.profile.enabled": False,
        # All users of this machine could read these pages.
        "distributed.scheduler.http.routes": [],
        "distributed.worker.http.routes": [],
    }
    # Python would warn of semaphores of the processes when a command ends.
    heard = os.environ.get("PYTHONWARNINGS")
    os.environ["PYTHONWARNINGS"] = ",".join(filter(None, [heard, "ignore:resource_tracker"]))
    # Ctrl-C is for this process only, which ends the other processes.
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
    with folder, client:
        yield client


def _silence() -> None:
    """Keep log lines of Dask off the terminal: its errors are raised."""
    import distributed  # noqa: F401  # importing it sets levels

    warnings.filterwarnings("ignore", message="Sending large graph")  # large problems are
    for name in ("distributed", "tornado", *logging.Logger.manager.loggerDict):
        if name.startswith(("distributed", "tornado")):  # some loggers have their own level
            logging.getLogger(name).setLevel(logging.CRITICAL)
    logging.getLogger("asyncio").addFilter(  # of tasks that Dask abandons on closing
        lambda log: (
            not (log.exc_info and type(log.exc_info[1]).__module__.startswith("distributed"))
        )
    )
