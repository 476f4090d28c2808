"""A dataset in an object store: a name appears when its upload has arrived whole, and not before.

Small files are one request. A large one is uploaded in pieces that the store puts together at the
end; when anything fails, or on Ctrl-C, what was uploaded is dropped instead.
"""

from __future__ import annotations

import asyncio
import tempfile
import warnings
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from io import SEEK_END, BytesIO
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO, ClassVar

import obstore
from obstore.exceptions import AlreadyExistsError, BaseError

from enumino.datasets.storage.address import Address
from enumino.datasets.storage.answers import CONFLICT, Refusal
from enumino.datasets.storage.backend import Readable, Unfinished
from enumino.datasets.storage.client import ATTEMPTS, LAST_SECONDS, Client, again, client_of
from enumino.datasets.storage.failures import temporary_failure
from enumino.datasets.storage.object_failures import object_failure
from enumino.datasets.storage.ranges import Explain, RangeFile
from enumino.errors import StorageError, StorageWarning

if TYPE_CHECKING:
    from pyarrow.fs import FileSystem

PARALLEL = 64
"""Small files that are read at once."""
ONE_REQUEST = 1 << 24
"""Bytes of the largest file that is uploaded by a single request, from memory."""
PIECE = 1 << 23
"""Bytes of a piece of a larger one."""
PIECES_AT_ONCE = 3


@dataclass(frozen=True)
class Objects:
    """A folder of a bucket; see `Backend`. It travels to other processes as its address."""

    local: ClassVar[bool] = False
    errors: ClassVar[tuple[type[Exception], ...]] = (BaseError, FileNotFoundError)

    address: Address

    def __post_init__(self) -> None:
        client_of(self.address)  # which says at once what is missing

    @property
    def client(self) -> Client:
        """The client of our bucket."""
        return client_of(self.address)

    def explain(self, what: str, error: Exception) -> StorageError:
        """Return what to raise if one of `errors` keeps us from doing something."""
        return object_failure(what, self.address, error, self.client.limit)

    def names(self, folder: str) -> list[str]:
        """Return the names of the files and folders directly in a folder."""
        files, folders = self._listed(folder)
        return [*files, *folders]

    def sizes(self, folder: str) -> dict[str, int]:
        """Return the sizes in bytes of the files directly in a folder, by their names there."""
        return self._listed(folder)[0]

    def foreign_names(self) -> list[str]:
        """Return the names in the root folder."""
        return self.names("")

    def size(self, name: str) -> int | None:
        """Return the size of a file in bytes, None if there is none."""
        client, key = self.client, self.address.key(name)
        try:
            return int(client.run_repeatable(lambda: obstore.head_async(client.store, key))["size"])
        except FileNotFoundError as error:
            _refuse_no_bucket(error)
            return None

    def read(self, name: str, most: int) -> bytes | None:
        """Return the contents of a file, or its first `most` bytes; None if there is none."""
        client = self.client
        return client.run(lambda: self._contents(client, name, most))

    def read_each(self, names: Iterable[str], most: int) -> Iterator[tuple[str, bytes | None]]:
        """Yield the contents of files in their order, `PARALLEL` of them read at once."""
        client, waiting = self.client, iter(names)
        started: deque[tuple[str, Future[bytes | None]]] = deque()
        try:
            while True:
                for name in islice(waiting, PARALLEL - len(started)):
                    started.append((name, client.start(self._contents(client, name, most))))
                if not started:
                    return
                name, future = started.popleft()
                yield name, future.result()
        finally:
            for _, future in started:
                future.cancel()

    def open(self, name: str, size: int | None) -> Readable:
        """Open a file for random access."""
        return RangeFile(self.client, self.address.key(name), size, self._failed_to_read(name))

    def write(self, name: str, contents: bytes, *, exclusive: bool) -> bool:
        """Write a file, with `exclusive` unless there is one; return whether we did."""
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
        """Remove a file if it is there."""
        client, key = self.client, self.address.key(name)
        try:
            client.run_repeatable(lambda: obstore.delete_async(client.store, key))
        except FileNotFoundError as error:
            _refuse_no_bucket(error)

    def clear_wip(self) -> None:
        """Do nothing: what is not finished has no name."""

    def free_bytes(self) -> int | None:
        """Return None: there is no end to it."""
        return None

    def filesystem(self) -> FileSystem:
        """Return a file system for pyarrow that reads by the same client."""
        from enumino.datasets.storage.arrow import filesystem

        return filesystem(Objects(replace(self.address, folder="")))

    def path(self, name: str) -> str:
        """Return where a file lies, as that file system spells it."""
        return f"{self.address.bucket}/{self.address.key(name)}"

    def _listed(self, folder: str) -> tuple[dict[str, int], list[str]]:
        """The sizes of the files in a folder, and the names of the folders in it."""
        client, key = self.client, self.address.key(folder)
        found = client.run_repeatable(
            lambda: obstore.list_with_delimiter_async(client.store, key or None)
        )
        files = {
            each["path"].rpartition("/")[2]: int(each["size"])
            for each in found["objects"]
            if each["path"] != key  # some tools mark a folder by an empty file
        }
        return files, [path.rstrip("/").rpartition("/")[2] for path in found["common_prefixes"]]

    async def _contents(self, client: Client, name: str, most: int) -> bytes | None:
        key = self.address.key(name)

        async def contents() -> bytes:
            answer = await obstore.get_async(client.store, key)
            if answer.meta["size"] > most:
                first = await obstore.get_range_async(client.store, key, start=0, end=most)
                return bytes(first)
            return bytes(await answer.bytes_async())

        try:
            return await again(contents)
        except FileNotFoundError as error:
            _refuse_no_bucket(error)
            return None

    def _write_first(self, name: str, contents: bytes) -> bool:
        """Write a file unless there is one of that name; return whether we did.

        Where an answer is lost, or writers meet, we ask again; a file that is there may be ours.
        """
        client, key = self.client, self.address.key(name)
        for attempt in range(ATTEMPTS):
            try:
                client.run(
                    lambda: obstore.put_async(
                        client.store, key, contents, mode="create", use_multipart=False
                    )
                )
            except AlreadyExistsError:
                return self.read(name, len(contents) + 1) == contents
            except NotImplementedError:
                return self._write_unless_seen(name, contents)
            except BaseError as error:
                said = Refusal.of(error)
                if said.unsupported:
                    return self._write_unless_seen(name, contents)
                if attempt == ATTEMPTS - 1 or not (said.broke_off or said.status == CONFLICT):
                    raise
            else:
                return True
        raise AssertionError

    def _write_unless_seen(self, name: str, contents: bytes) -> bool:
        warnings.warn(
            f"{self.address.place} cannot keep two runs that begin at once from writing {name} "
            "(it lacks If-None-Match): start one run at a time on a folder.",
            StorageWarning,
            stacklevel=2,
        )
        if self.size(name) is not None:
            return False
        self._upload(BytesIO(contents), name)
        return True

    def _upload(self, source: BinaryIO, name: str) -> None:
        """Upload all of an open file."""
        client = self.client
        client.run(lambda: again(lambda: _put(client, source, self.address.key(name))))

    def _failed_to_read(self, name: str) -> Explain:
        what = f"read {self.address.uri}/{name}"
        return lambda error: self.explain(what, error)


