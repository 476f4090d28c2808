"""Dask clients: local threads, or the scheduler of an existing cluster, and its address."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import socket
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from math import ceil
from pathlib import Path
from ssl import SSLError
from time import monotonic, sleep
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from enumino.arguments import threads_or_cores
from enumino.errors import MissingExtraError, RunError, StorageError
from enumino.run.execution import WAIT_SECONDS
from enumino.words import first_line, quoted

if TYPE_CHECKING:
    from distributed import Client

CONFIGURED = "config"  # stands for the address in Dask's own configuration
ANSWER_SECONDS = 10.0  # a scheduler answers within this
LOOK_SECONDS = 0.5  # between two looks for a file
TLS_SETTINGS = (
    "DASK_DISTRIBUTED__COMM__TLS__CA_FILE, DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT and "
    "DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY"
)


def configured_address() -> str:
    """Return the address of the scheduler that Dask's configuration names."""
    import dask

    address = dask.config.get("scheduler-address", None)
    if not isinstance(address, str) or not address:
        raise RunError(
            "Dask's configuration names no scheduler: set DASK_SCHEDULER_ADDRESS, or give its "
            "address, such as tcp://127.0.0.1:8786."
        )
    return address


def address_in(file: str, wait_seconds: float, notice: Callable[[str], None]) -> str:
    """Return the address in a scheduler file, as ``dask scheduler --scheduler-file`` writes it.

    Batch systems start schedulers in their own time: the file is waited for.
    """
    path, deadline, waited = Path(file), monotonic() + wait_seconds, False
    while not (text := _text_of(path)):
        if monotonic() >= deadline:
            raise RunError(
                f"No scheduler has written {quoted(file)} (waited for {wait_seconds:.0f} s): start "
                "one with `dask scheduler --scheduler-file FILE`."
            )
        if not waited:
            notice(f"Waiting, for up to {wait_seconds:.0f} s, for a scheduler to write {file}.")
            waited = True
        sleep(min(LOOK_SECONDS, max(0.0, deadline - monotonic())))
    try:
        address = json.loads(text)["address"]
    except (ValueError, LookupError, TypeError):
        address = None
    if not isinstance(address, str):
        raise RunError(
            f"{quoted(file)} is not a scheduler file: give the one that `dask scheduler "
            "--scheduler-file FILE` has written."
        )
    return address


def _text_of(path: Path) -> str:
    """The text of a file; nothing where it is not there yet, or is just being written."""
    try:
        return path.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return ""
    except (OSError, ValueError):
        return "unreadable"


def refuse_wrong_address(address: str) -> None:
    """Raise a RunError unless a Dask scheduler answers at an address, within some seconds.

    A Dask client would try for a long time, and take anything that listens for a scheduler.
    """
    where = address if "://" in address else f"tcp://{address}"
    try:
        at = urlsplit(where)
        socket.create_connection((at.hostname or "", at.port or 0), ANSWER_SECONDS).close()
    except (OSError, ValueError) as error:
        raise RunError(
            f"No Dask scheduler answers at {quoted(address)}: start one with `dask scheduler`, "
            "and give its address, such as tcp://127.0.0.1:8786."
        ) from error
    with ThreadPoolExecutor(1) as pool:  # an event loop may be running in this thread
        kind = pool.submit(asyncio.run, _kind_of(where)).result()
    if kind == "Scheduler":
        return
    if kind in ("Worker", "Nanny"):
        raise RunError(f"{quoted(address)} is the address of a worker: give that of its scheduler.")
    if isinstance(kind, SettingsError):
        raise RunError(
            f"The certificates in Dask's configuration do not work for {quoted(address)} "
            f"({kind}): set {TLS_SETTINGS}."
        )
    refused = isinstance(kind, SSLError) or "ssl" in str(kind).lower()
    reason = (
        "its certificate, or ours, is not accepted"
        if refused
        else "something else listens there, or only one of us speaks TLS (tls://)"
    )
    raise RunError(
        f"No Dask scheduler answers at {quoted(address)}: {reason}; give the address that "
        "`dask scheduler` has printed."
    )


class SettingsError(Exception):
    """The settings of Dask do not allow a connection."""


async def _kind_of(address: str) -> object:
    """Return the kind of a Dask server, or the error of the request for it."""
    from distributed.core import rpc
    from distributed.security import Security

    try:
        settings = Security().get_connection_args("client")
        async with rpc(address, timeout=ANSWER_SECONDS, connection_args=settings) as server:
            return (await asyncio.wait_for(server.identity(), ANSWER_SECONDS))["type"]
    except (FileNotFoundError, PermissionError, TypeError, RuntimeError) as error:
        return SettingsError(first_line(error, type(error).__name__))
    except Exception as error:
        return error


