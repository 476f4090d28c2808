"""What a dataset asks of the place where it is kept: a disk or an object store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from io import BufferedRandom, RawIOBase
from typing import TYPE_CHECKING, BinaryIO, ClassVar, Protocol

from enumino.errors import StorageError

if TYPE_CHECKING:
    from pyarrow.fs import FileSystem

Readable = BinaryIO | RawIOBase
"""A file that is open to be read from anywhere."""
COPY_BYTES = 1 << 22
"""Bytes that are read at once from a large file."""


@dataclass
class Unfinished:
    """A file that is being written to `stream`; it never appears if it is `discarded`."""

    stream: BufferedRandom
    discarded: bool = False


class Backend(Protocol):
    """A folder of files, by their names in it: ``data/part-00017-3f2a9c1e.parquet``.

    Whatever appears under its name is whole.
    """

    local: ClassVar[bool]
    errors: ClassVar[tuple[type[Exception], ...]]
    """What the calls below raise; `explain` makes a sentence of it."""

    def explain(self, what: str, error: Exception) -> StorageError:
        """Return what to raise if one of `errors` keeps us from doing something."""
        ...

    def names(self, folder: str) -> list[str]:
        """Return the names of the files and folders directly in a folder, if it exists."""
        ...

    def sizes(self, folder: str) -> dict[str, int]:
        """Return the sizes in bytes of the files directly in a folder, by their names there."""
        ...

    def foreign_names(self) -> list[str]:
        """Return the names in the root folder, less what any disk may have and our own."""
        ...

    def size(self, name: str) -> int | None:
        """Return the size of a file in bytes, None if there is none."""
        ...

    def read(self, name: str, most: int) -> bytes | None:
        """Return the contents of a file, or its first `most` bytes; None if there is none."""
        ...

    def read_each(self, names: Iterable[str], most: int) -> Iterator[tuple[str, bytes | None]]:
        """Yield the contents of files in their order, each as `read` does."""
        ...

    def open(self, name: str, size: int | None) -> Readable:
        """Open a file for random access; its `size` need not be looked up where it is known."""
        ...

    def write(self, name: str, contents: bytes, *, exclusive: bool) -> bool:
        """Write a (small) file, with `exclusive` unless there is one; return whether we did."""
        ...

    def create(self, name: str) -> AbstractContextManager[Unfinished]:
        """Give a file to write to; on leaving without an error it appears under its name."""
        ...

    def delete(self, name: str) -> None:
        """Remove a file if it is there."""
        ...

    def clear_wip(self) -> None:
        """Remove what interrupted writers have left, and nothing that is not ours."""
        ...

    def free_bytes(self) -> int | None:
        """Return the free space, None where that has no meaning."""
        ...

    def filesystem(self) -> FileSystem:
        """Return the file system that pyarrow reads the files with."""
        ...

    def path(self, name: str) -> str:
        """Return where a file lies, as that file system spells it."""
        ...


@contextmanager
def failures_told(backend: Backend, what: str) -> Iterator[None]:
    """Raise a StorageError where a backend fails: what we could not do, such as ``read x``."""
    try:
        yield
    except backend.errors as error:
        if backend.local and isinstance(error, OSError) and error.errno is None:
            raise  # no call of the system: pyarrow cannot make sense of the contents
        failure = backend.explain(what, error)
        # What clients of object stores say may hold keys: nothing shows it.
        raise failure from (error if backend.local else None)
