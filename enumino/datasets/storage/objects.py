"""A dataset in an object store, through pyarrow's file systems."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import BinaryIO
from uuid import uuid4

import pyarrow as pa
from pyarrow import fs

from enumino.datasets.storage.backend import COPY_BYTES, Unfinished, too_large
from enumino.datasets.storage.failures import disk_failure
from enumino.errors import StorageError

WIP = "enumino-wip"
STALE = timedelta(days=1)
_WIP_FILE = re.compile(r".+\.[0-9a-f]{32}")


def local_path(uri: str) -> str | None:
    """Return the path of a ``file://`` URI, None of any other."""
    if not uri.startswith("file://"):
        return None
    path: str = fs.FileSystem.from_uri(uri)[1]
    return path


class Objects:
    """A folder of an object store; see `Backend`."""

    local = False
    errors: tuple[type[Exception], ...] = (OSError,)

    def __init__(self, root: str) -> None:
        self.root = root
        self._fs, self._base = fs.FileSystem.from_uri(root)

    def explain(self, what: str, error: Exception) -> StorageError:
        return disk_failure(what, error) if isinstance(error, OSError) else StorageError(str(error))

    def names(self, folder: str) -> list[str]:
        return [info.base_name for info in self._listed(folder)]

    def sizes(self, folder: str) -> dict[str, int]:
        found = self._listed(folder)
        return {i.base_name: int(i.size) for i in found if i.type == fs.FileType.File}

    def _listed(self, folder: str) -> list[fs.FileInfo]:
        selector = fs.FileSelector(self.path(folder).rstrip("/"), allow_not_found=True)
        found: list[fs.FileInfo] = self._fs.get_file_info(selector)
        return found

    def foreign_names(self) -> list[str]:
        names = self.names("")
        ours = all(map(_WIP_FILE.fullmatch, self.names(WIP)))
        return [name for name in names if name != WIP or not ours]

    def size(self, name: str) -> int | None:
        info = self._fs.get_file_info(self.path(name))
        return int(info.size) if info.type == fs.FileType.File else None

    def read(self, name: str, most: int) -> bytes | None:
        if (size := self.size(name)) is None:
            return None
        if size > most:
            raise too_large(self.path(name), size, most)
        with self._fs.open_input_stream(self.path(name)) as stream:
            contents: bytes = stream.read()
            return contents

    def read_each(self, names: Iterable[str], most: int) -> Iterator[tuple[str, bytes | None]]:
        for name in names:
            yield name, self.read(name, most)

    def open(self, name: str, size: int | None) -> BinaryIO:
        file: BinaryIO = self._fs.open_input_file(self.path(name))
        return file

    def write(self, name: str, contents: bytes, *, exclusive: bool) -> None:
        if not (exclusive and self.size(name) is not None):
            self._upload(BytesIO(contents), name)

    @contextmanager
    def create(self, name: str) -> Iterator[Unfinished]:
        with tempfile.TemporaryFile() as stream:
            file = Unfinished(stream)
            yield file
            if not file.discarded:
                stream.seek(0)
                self._upload(stream, name)

    def delete(self, name: str) -> None:
        if self.size(name) is not None:
            self._fs.delete_file(self.path(name))

    def free_bytes(self) -> int | None:
        return None

    def filesystem(self) -> fs.FileSystem:
        return self._fs

    def path(self, name: str) -> str:
        return f"{self._base}/{name}"

    def clear_wip(self) -> None:
        selector = fs.FileSelector(self.path(WIP), allow_not_found=True)
        with suppress(OSError):
            now = datetime.now(UTC)
            for info in self._fs.get_file_info(selector):
                ours = _WIP_FILE.fullmatch(info.base_name)
                if ours and info.mtime and now - info.mtime > STALE:
                    self._fs.delete_file(info.path)

    def _upload(self, source: BinaryIO, name: str) -> None:
        unfinished = self.path(f"{WIP}/{name.rpartition('/')[2]}.{uuid4().hex}")
        try:
            with self._fs.open_output_stream(unfinished) as target:
                shutil.copyfileobj(source, target, COPY_BYTES)
            arrived, sent = self._fs.get_file_info(unfinished).size, source.tell()
            if arrived != sent:
                raise OSError(f"{arrived} of {sent} bytes have arrived")
            try:
                self._fs.copy_file(unfinished, self.path(name))
            except pa.ArrowNotImplementedError:  # of file systems that rename instead
                self._fs.move(unfinished, self.path(name))
        finally:
            with suppress(OSError):
                self._fs.delete_file(unfinished)
