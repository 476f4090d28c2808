"""The address of a scheduler as a user gives it, and whether one answers there."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from ssl import SSLError
from time import monotonic, sleep
from urllib.parse import urlsplit

from enumino.errors import RunError
from enumino.words import first_line, quoted

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