THREADS_A_PROCESS = 8  # more of them wait for each other: docs/scaling.md
DASHBOARD_SECONDS = 2.0  # a dashboard answers within this


def silence() -> None:
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


def local_client(threads: int | None = None, *, processes: bool = False) -> Client:
    """Return a Dask client of this machine: threads of this process, or processes of some threads.

    Kernels and Parquet encoding release the GIL, and one compilation serves all; but each thread
    holds it for 4 to 9 % of its time, so that one process cannot keep many busy. Nothing listens to
    other machines. The dashboard is started if bokeh is installed.
    """
    import dask
    from distributed import Client

    threads = threads_or_cores(threads)
    number = ceil(threads / THREADS_A_PROCESS) if processes else 1
    settings = {
        # A computer that slept, or a process that was stopped, finds its worker silent for long. It
        # is not gone: it is on this machine, and no other one would come.
        "distributed.scheduler.worker-ttl": None,
        # The profiler samples each thread a hundred times a second, and holds the GIL meanwhile.
        "distributed.worker.profile.enabled": False,
    }
    # Ctrl-C is for this process only: it ends the others.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if number > 1 else ()
    with dask.config.set(settings):
        client = Client(
            processes=number > 1,
            n_workers=number,
            threads_per_worker=threads // number,
            dashboard_address="127.0.0.1:0",  # any free port, for this machine only
            worker_dashboard_address="127.0.0.1:0",
            memory_limit=0,
            silence_logs=logging.CRITICAL if number > 1 else logging.WARNING,
        )
    if number > 1:
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        except KeyboardInterrupt:
            client.close()
            raise
    return client


def dashboard(client: Client) -> str | None:
    """Return the address of a client's dashboard, if there is one.

    A scheduler without bokeh, or without a dashboard, serves other pages at the same address. An
    address that cannot be reached from here may be reached by way of a tunnel or a proxy.
    """
    with suppress(KeyError):  # it serves no pages at all
        link: str = client.dashboard_link or ""
        if link and _plots_at(link) != {}:
            return link
    return None


def _plots_at(link: str) -> object:
    """Return the plots that a dashboard offers, by name; None if they are unknown."""
    from http.client import HTTPException
    from urllib.request import ProxyHandler, build_opener

    plots = f"{link.removesuffix('/status')}/individual-plots.json"
    try:
        with build_opener(ProxyHandler({})).open(plots, timeout=DASHBOARD_SECONDS) as answer:
            return json.loads(answer.read())
    except (OSError, ValueError, HTTPException):
        return None


def threads_of(client: Client) -> int:
    """Return the number of threads of all workers; a cluster may begin with none."""
    return int(sum(client.nthreads().values()))


def connect(
    address: str | None,
    scheduler_file: str | None = None,
    notice: Callable[[str], None] = lambda sentence: None,
    wait_seconds: float = WAIT_SECONDS,
) -> Client:
    """Return a client of the scheduler at an address, of Dask's configuration, or of a file.

    It need not have workers yet. A file that is not there yet is waited for, with a notice, and so
    is later a scheduler that is lost. Raises a RunError if none answers within some seconds.
    """
    from distributed import Client

    if scheduler_file is not None:
        address = address_in(scheduler_file, wait_seconds, notice)
    elif address is None or address == CONFIGURED:
        address = configured_address()
    refuse_wrong_address(address)
    try:
        # One that loses its scheduler looks for it for so long: longer than the run waits. A
        # scheduler has just answered, so that no time is lost in finding it now.
        timeout = wait_seconds + 10
        return Client(address, timeout=timeout, set_as_default=False)
    except Exception as error:
        raise RunError(
            f"The scheduler at {quoted(address)} cannot be used "
            f"({first_line(error, type(error).__name__)}): compare its "
            "version of Dask, and how it is secured, with ours."
        ) from error


@contextmanager
def reported_to(client: Client, file: str | None) -> Iterator[None]:
    """Have the scheduler write a report of what the cluster does, as HTML, if a file is named."""
    if file is None:
        yield
        return
    from distributed import performance_report

    try:
        client.run_on_scheduler(version, "bokeh")
    except PackageNotFoundError:
        raise MissingExtraError(
            "The scheduler lacks bokeh, which performance reports need: install it there (pip "
            "install bokeh), or leave out --performance-report."
        ) from None
    try:
        Path(file).touch()
    except OSError as error:
        raise StorageError(f"Cannot write {file}: {error.strerror}.") from error
    with client.as_current():
        report = performance_report(filename=file)
        report.__enter__()
        try:
            yield
        finally:
            if client.status == "running":
                with suppress(OSError):  # the scheduler may go in this moment
                    report.__exit__(None, None, None)
