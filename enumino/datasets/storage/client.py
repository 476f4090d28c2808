"""One client for each object store and process, shared by all threads.

Requests run on an event loop in a thread of its own. The calling thread waits, and so receives a
Ctrl-C at once, whatever a server does; then its request is cancelled. A request that hangs delays
no other.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import socket
import warnings
from collections.abc import Callable, Collection, Coroutine
from concurrent.futures import CancelledError, Future, wait
from contextlib import suppress
from datetime import timedelta
from functools import cache, lru_cache
from multiprocessing.util import Finalize
from random import uniform
from threading import Thread, current_thread, get_ident
from time import monotonic, sleep
from typing import Any, TypeVar

from obstore.exceptions import AlreadyExistsError, BaseError
from obstore.store import AzureStore, GCSStore, S3Store

from enumino.datasets.storage.address import CREDENTIALS, Address
from enumino.datasets.storage.failures import METADATA, TIMEOUT_VARIABLE, Refusal, no_credentials
from enumino.errors import KEPT, StorageError, StorageWarning
from enumino.words import quoted

Answer = TypeVar("Answer")
# Begins a request each time that it is called, on the event loop.
Request = Callable[[], Coroutine[Any, Any, Answer]]

TIMEOUT = 60.0  # seconds that a request may take with all its retries by default
SILENCES = 3  # attempts at a request to a server that says nothing
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 4.0  # seconds between two attempts
NOTICE_SECONDS = 10.0  # until we warn that a server does not answer
DROP_SECONDS = 6.0  # that uploads have to be dropped when we are interrupted
RELEASE_SECONDS = 0.05  # that threads of obstore need to let go of Python after an answer

_VARIABLES = ("AWS_", "AZURE_", "GOOGLE_", "ENUMINO_", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
_CREDENTIALS_OF_S3 = (
    "AWS_ACCESS_KEY_ID",
    "AWS_WEB_IDENTITY_TOKEN_FILE",
    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
    "AWS_SKIP_SIGNATURE",
)


class Client:
    """Requests to the bucket of an address; coroutines of its obstore `store` are for `ask`."""

    def __init__(self, address: Address) -> None:
        self.place = address.place
        self.limit = time_limit()  # seconds that one request may take
        self.store = _store(address, self.limit)

    def ask(self, request: Request[Answer], *, long: bool = False) -> Answer:
        """Return the answer to a request, which is repeated where the reason of a failure passes.

        A `long` one may take any time until it fails first.
        """
        return self.wait(self.start(request, long=long), None if long else NOTICE_SECONDS)

    def wait(self, future: Future[Answer], notice: float | None = None) -> Answer:
        """Return the answer to a request that was started; cancel it if we are interrupted.

        Warn if it takes longer than `notice` seconds.
        """
        try:
            if notice is not None and not wait([future], notice).done:
                warnings.warn(
                    f"{self.place} has not answered for {notice:g} s: enumino retries for "
                    f"{self.limit:g} s in all ({TIMEOUT_VARIABLE} sets other seconds).",
                    StorageWarning,
                    stacklevel=3,
                )
            return future.result()
        except CancelledError:  # by `interrupt_requests`
            raise StorageError(
                f"A request to {self.place} was interrupted: run the same command again; {KEPT}."
            ) from None
        except BaseException:
            if not future.done():
                interrupt_requests([current_thread()])
            raise

    def start(self, request: Request[Answer], *, long: bool = False) -> Future[Answer]:
        """Begin a request as `ask` does."""
        thread = get_ident()

        async def work() -> Answer:
            task = asyncio.current_task()
            assert task
            _running[task] = thread
            try:
                return await _repeated(request, self.limit, long=long)
            finally:
                del _running[task]

        return asyncio.run_coroutine_threadsafe(work(), _loop())


# The requests under way, and the threads that wait for them.
_running: dict[asyncio.Task[Any], int] = {}


async def _repeated(request: Request[Answer], limit: float, *, long: bool) -> Answer:
    """Make a request again, after pauses, until its time is over or a failure does not pass.

    Obstore itself repeats most requests for as long; but not what creates or deletes, nor an answer
    that breaks off.
    """
    end, pause = monotonic() + limit, FIRST_PAUSE
    while True:
        try:
            return await request()
        except AlreadyExistsError:  # an answer, with a status that Azure also uses for other errors
            raise
        except (BaseError, FileNotFoundError) as error:
            refusal = Refusal.of(error)
            if not refusal.passes or (long and refusal.repeated):
                raise
            if long:  # the time before does not count
                long, end = False, monotonic() + limit
            if (left := end - monotonic()) <= 0:
                raise
        await asyncio.sleep(min(left, uniform(pause / 2, pause)))
        pause = min(2 * pause, LONGEST_PAUSE)


def interrupt_requests(threads: Collection[Thread] | None = None) -> None:
    """Cancel the requests that these threads wait for, or all threads; return when they are gone.

    Uploads are dropped, for which they get some seconds. The threads get a StorageError.
    """
    if not _loop.cache_info().currsize or _first_process() != os.getpid():
        return
    known = None if threads is None else {thread.ident for thread in threads}

    async def cancel() -> None:
        tasks = [task for task, ident in _running.items() if known is None or ident in known]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=DROP_SECONDS + 1)

    with suppress(TimeoutError):
        asyncio.run_coroutine_threadsafe(cancel(), _loop()).result(DROP_SECONDS + 2)


def client_of(address: Address) -> Client:
    """Return the client of a bucket: the same one as long as the environment is the same.

    A StorageError says that there are no credentials, or that a process which has used a client was
    forked.
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
            f"{address.place} cannot be opened: set {CREDENTIALS[address.scheme]}, and remove "
            "settings that are not valid."
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
    Finalize(None, _end, (loop, thread), exitpriority=0)  # children of multiprocessing end so
    return loop


