"""A dataset's root folder, on a disk or in a bucket: the package's interface to files."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from enumino.datasets.storage.address import Address, parsed
from enumino.datasets.storage.disk import Disk, Readable, Unfinished
from enumino.errors import StorageError
from enumino.words import reason

if TYPE_CHECKING:
    from pyarrow.fs import FileSystem

    from enumino.datasets.storage.bucket import Bucket

COPY_BYTES = 1 << 22  # that are read at once from a large file


class Store:
    """A dataset's root folder.

    The root is a folder, or a URI: ``file:///folder``, ``s3://bucket/folder``,
    ``gs://bucket/folder``, ``az://container/folder``. Credentials come from the environment, never
    from the URI; ``?endpoint_override=HOST:PORT&scheme=http&region=NAME`` may name another server.
    """

    def __init__(self, root: str | os.PathLike[str]) -> None:
        at = parsed(root)
        self._backend: Disk | Bucket = _disk(at) if isinstance(at, Path) else _bucket(at)
        self.root = os.fspath(root) if "://" in os.fspath(root) else str(at)
        self._uri = self.root.rstrip("/")
        if isinstance(at, Address):
            self.root, self._uri = at.root, at.uri
        self.local = self._backend.local

    @classmethod
    def of_file(cls, file: str | Address | Path) -> tuple[Store, str]:
        """Return the folder that a file lies in, and its name there."""
        at = parsed(file) if isinstance(file, str) else file
        return cls(at.parent if isinstance(at, Path) else at.parent.root), at.name

    def __repr__(self) -> str:
        return f"Store({self.root!r})"

    @property
    def argument(self) -> str:
        """The root as a command line takes it."""
        return shlex.quote(self.root)

    @property
    def filesystem(self) -> FileSystem:
        """The file system that pyarrow reads the files with."""
        return self._backend.filesystem()

    def path(self, name: str) -> str:
        """Return where `name` lies, as that file system spells it."""
        return self._backend.path(name)

    def uri(self, name: str) -> str:
        """Return where `name` lies, as a user would write it."""
        return f"{self._uri}/{name}"

    def exists(self, name: str) -> bool:
        """Return whether there is a file of that name."""
        return self.size(name) is not None

    def size(self, name: str) -> int | None:
        """Return the size of a file in bytes, None if there is none."""
        with self._backend.failures(f"read {self.uri(name)}"):
            return self._backend.size(name)

    def names(self, folder: str = "") -> list[str]:
        """Return the sorted names of the files and folders directly in a folder, if it exists."""
        with self._backend.failures(f"list {self.uri(folder)}"):
            return sorted(self._backend.names(folder))

    def sizes(self, folder: str) -> dict[str, int]:
        """Return the sizes in bytes of the files directly in a folder, by their names there."""
        with self._backend.failures(f"list {self.uri(folder)}"):
            return self._backend.sizes(folder)

    def free_bytes(self) -> int | None:
        """Return the free space of the disk, None where that has no meaning."""
        with self._backend.failures(f"look for space in {self.root}"):
            return self._backend.free_bytes()

    def read_bytes(self, name: str) -> bytes:
        """Return the contents of a control file."""
        contents = self.read_if_there(name)
        if contents is None:
            raise StorageError(f"Cannot read {self.uri(name)}: there is no such file.")
        return contents

    def read_if_there(self, name: str) -> bytes | None:
        """Return the contents of a control file, None if there is none."""
        with self._backend.failures(f"read {self.uri(name)}"):
            return self._backend.read(name)

    @contextmanager
    def open_input(self, name: str, size: int | None = None) -> Iterator[Readable]:
        """Open a file for random access; its `size` need not be looked up where it is known."""
        with (
            self._backend.failures(f"read {self.uri(name)}"),
            self._backend.open(name, size) as file,
        ):
            yield file

    def write_bytes(self, name: str, contents: bytes, *, exclusive: bool = False) -> bool:
        """Write a (small) file that appears whole or not at all; return whether it was written.

        If `exclusive`, a file of that name is left as it is: of several writers at once one wins.
        """
        with self._backend.failures(f"write {self.uri(name)}"):
            return self._backend.write(name, contents, exclusive=exclusive)

    @contextmanager
    def create(self, name: str) -> Iterator[Unfinished]:
        """Give a file to write to; on leaving without an error it appears as `name`.

        Writing the same name twice, also at the same time from several processes, leaves the
        whole file of one of them.
        """
        with self._backend.failures(f"write {self.uri(name)}"), self._backend.create(name) as file:
            yield file

    def delete(self, name: str) -> None:
        """Remove a file if it is there."""
        with self._backend.failures(f"remove {self.uri(name)}"):
            self._backend.delete(name)

    def sweep(self) -> None:
        """Remove what killed writers left behind; writers at work begin anew."""
        with self._backend.failures(f"tidy {self.root}"):
            self._backend.sweep()


def _disk(folder: Path) -> Disk:
    try:
        whole = folder.resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise StorageError(f"{folder} cannot be opened: {reason(error)}.") from error
    if whole == whole.parent:
        raise StorageError(f"{folder} is the root of a file system: name a folder in it.")
    return Disk(folder)


def _bucket(address: Address) -> Bucket:
    from enumino.datasets.storage.bucket import Bucket

    bucket = Bucket(address)
    bucket.store  # noqa: B018 - which names what is missing at once
    return bucket
