"""A dataset on a disk: a file is written under a hidden name in the root, synced, and renamed."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import BufferedRandom, RawIOBase
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, ClassVar
from uuid import uuid4

from enumino.datasets.storage.failures import disk_failure

if TYPE_CHECKING:
    from pyarrow.fs import FileSystem

Readable = BinaryIO | RawIOBase  # a file that is open to be read from anywhere

_UNFINISHED = re.compile(r"\..+\.[0-9a-f]{32}")  # hidden: the name of a file, and a uuid4
ATTEMPTS = 3  # another run that finishes removes unfinished files


@dataclass
class Unfinished:
    """A file that is being written to `stream`; it never appears if it is `discarded`."""

    stream: BufferedRandom
    discarded: bool = False


class Disk:
    """A folder of a file system, at an absolute path; its methods are those of `Store`.

    The folder is made when the first file is written.
    """

    local: ClassVar[bool] = True

    def __init__(self, root: Path) -> None:
        self.root = root

    @contextmanager
    def failures(self, what: str) -> Iterator[None]:
        """Raise a StorageError where we cannot do something, such as ``read x``."""
        try:
            yield
        except OSError as error:
            if error.errno is None:
                raise  # no call of the system: pyarrow cannot make sense of the contents
            raise disk_failure(what, error) from error

    def names(self, folder: str) -> list[str]:
        try:
            found = os.listdir(self.root / folder)
        except FileNotFoundError:
            return []
        return [name for name in found if not _UNFINISHED.fullmatch(name)]

    def sizes(self, folder: str) -> dict[str, int]:
        sizes = {}
        with suppress(FileNotFoundError), os.scandir(self.root / folder) as found:
            for entry in found:
                with suppress(FileNotFoundError):  # it has been removed just now
                    if entry.is_file():
                        sizes[entry.name] = entry.stat().st_size
        return sizes

    def size(self, name: str) -> int | None:
        path = self.root / name
        try:
            return path.stat().st_size if path.is_file() else None
        except (FileNotFoundError, NotADirectoryError):
            return None

    def read(self, name: str) -> bytes | None:
        try:
            return (self.root / name).read_bytes()
        except FileNotFoundError:
            return None

    def open(self, name: str, size: int | None) -> Readable:
        return (self.root / name).open("rb")

    def write(self, name: str, contents: bytes, *, exclusive: bool) -> bool:
        for attempt in range(ATTEMPTS):
            try:
                with self._unfinished(name) as file:
                    file.stream.write(contents)
                    return self._publish(file.stream, name, exclusive=exclusive)
            except FileNotFoundError:
                if attempt == ATTEMPTS - 1:
                    raise
        raise AssertionError

    @contextmanager
    def create(self, name: str) -> Iterator[Unfinished]:
        with self._unfinished(name) as file:
            yield file
            if not file.discarded:
                self._publish(file.stream, name, exclusive=False)

    def delete(self, name: str) -> None:
        with suppress(FileNotFoundError, NotADirectoryError):
            (self.root / name).unlink()

    def sweep(self) -> None:
        for name in os.listdir(self.root):
            if _UNFINISHED.fullmatch(name):
                (self.root / name).unlink(missing_ok=True)

    def free_bytes(self) -> int | None:
        folder = self.root
        while not folder.exists():
            folder = folder.parent
        return shutil.disk_usage(folder).free

    def filesystem(self) -> FileSystem:
        from pyarrow.fs import LocalFileSystem

        return LocalFileSystem()

    def path(self, name: str) -> str:
        return str(self.root / name)

    @contextmanager
    def _unfinished(self, name: str) -> Iterator[Unfinished]:
        """Give a hidden file in the root, which is gone in the end."""
        self.root.mkdir(parents=True, exist_ok=True)
        path = self.root / f".{Path(name).name}.{uuid4().hex}"
        try:
            with path.open("w+b") as stream:
                yield Unfinished(stream)
        finally:
            path.unlink(missing_ok=True)

    def _publish(self, stream: BufferedRandom, name: str, *, exclusive: bool) -> bool:
        """Let an unfinished file appear under its name; return whether it is what is there now.

        Of several writers of a name one leaves its whole file: the last, or the first one.
        """
        stream.flush()
        os.fsync(stream.fileno())
        stream.close()
        path, final = Path(stream.name), self.root / name
        final.parent.mkdir(parents=True, exist_ok=True)
        ours = True
        if exclusive:
            ours = _link(path, final)
        else:
            path.replace(final)
        _sync_folder(final.parent)
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


def _sync_folder(folder: Path) -> None:
    """Make a new name in a folder durable, on systems where folders can be opened."""
    try:
        opened = os.open(folder, os.O_RDONLY)
    except (PermissionError, IsADirectoryError):
        return
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
