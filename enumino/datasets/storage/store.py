"""A dataset's root folder, on a disk or in a bucket: the package's interface to files.

On a disk a file is written under a hidden name in the root, synced, and renamed.
"""

from __future__ import annotations

import errno
import os
import re
import shlex
import stat
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, ClassVar
from uuid import uuid4

from enumino.errors import KEPT, StorageError
from enumino.words import reason

if TYPE_CHECKING:
    from pyarrow import NativeFile
    from pyarrow.fs import FileSystem

AGAIN = f"and run the same command again; {KEPT}"
# Variables that credentials come from, by the beginning of the URI of an object store.
CREDENTIALS = {
    "s3": "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
    "gs": "GOOGLE_APPLICATION_CREDENTIALS",
    "az": "AZURE_STORAGE_ACCOUNT_NAME and AZURE_STORAGE_ACCOUNT_KEY",
}
_FULL = (errno.ENOSPC, errno.EDQUOT)
_UNFINISHED = re.compile(r"\..+\.[0-9a-f]{32}")  # hidden: the name of a file, and a uuid4
MOST_BYTES = 1 << 26  # of a file that is read whole: none of ours comes near
ATTEMPTS = 3  # another run that finishes removes unfinished files


def disk_failure(what: str, error: OSError) -> StorageError:
    """Return what to raise if a disk refuses to do something: ``read /data/plan.json``."""
    why = os.strerror(error.errno) if error.errno else reason(error)
    mended = "free some space" if error.errno in _FULL else "mend that, or choose another folder"
    return StorageError(f"Cannot {what}: {why}; {mended}, {AGAIN}.")


class Store(ABC):
    """A dataset's root folder, opened by `open_store`; a StorageError says what it refuses.

    `root` is the folder, or its URI, as `open_store` takes it.
    """

    local: ClassVar[bool]
    root: str

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.root!r})"

    @property
    def argument(self) -> str:
        """The root as a command line takes it."""
        return shlex.quote(self.root)

    def uri(self, name: str) -> str:
        """Return where a file lies, as a user would write it."""
        return f"{self.root}/{name}"

    def exists(self, name: str) -> bool:
        """Return whether there is a file of that name."""
        return self.size(name) is not None

    @abstractmethod
    def size(self, name: str) -> int | None:
        """Return the size of a file in bytes, None if there is none."""

    @abstractmethod
    def sizes(self, folder: str = "") -> dict[str, int | None]:
        """Return what is in a folder, such as ``data/x``, with the size of a file or None.

        Names with a leading dot are left out: systems put ``.DS_Store`` and ``.nfs...`` anywhere.
        """

    @abstractmethod
    def read(self, name: str) -> bytes | None:
        """Return the contents of a small file, None if there is none.

        Of a larger one than `MOST_BYTES` only the beginning is returned, which is longer than that.
        """

    @contextmanager
    def open(self, name: str) -> Iterator[NativeFile]:
        """Open a file to be read from anywhere."""
        with (
            self.failures("read", name),
            self.filesystem.open_input_file(self.path(name)) as file,
        ):
            yield file

    @abstractmethod
    def failures(self, verb: str, name: str = "") -> AbstractContextManager[None]:
        """Raise a StorageError where the disk or the object store refuses."""

    @abstractmethod
    def write(self, name: str, contents: bytes, *, exclusive: bool = False) -> bool:
        """Write a small file that appears whole or not at all; return whether it was written.

        If `exclusive`, a file of that name is left as it is: of several writers at once one wins.
        """

    @abstractmethod
    def create(self, name: str) -> AbstractContextManager[BinaryIO]:
        """Give a file to write to; on leaving without an error it appears as `name`.

        Writing the same name twice, also at the same time from several processes, leaves the
        whole file of one of them.
        """

    @abstractmethod
    def delete(self, name: str) -> None:
        """Remove a file if it is there."""

    def sweep(self) -> None:  # noqa: B027 - an object store has no unfinished files
        """Remove what killed writers left behind; writers at work begin anew."""

    @property
    @abstractmethod
    def filesystem(self) -> FileSystem:
        """The file system that pyarrow reads the files with."""

    @abstractmethod
    def path(self, name: str) -> str:
        """Return where a file lies, as that file system spells it."""


class Disk(Store):
    """A folder of a file system, at an absolute path; it is made when the first file is written."""

    local = True

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = str(folder)

    def size(self, name: str) -> int | None:
        path = self.folder / name
        with self.failures("read", name), suppress(FileNotFoundError, NotADirectoryError):
            found = path.stat()  # is_file would take a disk that fails for a file that is missing
            return found.st_size if stat.S_ISREG(found.st_mode) else None
        return None

    def sizes(self, folder: str = "") -> dict[str, int | None]:
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
        path = self.folder / name
        if path.is_fifo():  # opening a pipe waits for its writer
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
        return str(path)

    @contextmanager
    def failures(self, verb: str, name: str = "") -> Iterator[None]:
        """Raise a StorageError where the disk refuses."""
        try:
            yield
        except OSError as error:
            if error.errno is None:
                raise  # no call of the system: pyarrow cannot make sense of the contents
            raise disk_failure(f"{verb} {self.folder / name}", error) from error

    def _refuse_links(self, name: str) -> None:
        """Raise a StorageError if a change of a file of the dataset would be one elsewhere."""
        inner = (self.folder / name).parent
        if inner != self.folder and inner.is_symlink():
            raise StorageError(
                f"{inner} is a link, and files elsewhere are not changed: put a folder in its "
                "place."
            )

    @contextmanager
    def _unfinished(self, name: str) -> Iterator[BinaryIO]:
        """Give a hidden file in the root, which is gone in the end."""
        self._refuse_links(name)
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f".{Path(name).name}.{uuid4().hex}"
        try:
            with path.open("w+b") as stream:
                yield stream
        finally:
            path.unlink(missing_ok=True)

    def _publish(self, stream: BinaryIO, name: str, *, exclusive: bool) -> bool:
        """Let an unfinished file appear under its name; return whether it is what is there now.

        Of several writers of a name one leaves its whole file: the last, or the first one.
        """
        stream.flush()
        os.fsync(stream.fileno())
        stream.close()
        path, final = Path(stream.name), self.folder / name
        final.parent.mkdir(parents=True, exist_ok=True)
        ours = True
        if exclusive:
            ours = _link(path, final)
        else:
            path.replace(final)
        with suppress(PermissionError, IsADirectoryError):  # systems where folders cannot be opened
            opened = os.open(final.parent, os.O_RDONLY)
            try:
                os.fsync(opened)
            finally:
                os.close(opened)
        return ours


def _link(path: Path, final: Path) -> bool:
    """Let a whole file appear under its final name, unless there is one; return whether it did."""
    try:
        final.hardlink_to(path)
    except FileExistsError:
        return False
    except FileNotFoundError:
        raise
    except OSError:  # some file systems have no links: there two at once may both succeed
        if final.exists():
            return False
        path.replace(final)
    return True