def _end(loop: asyncio.AbstractEventLoop, thread: Thread) -> None:
    """Leave no thread of a request that needs Python when Python is gone: it would abort us.

    Such threads are obstore's own. They let go of what they hold a moment after we have their
    answer, and cannot be joined.
    """
    if not thread.is_alive():
        return
    interrupt_requests()
    loop.call_soon_threadsafe(loop.stop)
    thread.join(1)
    sleep(RELEASE_SECONDS)


def time_limit() -> float:
    """Return the seconds that one request may take, as the environment says."""
    text = os.environ.get(TIMEOUT_VARIABLE, "")
    if not text:
        return TIMEOUT
    with suppress(ValueError):
        if 0.1 <= (seconds := float(text)) <= 86_400:
            return seconds
    raise StorageError(
        f"{TIMEOUT_VARIABLE} is {quoted(text)}: set it to seconds, from 0.1 to 86400, such as 60."
    )


def _store(address: Address, limit: float) -> S3Store | GCSStore | AzureStore:
    """The client of obstore, with our time limits."""
    settings, endpoint = dict(address.settings), address.endpoint(os.environ)
    options: dict[str, Any] = {
        "client_options": {
            "timeout": timedelta(seconds=limit / SILENCES),
            "connect_timeout": timedelta(seconds=min(5.0, limit / SILENCES)),
            "allow_http": (endpoint or "").startswith("http://"),
        },
        "retry_config": {
            "max_retries": 1_000_000,  # time is the limit
            "retry_timeout": timedelta(seconds=limit),
            "backoff": {
                "init_backoff": timedelta(seconds=FIRST_PAUSE),
                "max_backoff": timedelta(seconds=LONGEST_PAUSE),
                "base": 2,
            },
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
    """Raise a StorageError at once if there are no credentials, also none of a cloud machine."""
    if any(os.environ.get(variable) for variable in _CREDENTIALS_OF_S3):
        return
    if os.environ.get("AWS_EC2_METADATA_DISABLED", "").lower() != "true":
        with suppress(OSError), socket.create_connection((METADATA, 80), timeout=1):
            return
    raise no_credentials(address)
