"""One client for each object store and process, shared by all threads.

Requests run on an event loop in a thread of its own. The thread that asked waits, and so hears a
Ctrl-C at once, whatever a server does; then its request is cancelled. A request that hangs delays
no other.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import socket
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from datetime import timedelta
from functools import cache, lru_cache
from threading import Event, Thread
from time import sleep
from typing import Any, TypeVar

from obstore.exceptions import BaseError
from obstore.store import AzureStore, GCSStore, S3Store

from enumino.datasets.storage.address import CREDENTIALS, Address
from enumino.datasets.storage.answers import Refusal
from enumino.errors import StorageError
from enumino.words import quoted

Answer = TypeVar("Answer")
Request = Callable[[], Coroutine[Any, Any, Answer]]
"""What begins a request each time that it is called, on the event loop."""

TIMEOUT_VARIABLE = "ENUMINO_STORE_TIMEOUT"
TIMEOUT = 60.0
"""Seconds that one request may take with all its retries, unless the variable says otherwise."""
MOST_RETRIES = 10
ATTEMPTS = 3
"""Of a request to a server that says nothing; others may be more within the time."""
LAST_SECONDS = 1.5
"""What an interrupted upload may take to be aborted."""
LETTING_GO_SECONDS = 0.05
"""What threads of obstore need to let go of Python once a request is answered."""
METADATA = ("169.254.169.254", 80)
"""Where machines of a cloud ask for credentials."""

_VARIABLES = ("AWS_", "AZURE_", "GOOGLE_", "ENUMINO_", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
_CREDENTIALS_OF_S3 = (
    "AWS_ACCESS_KEY_ID",
    "AWS_WEB_IDENTITY_TOKEN_FILE",
    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
    "AWS_SKIP_SIGNATURE",
)


class Client:
    """What talks to the bucket of an address.

    Attributes
    ----------
    store : ObjectStore
        Of obstore; its coroutines are for `run`.
    limit : float
        Seconds that one request may take.
    """

    def __init__(self, address: Address) -> None:
        self.limit = time_limit()
        self.store = _store(address, self.limit)

    def run_repeatable(self, request: Request[Answer]) -> Answer:
        """Return the answer to a request that may be made twice: see `again`."""
        return self.run(lambda: again(request))

    def start(self, work: Coroutine[Any, Any, Answer]) -> Future[Answer]:
        """Begin a request."""
        return asyncio.run_coroutine_threadsafe(work, _loop())

    def run(self, request: Request[Answer]) -> Answer:
        """Return the answer to a request; cancel it if we are interrupted."""
        ended = Event()

        async def work() -> Answer:
            try:
                return await request()
            finally:
                ended.set()

        future = self.start(work())
        try:
            return future.result()
        except BaseException:
            if future.cancel():
                ended.wait(2 * LAST_SECONDS)
            raise


async def again(request: Request[Answer]) -> Answer:
    """Ask again where an answer breaks off, which obstore itself does not."""
    for _ in range(ATTEMPTS - 1):
        try:
            return await request()
        except FileNotFoundError as error:
            if not Refusal.of(error).completed_before:
                raise
        except BaseError as error:
            if not Refusal.of(error).broke_off:
                raise
    return await request()


def client_of(address: Address) -> Client:
    """Return the client of a bucket: the same one as long as the environment is the same.

    Raises
    ------
    StorageError
        If there are no credentials, or this process was forked from one that has used a client.
    """
    if _first_process() != os.getpid():
        raise StorageError(
            f"{address.place} cannot be used in a process that was forked from one that has used "
            "an object store: start processes by 'spawn' or 'forkserver'."
        )
    variables = ((k, v) for k, v in os.environ.items() if k.upper().startswith(_VARIABLES))
    bucket = Address(address.scheme, address.bucket, "", address.settings)
    try:
        return _client(bucket, hash(tuple(sorted(variables))))
    except (BaseError, OSError, ValueError):
        raise StorageError(
            f"{address.place} cannot be opened: set {CREDENTIALS[address.scheme]}, and nothing "
            "else that is not valid."
        ) from None


@lru_cache(maxsize=32)
def _client(bucket: Address, _environment: int) -> Client:
    return Client(bucket)


@cache
def _first_process() -> int:
    """The process that has used a client first: threads of requests do not survive a fork."""
    return os.getpid()


@cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, name="enumino object stores", daemon=True)
    thread.start()
    atexit.register(_end, loop, thread)
    return loop


def _end(loop: asyncio.AbstractEventLoop, thread: Thread) -> None:
    """Leave no thread of a request that needs Python when Python is gone: it would abort us.

    Such threads are obstore's own. They let go of what they hold a moment after we have their
    answer, and cannot be joined.
    """
    for task in asyncio.all_tasks(loop):
        loop.call_soon_threadsafe(task.cancel)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(LAST_SECONDS)
    sleep(LETTING_GO_SECONDS)


def time_limit() -> float:
    """Return the seconds that one request may take, as the environment says.

    Raises
    ------
    StorageError
        If it says no such thing.
    """
    said = os.environ.get(TIMEOUT_VARIABLE, "")
    if not said:
        return TIMEOUT
    with suppress(ValueError):
        if 0.1 <= (seconds := float(said)) <= 86_400:
            return seconds
    raise StorageError(
        f"{TIMEOUT_VARIABLE} is {quoted(said)}: set it to seconds, from 0.1 to 86400, such as 60."
    )


def _store(address: Address, limit: float) -> S3Store | GCSStore | AzureStore:
    """The client of obstore, with our time limits."""
    settings, endpoint = dict(address.settings), address.endpoint(os.environ)
    options: dict[str, Any] = {
        "client_options": {
            "timeout": timedelta(seconds=limit / ATTEMPTS),
            "connect_timeout": timedelta(seconds=min(5.0, limit / ATTEMPTS)),
            "allow_http": (endpoint or "").startswith("http://"),
        },
        "retry_config": {
            "max_retries": MOST_RETRIES,
            "retry_timeout": timedelta(seconds=limit - limit / ATTEMPTS),
        },
    }
    if address.scheme == "s3":
        _refuse_without_credentials(address)
        config: Any = {"disable_bulk_delete": True}  # some servers lack it
        if endpoint:
            config["endpoint"] = endpoint
        if "region" in settings:
            config["region"] = settings["region"]
        return S3Store(address.bucket, config=config, **options)
    if address.scheme == "gs":
        config = {"base_url": endpoint} if endpoint else {}
        return GCSStore(address.bucket, config=config, **options)
    config = {"account_name": settings["account"]} if "account" in settings else {}
    if endpoint:
        config["endpoint"] = endpoint
    return AzureStore(address.bucket, config=config, **options)


def _refuse_without_credentials(address: Address) -> None:
    """Raise a StorageError at once where there are none and no cloud around us gives any."""
    if any(os.environ.get(variable) for variable in _CREDENTIALS_OF_S3):
        return
    if os.environ.get("AWS_EC2_METADATA_DISABLED", "").lower() != "true":
        with suppress(OSError), socket.create_connection(METADATA, timeout=1):
            return
    raise no_credentials(address)


def no_credentials(address: Address) -> StorageError:
    """Return what to raise if there are no credentials for a store."""
    return StorageError(
        f"There are no credentials for {address.place}: set {CREDENTIALS[address.scheme]}."
    )
