"""The only place that touches files: a dataset's root on a disk or in an object store.

Whatever appears under its final name is whole. On a disk a file is written under ``wip/``,
synced and renamed; in an object store, where a name appears when its upload ends, it is written
to the local disk first and uploaded in one go.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pyarrow as pa
from pyarrow import fs

from enumino.errors import DatasetError, StorageError

WIP = "wip"
COPY_BYTES = 1 << 22
ATTEMPTS = 3


class Store:
    """A dataset's root folder.

    Parameters
    ----------
    root : str or path
        A folder, or any URI that `pyarrow.fs` understands (``s3://bucket/folder``).

    Raises
    ------
    StorageError
        If the URI's scheme is unknown or its store cannot be reached.
    """

    def __init__(self, root: str | os.PathLike[str]) -> None:
        self.root = os.fspath(root)
        if not self.root.strip():
            raise StorageError("The name of the folder is empty: name one, such as ./polyominoes.")
        if "\0" in self.root or self.root != self.root.encode(errors="replace").decode():
            raise StorageError(f"{self.root!r} is no name for a folder: use printable characters.")
        try:
            if "://" in self.root:
                self.filesystem, self._base = fs.FileSystem.from_uri(self.root)
            else:
                self.root = str(Path(self.root).expanduser().absolute())
                self.filesystem, self._base = fs.LocalFileSystem(), self.root
        except (OSError, ValueError, ImportError) as error:
            raise StorageError(f"{self.root} cannot be opened: {_one_line(error)}.") from error
        self.local = isinstance(self.filesystem, fs.LocalFileSystem)

    def path(self, name: str) -> str:
        """Return where `name` lies, as the file system spells it."""
        return f"{self._base}/{name}"

    def uri(self, name: str) -> str:
        """Return where `name` lies, as a user would write it."""
        return f"{self.root.rstrip('/')}/{name}"

    def exists(self, name: str) -> bool:
        """Return whether there is a file of that name."""
        return bool(self._info(name).type == fs.FileType.File)

    def size(self, name: str) -> int | None:
        """Return the size of a file in bytes, None if there is none."""
        info = self._info(name)
        return int(info.size) if info.type == fs.FileType.File else None

    def names(self, folder: str = "") -> list[str]:
        """Return the sorted names of the files and folders directly in a folder, if it exists."""
        selector = fs.FileSelector(self.path(folder).rstrip("/"), allow_not_found=True)
        with self._failures(f"list {self.uri(folder)}"):
            return sorted(info.base_name for info in self.filesystem.get_file_info(selector))

    def sizes(self, folder: str) -> dict[str, int]:
        """Return the sizes in bytes of the files directly in a folder, by their names there."""
        selector = fs.FileSelector(self.path(folder), allow_not_found=True)
        with self._failures(f"list {self.uri(folder)}"):
            found = self.filesystem.get_file_info(selector)
        return {i.base_name: int(i.size) for i in found if i.type == fs.FileType.File}

    def free_bytes(self) -> int | None:
        """Return the free space of the disk, None where that has no meaning."""
        if not self.local:
            return None
        folder = Path(self._base)
        while not folder.exists():
            folder = folder.parent
        return shutil.disk_usage(folder).free

    def read_bytes(self, name: str) -> bytes:
        """Return the contents of a (small) file."""
        with (
            self._failures(f"read {self.uri(name)}"),
            self.filesystem.open_input_stream(self.path(name)) as stream,
        ):
            contents: bytes = stream.read()
            return contents

    def open_input(self, name: str) -> pa.NativeFile:
        """Open a file for random access."""
        with self._failures(f"read {self.uri(name)}"):
            return self.filesystem.open_input_file(self.path(name))

    def read_json(self, name: str) -> Any:
        """Return the value in a JSON file.

        Raises
        ------
        DatasetError
            If the file is not JSON.
        """
        try:
            return json.loads(self.read_bytes(name))
        except ValueError as error:
            raise DatasetError(
                f"{self.uri(name)} is damaged ({_one_line(error)}): restore it from a copy, "
                "or remove the folder and run again."
            ) from error

    def write_json(self, name: str, value: Any) -> None:
        """Write a JSON file that appears whole or not at all."""
        self.write_text(name, json.dumps(value, indent=1) + "\n")

    def write_text(self, name: str, text: str) -> None:
        """Write a text file that appears whole or not at all."""
        self.write_bytes(name, text.encode())

    def write_bytes(self, name: str, contents: bytes) -> None:
        """Write a (small) file that appears whole or not at all."""
        for attempt in range(ATTEMPTS):
            try:
                with self.create(name) as path:
                    Path(path).write_bytes(contents)
                return
            except StorageError as error:
                # A run that finishes removes wip/, also under the feet of another one.
                swept = isinstance(error.__cause__, FileNotFoundError)
                if not swept or attempt == ATTEMPTS - 1:
                    raise

    @contextmanager
    def create(self, name: str) -> Iterator[str]:
        """Give a local path to write to; on leaving without an error the file appears as `name`.

        Writing the same name twice, also at the same time from several processes, leaves the
        whole file of one of them. If nothing is left at the path, nothing is published.
        """
        folder = Path(self._base, WIP) if self.local else Path(tempfile.gettempdir())
        path = folder / f"{Path(name).name}.{uuid4().hex}"
        with self._failures(f"write {self.uri(name)}"):
            if self.local:
                folder.mkdir(parents=True, exist_ok=True)
            try:
                yield str(path)
                if path.exists():
                    self._publish(path, name)
            finally:
                path.unlink(missing_ok=True)

    def delete(self, name: str) -> None:
        """Remove a file if it is there."""
        if self.exists(name):
            with self._failures(f"remove {self.uri(name)}"):
                self.filesystem.delete_file(self.path(name))

    def clear_wip(self) -> None:
        """Remove what interrupted writers left behind."""
        if self.local:  # others may be writing there: what cannot be removed stays
            shutil.rmtree(self.path(WIP), ignore_errors=True)

    def _publish(self, path: Path, name: str) -> None:
        if not self.local:
            with path.open("rb") as source:
                with self.filesystem.open_output_stream(self.path(name)) as target:
                    shutil.copyfileobj(source, target, COPY_BYTES)
            return
        with path.open("rb") as file:
            os.fsync(file.fileno())
        final = Path(self._base, name)
        final.parent.mkdir(parents=True, exist_ok=True)
        path.replace(final)
        folder = os.open(final.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def _info(self, name: str) -> fs.FileInfo:
        with self._failures(f"read {self.uri(name)}"):
            return self.filesystem.get_file_info(self.path(name))

    @contextmanager
    def _failures(self, what: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            if error.errno == errno.ENOSPC:
                raise StorageError(
                    f"No space is left to {what}: free some and run the same command again; "
                    "finished parts are kept."
                ) from error
            transient = error.errno in (None, errno.EIO, errno.EAGAIN, errno.EBUSY, errno.ETIMEDOUT)
            raise StorageError(f"Cannot {what}: {_one_line(error)}.", transient) from error


def _one_line(error: BaseException) -> str:
    """The first line of an error's own words."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error).strip().splitlines()[0].rstrip(".") if str(error).strip() else repr(error)
