"""A dataset's root folder, on a disk or in a bucket: the package's interface to files."""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from io import RawIOBase
from typing import TYPE_CHECKING, BinaryIO, ClassVar

if TYPE_CHECKING:
    from pyarrow.fs import FileSystem

Readable = BinaryIO | RawIOBase  # a file that is open to be read from anywhere


class Store(ABC):
    """A dataset's root folder, opened by `open_store`; a StorageError says what it refuses.

    `root` is the folder, or its URI, as `open_store` takes it; `place` is the same without the
    settings of a URI.
    """

    local: ClassVar[bool]
    root: str
    place: str

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.root!r})"

    @property
    def argument(self) -> str:
        """The root as a command line takes it."""
        return shlex.quote(self.root)

    def uri(self, name: str) -> str:
        """Return where a file lies, as a user would write it."""
        return f"{self.place}/{name}"

    def exists(self, name: str) -> bool:
        """Return whether there is a file of that name."""
        return self.size(name) is not None

    @abstractmethod
    def size(self, name: str) -> int | None:
        """Return the size of a file in bytes, None if there is none."""

    @abstractmethod
    def names(self, folder: str = "") -> list[str]:
        """Return the sorted names of the files and folders directly in a folder, if it exists."""

    @abstractmethod
    def sizes(self, folder: str) -> dict[str, int]:
        """Return the sizes in bytes of the files directly in a folder, by their names there."""

    @abstractmethod
    def free_bytes(self) -> int | None:
        """Return the free space of the disk, None where that has no meaning."""

    @abstractmethod
    def read(self, name: str) -> bytes | None:
        """Return the contents of a small file, None if there is none."""

    @abstractmethod
    def open(self, name: str) -> AbstractContextManager[Readable]:
        """Open a file to be read from anywhere."""

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

    @abstractmethod
    def sweep(self) -> None:
        """Remove what killed writers left behind; writers at work begin anew."""

    @property
    @abstractmethod
    def filesystem(self) -> FileSystem:
        """The file system that pyarrow reads the files with."""

    @abstractmethod
    def path(self, name: str) -> str:
        """Return where a file lies, as that file system spells it."""
