"""Files of an object store as Python and pyarrow read them: a range of bytes at a time.

Obstore's own reader and its file system for fsspec take two to three times as many requests, hear a
Ctrl-C only when a read has timed out, and repeat what servers answer.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import obstore
from obstore.exceptions import BaseError
from pyarrow import PythonFile
from pyarrow.fs import FileInfo, FileSelector, FileSystemHandler, FileType, PyFileSystem

from enumino.datasets.storage.failures import Refusal
from enumino.errors import StorageError

if TYPE_CHECKING:
    from enumino.datasets.storage.client import Client
    from enumino.datasets.storage.objects import Objects

BLOCK = 1 << 20  # bytes that are read at least: a request costs as much time as many of them

Explain = Callable[[Exception], StorageError]


class RangeFile(io.RawIOBase):
    """A file that is read by requests for ranges of bytes.

    The first request is for the end of the file, where Parquet keeps its footer, and tells the
    size as well, unless that is known.
    """

    def __init__(self, client: Client, key: str, size: int | None, explain: Explain) -> None:
        self._client, self._key, self._explain = client, key, explain
        self._at = self._start = 0
        self._block = b""
        self._size = self._read_end() if size is None else size

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def size(self) -> int:
        """Return the size in bytes, as pyarrow asks for it."""
        return self._size

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        origin = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._size}[whence]
        self._at = max(0, origin + offset)
        return self._at

    def read(self, size: int | None = -1) -> bytes:
        left = max(0, self._size - self._at)
        wanted = left if size is None or size < 0 else min(size, left)
        begin = self._at - self._start
        if not 0 <= begin <= len(self._block) - wanted:
            self._fetch(self._at, min(max(wanted, BLOCK), left))
            begin = self._at - self._start
        self._at += wanted
        return self._block[begin : begin + wanted]

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        contents = self.read(len(buffer))
        buffer[: len(contents)] = contents
        return len(contents)

    def _fetch(self, start: int, length: int) -> None:
        """Read a range of bytes, or a small file at once."""
        end = start + length
        if self._size <= BLOCK:
            start, end = 0, self._size
        store, key = self._client.store, self._key
        try:
            block = bytes(
                self._client.ask(lambda: obstore.get_range_async(store, key, start=start, end=end))
            )
        except (BaseError, FileNotFoundError) as error:
            raise self._explain(error) from None
        if len(block) != end - start:
            raise self._explain(EOFError(f"{len(block)} of {end - start} bytes"))
        self._block, self._start = block, start

    def _read_end(self) -> int:
        """Read the last bytes; return the size of the file."""
        store, key = self._client.store, self._key
        suffix: Any = {"range": {"suffix": BLOCK}}

        async def end() -> tuple[int, bytes]:
            answer = await obstore.get_async(store, key, options=suffix)
            return int(answer.meta["size"]), bytes(await answer.bytes_async())

        try:
            size, self._block = self._client.ask(end)
        except (BaseError, NotImplementedError) as error:
            refusal = Refusal.of(error)
            # Azure cannot read the end of a file, and an empty one has none.
            if not (
                isinstance(error, NotImplementedError)
                or refusal.unsupported
                or refusal.status == 416
                or "non-partial" in refusal.text
            ):
                raise
            size = int(self._client.ask(lambda: obstore.head_async(store, key))["size"])
        self._start = size - len(self._block)
        return size


def filesystem(bucket: Objects) -> PyFileSystem:
    """Return a file system for pyarrow whose paths begin with the name of the bucket."""
    return PyFileSystem(_Handler(bucket))


class _Handler(FileSystemHandler):  # type: ignore[misc]
    """The part of a file system of pyarrow that reads."""

    def __init__(self, bucket: Objects) -> None:
        self.bucket = bucket

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Handler) and self.bucket == other.bucket

    def __hash__(self) -> int:
        return hash(self.bucket)

    def get_type_name(self) -> str:
        return "enumino"

    def normalize_path(self, path: str) -> str:
        return path

    def get_file_info(self, paths: list[str]) -> list[FileInfo]:
        return [self._info(path) for path in paths]

    def get_file_info_selector(self, selector: FileSelector) -> list[FileInfo]:
        folder = selector.base_dir.strip("/")
        with self.bucket.failures(f"list {folder}"):
            sizes, folders = self.bucket.listed(_key(folder))
        found = [FileInfo(f"{folder}/{n}", FileType.File, size=s) for n, s in sizes.items()]
        for name in sorted(folders):
            path = f"{folder}/{name}"
            found.append(FileInfo(path, FileType.Directory))
            if selector.recursive:
                found += self.get_file_info_selector(FileSelector(path, recursive=True))
        if not found and not selector.allow_not_found:
            raise FileNotFoundError(folder)
        return found

    def open_input_file(self, path: str) -> PythonFile:
        with self.bucket.failures(f"read {path}"):
            return PythonFile(self.bucket.open(_key(path), None), mode="r")

    open_input_stream = open_input_file

    def _info(self, path: str) -> FileInfo:
        key = _key(path)
        with self.bucket.failures(f"look at {path}"):
            if key and (size := self.bucket.size(key)) is not None:
                return FileInfo(path, FileType.File, size=size)
            there = not key or self.bucket.names(key)
        return FileInfo(path, FileType.Directory if there else FileType.NotFound)

    def _refuse(self, *_: object, **__: object) -> None:
        raise PermissionError("Files of a dataset cannot be changed.")

    copy_file = move = create_dir = delete_dir = delete_file = _refuse
    delete_dir_contents = delete_root_dir_contents = _refuse
    open_output_stream = open_append_stream = _refuse


def _key(path: str) -> str:
    """A path without the bucket that it begins with."""
    return path.strip("/").partition("/")[2]
