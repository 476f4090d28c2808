"""A dataset's root folder: the interface to files, and its implementation for disks.

On a disk, a file is written under a hidden name in the root, synced and renamed.
"""

from __future__ import annotations

import errno
import os
import re
import shlex
import stat
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, ClassVar
from uuid import uuid4

from enumino.errors import KEPT, StorageError
from enumino.words import reason

if TYPE_CHECKING:
    from pyarrow import NativeFile
    from pyarrow.fs import FileSystem

AGAIN = f"and run the same command again; {KEPT}"
# Environment variables of credentials, by the scheme of an object store's URI.
CREDENTIALS = {
    "s3": "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
    "gs": "GOOGLE_APPLICATION_CREDENTIALS",
    "az": "AZURE_STORAGE_ACCOUNT_NAME and AZURE_STORAGE_ACCOUNT_KEY",
}
_FULL = (errno.ENOSPC, errno.EDQUOT)
_UNFINISHED = re.compile(r"\..+\.[0-9a-f]{32}")  # hidden: the name of a file, and a uuid4
MOST_BYTES = 1 << 26  # of a file that is read as a whole; ours are much smaller
ATTEMPTS = 3  # to write a file, since another run may remove unfinished files when it finishes


def disk_failure(what: str, error: OSError) -> StorageError:
    """Return the error for a failed operation, such as ``read /data/plan.json``, on a disk."""
    why = os.strerror(error.errno) if error.errno else reason(error)
    mended = "free some space" if error.errno in _FULL else "fix that, or choose another folder"
    return StorageError(f"Cannot {what}: {why}; {mended}, {AGAIN}.")


class Store(ABC):
    """A dataset's root folder, opened by `open_store`.

    `root` is the path or URI for `open_store`. Failed operations raise a StorageError.
    """

    local: ClassVar[bool]
    root: str

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.root!r})"

    @property
    def argument(self) -> str:
        """The root, quoted for a command line."""
        return shlex.quote(self.root)

    def uri(self, name: str) -> str:
        """Return the path or URI of a file."""
        return f"{self.root}/{name}"

    def exists(self, name: str) -> bool:
        """Return whether a file exists."""
        return self.size(name) is not None

    @abstractmethod
    def size(self, name: str) -> int | None:
        """Return the size of a file in bytes, or None if it does not exist."""

    @abstractmethod
    def entries(self, folder: str = "") -> dict[str, int | None]:
        """List a folder: map names such as ``data/x`` to file sizes, or None for folders.

        Names with a leading dot are omitted, since systems create ``.DS_Store`` and ``.nfs...``.
        """

    @abstractmethod
    def read(self, name: str) -> bytes | None:
        """Return the contents of a small file, or None if it does not exist.

        If the file is larger than `MOST_BYTES`, return more than `MOST_BYTES` bytes of it.
        """

    @contextmanager
    def open(self, name: str) -> Iterator[NativeFile]:
        """Open a file for random access."""
        with (
            self.failures("read", name),
            self.filesystem.open_input_file(self.path(name)) as file,
        ):
            yield file

    @abstractmethod
    def failures(self, verb: str, name: str = "") -> AbstractContextManager[None]:
        """Convert errors of the disk or object store into a StorageError."""

    @abstractmethod
    def write(self, name: str, contents: bytes, *, exclusive: bool = False) -> bool:
        """Write a small file atomically; return whether it was written.

        If `exclusive`, an existing file is kept; exactly one of several concurrent writers wins.
        """

    @abstractmethod
    def create(self, name: str) -> AbstractContextManager[BinaryIO]:
        """Yield a file to write to; it appears as `name` when the block ends without an error.

        Of several writers of a name, also concurrent ones, one leaves its whole file.
        """

    @abstractmethod
    def delete(self, name: str) -> None:
        """Remove a file if it exists."""

    def sweep(self) -> None:  # noqa: B027 - an object store has no unfinished files
        """Remove unfinished files of killed writers; active writers retry."""

    @property
    @abstractmethod
    def filesystem(self) -> FileSystem:
        """The file system through which pyarrow reads files."""

    @abstractmethod
    def path(self, name: str) -> str:
        """Return the path of a file in `filesystem`."""

    @abstractmethod
    def duckdb_patterns(self, connection: Any, sizes: Mapping[str, int]) -> list[str]:
        """Return patterns that let a connection of DuckDB find files of known sizes."""


