"""A dataset's root folder, on a disk or in a bucket: the package's interface to files."""

from __future__ import annotations

import errno
import os
import shlex
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, BinaryIO, ClassVar

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
        """Return all names in a folder, each with the size of its file, None for a folder."""

    @abstractmethod
    def read(self, name: str) -> bytes | None:
        """Return the contents of a small file, None if there is none."""

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
