"""Where a scheduler is: its address as a user gives it, and whether one answers there."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable
from pathlib import Path
from ssl import SSLError
from threading import Thread
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit

from enumino.errors import RunError
from enumino.words import quoted

CONFIGURED = "config"
"""Stands for the address in Dask's own configuration."""
ANSWER_SECONDS = 10.0
"""A scheduler answers within this."""
TLS_SETTINGS = (
    "DASK_DISTRIBUTED__COMM__TLS__CA_FILE, DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT and "
    "DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY"
)


def configured_address() -> str:
    """Return the address of the scheduler that Dask's configuration names.

    Raises
    ------
    RunError
        If it names none.
    """
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

    Raises
    ------
    RunError
        If it does not come, or is no scheduler file.
    """
    path, deadline, told = Path(file), monotonic() + wait_seconds, False
    while True:
        try:
            address = json.loads(path.read_text(encoding="utf-8"))["address"]
            if isinstance(address, str):
                return address
            break
        except FileNotFoundError:
            pass
        except json.JSONDecodeError as error:
            if error.doc.strip():  # else it is just being written
                break
        except (OSError, ValueError, LookupError, TypeError):
            break
        if monotonic() >= deadline:
            raise RunError(
                f"No scheduler has written {quoted(file)} (waited for {wait_seconds:.0f} s): start "
                "one with `dask scheduler --scheduler-file FILE`."
            )
        if not told:
            notice(f"Waiting, for up to {wait_seconds:.0f} s, for a scheduler to write {file}.")
            told = True
        sleep(min(0.5, max(0.0, deadline - monotonic())))
    raise RunError(
        f"{quoted(file)} is no scheduler file: give the one that `dask scheduler "
        "--scheduler-file FILE` has written."
    )


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
    answer = _within(ANSWER_SECONDS, lambda: _identity(where, security))
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
    """The arguments of a connection that Dask's configuration makes of an address.

    Raises
    ------
    RunError
        If its certificates are missing or cannot be read.
    """
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


async def _identity(address: str, security: dict[str, Any]) -> Any:
    """What answers says that it is."""
    from distributed.comm import connect

    comm = await connect(address, timeout=ANSWER_SECONDS, **security)
    try:
        await comm.write({"op": "identity", "reply": True})
        return await comm.read()
    finally:
        comm.abort()


def _within(seconds: float, ask: Callable[[], Any]) -> Any:
    """What a coroutine returns, or the error that it raises; None if it takes too long.

    It runs in a thread of its own, since nothing may hold up the caller.
    """
    answer: list[Any] = []

    def run() -> None:
        try:
            answer.append(asyncio.run(asyncio.wait_for(ask(), seconds)))
        except Exception as error:
            answer.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds + 2)
    return answer[0] if answer else None
