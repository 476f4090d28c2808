"""A dataset on a disk: a file is written under a hidden name in the root, synced, and renamed."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO
from uuid import uuid4

from enumino.datasets.storage.store import Store, disk_failure
from enumino.errors import StorageError

if TYPE_CHECKING:
    from pyarrow.fs import FileSystem

_UNFINISHED = re.compile(r"\..+\.[0-9a-f]{32}")  # hidden: the name of a file, and a uuid4
ATTEMPTS = 3  # another run that finishes removes unfinished files


class Disk(Store):
    """A folder of a file system, at an absolute path; it is made when the first file is written."""

    local = True

    def __init__(self, folder: Path) -> None:
        whole = Path(os.path.realpath(folder))
        if whole == whole.parent:
            raise StorageError(f"{folder} is the root of a file system: name a folder in it.")
        self.folder = folder
        self.root = str(folder)

    def size(self, name: str) -> int | None:
        path = self.folder / name
        with self.failures("read", name), suppress(FileNotFoundError, NotADirectoryError):
            return path.stat().st_size if path.is_file() else None
        return None

    def sizes(self, folder: str = "") -> dict[str, int | None]:
        with self.failures("list", folder), suppress(FileNotFoundError):
            names = sorted(os.listdir(self.folder / folder))
            found = (name for name in names if not _UNFINISHED.fullmatch(name))
            return {name: self.size(str(Path(folder, name))) for name in found}
        return {}

    def read(self, name: str) -> bytes | None:
        with self.failures("read", name), suppress(FileNotFoundError, NotADirectoryError):
            return (self.folder / name).read_bytes()
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
        return str(self.folder / name)

    @contextmanager
    def failures(self, verb: str, name: str = "") -> Iterator[None]:
        """Raise a StorageError where the disk refuses."""
        try:
            yield
        except OSError as error:
            if error.errno is None:
                raise  # no call of the system: pyarrow cannot make sense of the contents
            raise disk_failure(f"{verb} {self.folder / name}", error) from error

    @contextmanager
    def _unfinished(self, name: str) -> Iterator[BinaryIO]:
        """Give a hidden file in the root, which is gone in the end."""
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