class Disk(Store):
    """A folder at an absolute path, created when the first file is written."""

    local = True

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = str(folder)

    def size(self, name: str) -> int | None:
        path = self.folder / name
        with self.failures("read", name):
            try:
                found = path.stat()  # is_file would report a failing disk as a missing file
            except OSError as error:
                if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP):
                    return None
                raise
            return found.st_size if stat.S_ISREG(found.st_mode) else None

    def entries(self, folder: str = "") -> dict[str, int | None]:
        with self.failures("list", folder), suppress(FileNotFoundError):
            found = sorted(os.listdir(self.folder / folder))
            names = [str(Path(folder, each)) for each in found if not each.startswith(".")]
            return {name: self.size(name) for name in names}
        return {}

    def read(self, name: str) -> bytes | None:
        with self.failures("read", name), suppress(FileNotFoundError, NotADirectoryError):
            with open(self.path(name), "rb") as stream:  # noqa: PTH123
                return stream.read(MOST_BYTES + 1)
        return None

    def write(self, name: str, contents: bytes, *, exclusive: bool = False) -> bool:
        with self.failures("write", name):
            for attempt in range(ATTEMPTS):
                try:
                    with self._unfinished(name) as stream:
                        stream.write(contents)
                        return self._publish(stream, name, exclusive=exclusive)
                except FileNotFoundError:
                    if attempt == ATTEMPTS - 1:
                        raise
        raise AssertionError

    @contextmanager
    def create(self, name: str) -> Iterator[BinaryIO]:
        with self.failures("write", name), self._unfinished(name) as stream:
            yield stream
            self._publish(stream, name, exclusive=False)

    def delete(self, name: str) -> None:
        with self.failures("remove", name), suppress(FileNotFoundError, NotADirectoryError):
            self._refuse_links(name)
            (self.folder / name).unlink()

    def sweep(self) -> None:
        with self.failures("tidy"):
            for name in os.listdir(self.folder):
                if _UNFINISHED.fullmatch(name):
                    (self.folder / name).unlink(missing_ok=True)

    @property
    def filesystem(self) -> FileSystem:
        from pyarrow.fs import LocalFileSystem

        return LocalFileSystem()

    def path(self, name: str) -> str:
        path = str(self.folder / name)
        if self.size(name) is None:  # a device has no end, and opening a pipe waits for its writer
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        return path

    def duckdb_patterns(self, connection: Any, sizes: Mapping[str, int]) -> list[str]:
        return [escape(self.uri(name)) for name in sizes]

    @contextmanager
    def failures(self, verb: str, name: str = "") -> Iterator[None]:
        try:
            yield
        except OSError as error:
            if error.errno is None:
                raise  # no system call failed: pyarrow cannot decode the contents
            raise disk_failure(f"{verb} {self.folder / name}", error) from error

    def _refuse_links(self, name: str) -> None:
        """Raise a StorageError if the folder of a file is a symbolic link."""
        inner = (self.folder / name).parent
        if inner != self.folder and inner.is_symlink():
            raise StorageError(
                f"{inner} is a link, and files outside the dataset are not changed: replace the "
                "link by a folder."
            )

    @contextmanager
    def _unfinished(self, name: str) -> Iterator[BinaryIO]:
        """Yield a hidden file in the root, and remove it in the end."""
        self._refuse_links(name)
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f".{Path(name).name}.{uuid4().hex}"
        try:
            with path.open("w+b") as stream:
                yield stream
        finally:
            path.unlink(missing_ok=True)

    def _publish(self, stream: BinaryIO, name: str, *, exclusive: bool) -> bool:
        """Give an unfinished file its name; return False if `exclusive` and the name is taken."""
        stream.flush()
        os.fsync(stream.fileno())
        stream.close()
        path, final = Path(stream.name), self.folder / name
        final.parent.mkdir(parents=True, exist_ok=True)
        ours = True
        try:
            if exclusive:
                final.hardlink_to(path)
            else:
                path.replace(final)
        except FileExistsError:
            ours = False
        except OSError as error:
            if not exclusive or isinstance(error, FileNotFoundError):
                raise
            # There are no hard links here, so two concurrent writers may both succeed.
            if ours := not final.exists():
                path.replace(final)
        with suppress(PermissionError, IsADirectoryError):  # some systems cannot open folders
            opened = os.open(final.parent, os.O_RDONLY)
            try:
                os.fsync(opened)
            finally:
                os.close(opened)
        return ours
