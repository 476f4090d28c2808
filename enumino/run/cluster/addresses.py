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
from typing import Any
from urllib.parse import urlsplit

from enumino.errors import RunError
from enumino.words import quoted

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
        _knock(where)
        security = _security(where)
    except (OSError, ValueError) as error:
        raise RunError(
            f"No Dask scheduler answers at {quoted(address)}: start one with `dask scheduler`, "
            "and give its address, such as tcp://127.0.0.1:8786."
        ) from error
    answer = _identity(where, security)
    if isinstance(answer, dict) and answer.get("type") == "Scheduler":
        return
    if isinstance(answer, dict) and answer.get("type") in ("Worker", "Nanny"):
        raise RunError(f"{quoted(address)} is the address of a worker: give that of its scheduler.")
    if isinstance(answer, SSLError) or "ssl" in str(answer).lower():
        reason = "its certificate, or ours, is not accepted"
    elif where.startswith("tls://"):
        reason = "what listens there does not speak TLS as Dask does"
    else:
        reason = "something else listens there, or it speaks TLS (tls://)"
    raise RunError(
        f"No Dask scheduler answers at {quoted(address)}: {reason}; give the address that "
        "`dask scheduler` has printed."
    )


def _knock(address: str) -> None:
    """Raise an OSError or ValueError if nobody listens."""
    parts = urlsplit(address)
    if parts.hostname is None or parts.port is None:
        raise ValueError("no host and port")
    with socket.create_connection((parts.hostname, parts.port), timeout=ANSWER_SECONDS):
        pass


def _security(address: str) -> dict[str, Any]:
    """The arguments of a connection, with the certificates that Dask's configuration names."""
    from distributed.security import Security

    try:
        security: dict[str, Any] = Security().get_connection_args("client")
    except (OSError, SSLError, ValueError, TypeError) as error:
        named = getattr(error, "filename", None)
        which = f" ({named})" if named else ""
        raise RunError(
            f"The certificates in Dask's configuration cannot be read{which}: {TLS_SETTINGS} "
            "name the files."
        ) from error
    if address.startswith("tls://") and security["ssl_context"] is None:
        raise RunError(
            f"{quoted(address)} needs certificates, and Dask's configuration names none: set "
            f"{TLS_SETTINGS}."
        )
    if security["require_encryption"] and not address.startswith("tls://"):
        raise RunError(
            f"Dask's configuration requires encryption, and {quoted(address)} has none: give a "
            "tls:// address."
        )
    return security


def _identity(address: str, security: dict[str, Any]) -> Any:
    """Return what a Dask server says that it is, or the error that asking for it raises.

    An event loop may be running in this thread, so another one asks.
    """
    from distributed.comm import connect

    async def ask() -> Any:
        comm = await connect(address, timeout=ANSWER_SECONDS, **security)
        try:
            await comm.write({"op": "identity", "reply": True})
            return await comm.read()
        finally:
            comm.abort()

    pool = ThreadPoolExecutor(1)
    try:
        return pool.submit(lambda: asyncio.run(asyncio.wait_for(ask(), ANSWER_SECONDS))).result()
    except Exception as error:
        return error
    finally:
        pool.shutdown(wait=False)
