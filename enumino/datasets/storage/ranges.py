"""A file in an object store that is read here and there, a range of bytes at a time."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import obstore
from obstore.exceptions import BaseError

from enumino.datasets.storage.failures import Refusal
from enumino.errors import StorageError

if TYPE_CHECKING:
    from enumino.datasets.storage.client import Client

BLOCK = 1 << 20
"""Bytes that are read at least: a request costs as much time as many of them."""

Explain = Callable[[Exception], StorageError]


class RangeFile(io.RawIOBase):
    """A file that is read by requests for ranges of bytes.

    The first request is for the end of the file, where Parquet keeps its footer, and tells the
    size as well.

    Parameters
    ----------
    client : Client
    key : str
        What the store calls the file.
    size : int or None
        In bytes, if that is known.
    explain : callable
        Makes the error to raise of one of the client's.
    """

    def __init__(self, client: Client, key: str, size: int | None, explain: Explain) -> None:
        self._client, self._key, self._explain = client, key, explain
        self._at = self._start = 0
        self._block = b""
        self._size = self._read_end() if size is None else size

    def readable(self) -> bool:
        """Return that it can be read."""
        return True

    def seekable(self) -> bool:
        """Return that it can be read from anywhere."""
        return True

    def size(self) -> int:
        """Return the size in bytes."""
        return self._size

    def tell(self) -> int:
        """Return where the next byte is read."""
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Read on from somewhere else."""
        origin = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._size}[whence]
        self._at = max(0, origin + offset)
        return self._at

    def read(self, size: int | None = -1) -> bytes:
        """Return `size` bytes, or fewer at the end of the file; all that is left if negative."""
        left = max(0, self._size - self._at)
        wanted = left if size is None or size < 0 else min(size, left)
        begin = self._at - self._start
        if not 0 <= begin <= len(self._block) - wanted:
            self._fetch(self._at, min(max(wanted, BLOCK), left))
            begin = self._at - self._start
        self._at += wanted
        return self._block[begin : begin + wanted]

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        """Fill a buffer; return how many bytes were read."""
        contents = self.read(len(buffer))
        buffer[: len(contents)] = contents
        return len(contents)

    def _fetch(self, start: int, length: int) -> None:
        """Read a range of bytes, or a small file at once."""
        end = start + length
        if self._size <= BLOCK:
            start, end = 0, self._size
        client, key = self._client, self._key
        try:
            block = bytes(
                client.ask(lambda: obstore.get_range_async(client.store, key, start=start, end=end))
            )
        except (BaseError, FileNotFoundError) as error:
            raise self._explain(error) from None
        if len(block) != end - start:
            raise self._explain(EOFError(f"{len(block)} of {end - start} bytes"))
        self._block, self._start = block, start

    def _read_end(self) -> int:
        """Read the last bytes; return the size of the file."""
        client, key = self._client, self._key
        try:
            size, self._block = client.ask(lambda: _end(client, key))
        except NotImplementedError:
            size = self._looked_up()
        except BaseError as error:
            if not _is_of_range(error):
                raise
            size = self._looked_up()
        self._start = size - len(self._block)
        return size

    def _looked_up(self) -> int:
        client, key = self._client, self._key
        return int(client.ask(lambda: obstore.head_async(client.store, key))["size"])


async def _end(client: Client, key: str) -> tuple[int, bytes]:
    """The size of a file, and its last bytes."""
    suffix: Any = {"range": {"suffix": BLOCK}}
    answer = await obstore.get_async(client.store, key, options=suffix)
    return int(answer.meta["size"]), bytes(await answer.bytes_async())


def _is_of_range(error: BaseError) -> bool:
    """Whether a store refuses to read the end: Azure cannot, and an empty file has none."""
    said = Refusal.of(error)
    return said.unsupported or said.status == 416 or "non-partial" in said.text
