"""A dataset in an object store: a name appears when its upload has arrived whole, and not before.

Small files are one request. A large one is uploaded in pieces that the store puts together at the
end; when anything fails, or on Ctrl-C, what was uploaded is dropped instead.
"""

from __future__ import annotations

import asyncio
import tempfile
import warnings
import weakref
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from io import SEEK_END, BytesIO
from itertools import islice
from math import ceil
from types import NoneType
from typing import TYPE_CHECKING, BinaryIO, ClassVar

import obstore
from obstore.exceptions import AlreadyExistsError, BaseError

from enumino.datasets.storage.address import Address
from enumino.datasets.storage.client import DROP_SECONDS, Client, client_of
from enumino.datasets.storage.disk import Readable, Unfinished
from enumino.datasets.storage.failures import Refusal, object_failure, temporary_failure
from enumino.datasets.storage.reading import RangeFile, filesystem
from enumino.errors import StorageError, StorageWarning

if TYPE_CHECKING:
    from pyarrow.fs import FileSystem

PARALLEL = 64  # small files that are read at once
ONE_REQUEST = 1 << 24  # bytes of the largest file that is uploaded by one request, from memory
PIECE = 1 << 23  # bytes of a piece of a larger one
PIECES_AT_ONCE = 3


@dataclass(frozen=True)
class Objects:
    """A folder of a bucket; its methods are those of `Store`.

    It travels to other processes as its address.
    """

    local: ClassVar[bool] = False

    address: Address

    def __post_init__(self) -> None:
        client_of(self.address)  # which names what is missing at once

    @property
    def client(self) -> Client:
        """The client of our bucket."""
        return client_of(self.address)

    @contextmanager
    def failures(self, what: str) -> Iterator[None]:
        """Raise a StorageError where we cannot do something, such as ``read x``."""
        try:
            yield
        except (BaseError, FileNotFoundError) as error:
            raise self._explained(what, error) from None  # the error's own words may hold keys

    def names(self, folder: str) -> list[str]:
        files, folders = self.listed(folder)
        return [*files, *folders]

    def sizes(self, folder: str) -> dict[str, int]:
        return self.listed(folder)[0]

    def foreign_names(self) -> list[str]:
        return self.names("")

    def size(self, name: str) -> int | None:
        client, key = self.client, self.address.key(name)
        try:
            return int(client.ask(lambda: obstore.head_async(client.store, key))["size"])
        except FileNotFoundError as error:
            _refuse_no_bucket(error)
            return None

    def read(self, name: str, most: int) -> bytes | None:
        client = self.client
        return client.ask(lambda: self._contents(client, name, most))

    def read_each(self, names: Iterable[str], most: int) -> Iterator[tuple[str, bytes | None]]:
        client, waiting = self.client, iter(names)
        started: deque[tuple[str, Future[bytes | None]]] = deque()
        try:
            while True:
                for name in islice(waiting, PARALLEL - len(started)):
                    request = partial(self._contents, client, name, most)
                    started.append((name, client.start(request)))
                if not started:
                    return
                name, future = started.popleft()
                yield name, client.wait(future)
        finally:
            for _, future in started:
                future.cancel()

    def open(self, name: str, size: int | None) -> Readable:
        explain = partial(self._explained, f"read {self.address.uri}/{name}")
        return RangeFile(self.client, self.address.key(name), size, explain)

    def write(self, name: str, contents: bytes, *, exclusive: bool) -> bool:
        if exclusive:
            return self._write_first(name, contents)
        self._upload(BytesIO(contents), name)
        return True

    @contextmanager
    def create(self, name: str) -> Iterator[Unfinished]:
        """Give a local file without a name to write to, and upload it on leaving without an error.

        Nothing of it stays on the disk, however this process ends.
        """
        try:
            stream = tempfile.TemporaryFile(prefix="enumino-")  # noqa: SIM115
        except OSError as error:
            raise temporary_failure(error) from error
        with stream:
            file = Unfinished(stream)
            try:
                yield file
                stream.flush()
            except OSError as error:
                raise temporary_failure(error) from error
            if not file.discarded:
                self._upload(stream, name)

    def delete(self, name: str) -> None:
        client, key = self.client, self.address.key(name)
        try:
            client.ask(lambda: obstore.delete_async(client.store, key))
        except FileNotFoundError as error:
            _refuse_no_bucket(error)

    def clear_wip(self) -> None:
        pass  # unfinished files have no name

    def free_bytes(self) -> int | None:
        return None

    def filesystem(self) -> FileSystem:
        return filesystem(Objects(replace(self.address, folder="")))

    def path(self, name: str) -> str:
        return f"{self.address.bucket}/{self.address.key(name)}"

    def listed(self, folder: str) -> tuple[dict[str, int], list[str]]:
        """Return the sizes of the files in a folder, and the names of the folders in it."""
        client, key = self.client, self.address.key(folder)
        found = client.ask(lambda: obstore.list_with_delimiter_async(client.store, key or None))
        files = {
            each["path"].rpartition("/")[2]: int(each["size"])
            for each in found["objects"]
            if each["path"] != key  # some tools mark a folder by an empty file
        }
        return files, [path.rstrip("/").rpartition("/")[2] for path in found["common_prefixes"]]

    async def _contents(self, client: Client, name: str, most: int) -> bytes | None:
        key = self.address.key(name)
        try:
            answer = await obstore.get_async(client.store, key)
            if answer.meta["size"] > most:
                first = await obstore.get_range_async(client.store, key, start=0, end=most)
                return bytes(first)
            return bytes(await answer.bytes_async())
        except FileNotFoundError as error:
            _refuse_no_bucket(error)
            return None

    def _write_first(self, name: str, contents: bytes) -> bool:
        """Write a file unless there is one of that name; return whether we did.

        The request may have been repeated: a file that is there may be ours.
        """
        client, key = self.client, self.address.key(name)
        try:
            client.ask(
                lambda: obstore.put_async(
                    client.store, key, contents, mode="create", use_multipart=False
                )
            )
        except AlreadyExistsError:
            return self.read(name, len(contents) + 1) == contents
        except NotImplementedError:
            return self._write_unless_seen(name, contents)
        except BaseError as error:
            if Refusal.of(error).unsupported:
                return self._write_unless_seen(name, contents)
            raise
        return True

    def _write_unless_seen(self, name: str, contents: bytes) -> bool:
        warnings.warn(
            f"{self.address.place} cannot keep two runs that begin at once from writing {name} "
            "(it lacks If-None-Match): start only one run at a time for a folder.",
            StorageWarning,
            stacklevel=2,
        )
        if self.size(name) is not None:
            return False
        self._upload(BytesIO(contents), name)
        return True

    def _upload(self, source: BinaryIO, name: str) -> None:
        """Upload all of an open file: a large one in pieces, or nothing if we are interrupted."""
        client, key = self.client, self.address.key(name)
        size = source.seek(0, SEEK_END)
        if size > ONE_REQUEST:
            client.ask(lambda: self._upload_pieces(client, source, size, key), long=True)
            return
        source.seek(0)
        contents = source.read()
        client.ask(lambda: obstore.put_async(client.store, key, contents, use_multipart=False))

    async def _upload_pieces(self, client: Client, source: BinaryIO, size: int, key: str) -> None:
        pieces = _Pieces(source, size // ceil(size / PIECE))
        upload = asyncio.ensure_future(
            obstore.put_async(
                client.store, key, pieces, chunk_size=pieces.size, max_concurrency=PIECES_AT_ONCE
            )
        )
        try:
            await asyncio.shield(upload)
        except asyncio.CancelledError:
            pieces.stop()
            await asyncio.wait({upload}, timeout=DROP_SECONDS)
            if not upload.done() or not isinstance(
                upload.exception(), (InterruptedError, NoneType)
            ):
                upload.cancel()
                self._warn_of_unfinished(key)
            raise

    def _warn_of_unfinished(self, key: str) -> None:
        """Name an upload that we could not drop, and the way to remove it."""
        way_out = {
            "s3": "`aws s3api list-multipart-uploads` shows its UploadId, and `aws s3api "
            "abort-multipart-upload` removes it",
            "gs": "a rule AbortIncompleteMultipartUpload of the bucket removes it",
            "az": "Azure removes it after a week",
        }[self.address.scheme]
        warnings.warn(
            f"The upload of {self.address.place}/{key} could not be dropped, and the store keeps "
            f"pieces that no listing shows: {way_out}.",
            StorageWarning,
            stacklevel=2,
        )

    def _explained(self, what: str, error: Exception) -> StorageError:
        return object_failure(what, self.address, error, self.client.limit)


class _Pieces:
    """The contents of an open file, piece by piece, at most some of them on their way at once.

    Obstore aborts an upload whose source fails, but asks for a piece only when one has arrived. So
    we let it ask early, and wait ourselves: then the source can fail at any moment. A piece has
    arrived when obstore lets go of it.
    """

    def __init__(self, source: BinaryIO, size: int) -> None:
        self.source, self.size = source, size
        self._loop = asyncio.get_running_loop()
        self._changed = asyncio.Event()
        self._lent: set[weakref.ref[memoryview]] = set()
        self._stopped = self._at_end = False
        source.seek(0)

    def stop(self) -> None:
        """Let the upload fail, which aborts it."""
        self._stopped = True
        self._changed.set()

    def __aiter__(self) -> _Pieces:
        return self

    async def __anext__(self) -> memoryview:
        await self._wait_until_fewer(PIECES_AT_ONCE)
        piece = memoryview(b"" if self._at_end else self.source.read(self.size))
        if len(piece) < self.size and not self._at_end:
            self._at_end = True  # obstore keeps a short piece until its next request
            await self._wait_until_fewer(1)
        if not piece:
            raise StopAsyncIteration
        self._lent.add(weakref.ref(piece, self._come_back))
        return piece

    async def _wait_until_fewer(self, most: int) -> None:
        while not self._stopped and len(self._lent) >= most:
            self._changed.clear()
            await self._changed.wait()
        if self._stopped:
            raise InterruptedError("the upload was interrupted")

    def _come_back(self, piece: weakref.ref[memoryview]) -> None:
        """Note that a piece has arrived; in a thread of obstore."""
        self._lent.discard(piece)
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._changed.set)


def _refuse_no_bucket(error: FileNotFoundError) -> None:
    """Raise an error again if it is not about the file but about its bucket."""
    if Refusal.of(error).no_bucket:
        raise error