async def _put(client: Client, source: BinaryIO, key: str) -> None:
    """Upload all of an open file, or nothing if we are cancelled."""
    size = source.seek(0, SEEK_END)
    source.seek(0)
    if size <= ONE_REQUEST:
        await obstore.put_async(client.store, key, source.read(), use_multipart=False)
        return
    pieces = _Pieces(source)
    upload = asyncio.ensure_future(
        obstore.put_async(
            client.store, key, pieces, chunk_size=PIECE, max_concurrency=PIECES_AT_ONCE
        )
    )
    try:
        await asyncio.shield(upload)
    except asyncio.CancelledError:
        pieces.stopped = True
        await asyncio.wait({upload}, timeout=LAST_SECONDS)
        upload.cancel()
        with suppress(BaseException):
            await upload
        raise


class _Pieces:
    """The contents of an open file, piece by piece, until the upload is `stopped`.

    An upload whose source fails is aborted; one that is only dropped would leave its pieces.
    """

    def __init__(self, source: BinaryIO) -> None:
        self.source = source
        self.stopped = False

    def __iter__(self) -> Iterator[bytes]:
        while piece := self.source.read(PIECE):
            if self.stopped:
                raise InterruptedError("the upload was interrupted")
            yield piece


def _refuse_no_bucket(error: FileNotFoundError) -> None:
    """Raise an error again if it is not about the file but about its bucket."""
    if Refusal.of(error).no_bucket:
        raise error
