"""A dataset on a disk: files are written in ``enumino-wip/``, synced, and renamed.

Plain calls of the operating system, each of which Python's audit hooks can see.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import BufferedRandom, RawIOBase
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, ClassVar
from uuid import uuid4

from enumino.datasets.storage.failures import disk_failure
from enumino.errors import StorageError

if TYPE_CHECKING:
    from pyarrow.fs import FileSystem

Readable = BinaryIO | RawIOBase  # a file that is open to be read from anywhere

WIP = "enumino-wip"  # folder of files that are being written, ours only if the marker is in it
WIP_MARKER = "this-folder-belongs-to-enumino"
_WIP_FILE = re.compile(r".+\.[0-9a-f]{32}")  # a name and a uuid4: what `create` writes to
_FOREIGN_TO_ALL = {"lost+found"}  # of a disk of its own
ATTEMPTS = 3


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

    @property
    def wip(self) -> Path:
        """The folder of files that are being written."""
        return self._at(WIP)

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
            return os.listdir(self._at(folder))
        except FileNotFoundError:
            return []

    def sizes(self, folder: str) -> dict[str, int]:
        sizes = {}
        with suppress(FileNotFoundError), os.scandir(self._at(folder)) as found:
            for entry in found:
                with suppress(FileNotFoundError):  # it has been removed just now
                    if entry.is_file():
                        sizes[entry.name] = entry.stat().st_size
        return sizes

    def foreign_names(self) -> list[str]:
        names = self.names("")
        ours = {*_FOREIGN_TO_ALL, *([WIP] if WIP in names and self._owns_wip() else [])}
        return [name for name in names if name not in ours]

    def size(self, name: str) -> int | None:
        path = self._at(name)
        try:
            return path.stat().st_size if path.is_file() else None
        except (FileNotFoundError, NotADirectoryError):
            return None

    def read(self, name: str, most: int) -> bytes | None:
        try:
            with self._at(name).open("rb") as file:
                return file.read(most)
        except FileNotFoundError:
            return None

    def read_each(self, names: Iterable[str], most: int) -> Iterator[tuple[str, bytes | None]]:
        for name in names:
            yield name, self.read(name, most)

    def open(self, name: str, size: int | None) -> Readable:
        return self._at(name).open("rb")

    def write(self, name: str, contents: bytes, *, exclusive: bool) -> bool:
        for attempt in range(ATTEMPTS):
            try:
                with self._unfinished(name) as file:
                    file.stream.write(contents)
                    return self._publish(file.stream, name, exclusive=exclusive)
            except FileNotFoundError:  # a run that finishes removes the folder of unfinished files
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
            self._at(name).unlink()

    def free_bytes(self) -> int | None:
        folder = self.root
        while not folder.exists():
            folder = folder.parent
        return shutil.disk_usage(folder).free

    def filesystem(self) -> FileSystem:
        from pyarrow.fs import LocalFileSystem

        return LocalFileSystem()

    def path(self, name: str) -> str:
        return str(self._at(name))

    def clear_wip(self) -> None:
        """Remove what interrupted writers left behind, and nothing that is not ours.

        Several runs may do so at once, while others write. A folder that cannot be removed since
        a writer has begun meanwhile keeps its marker: the last run would not know it otherwise.
        """
        with suppress(OSError):  # it is not there, or somebody else has just removed it
            for _ in range(ATTEMPTS):
                owned = self._is_marked()
                if owned:
                    _sweep(self.wip)
                if _remove_empty(self.wip):
                    return
                left = {path.name for path in self.wip.iterdir()}
                if left - {WIP_MARKER}:
                    if owned and any(map(_WIP_FILE.fullmatch, left)):
                        (self.wip / WIP_MARKER).touch()
                    return

    def _at(self, name: str) -> Path:
        """Return the path of a file or folder."""
        return self.root / name

    @contextmanager
    def _unfinished(self, name: str) -> Iterator[Unfinished]:
        """Give a file in the folder of unfinished ones, which is gone in the end."""
        self._make_wip()
        path = self.wip / f"{Path(name).name}.{uuid4().hex}"
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
        path, final = Path(stream.name), self._at(name)
        final.parent.mkdir(parents=True, exist_ok=True)
        ours = True
        if exclusive:
            ours = _link(path, final)
        else:
            path.replace(final)
        _sync_folder(final.parent)
        return ours

    def _is_marked(self) -> bool:
        return (self.wip / WIP_MARKER).exists()

    def _owns_wip(self) -> bool:
        """Whether the folder is marked, or as a run leaves it that is killed before."""
        return self._is_marked() or not any(self.wip.iterdir())

    def _make_wip(self) -> None:
        """Make the folder of unfinished files, with its marker."""
        for attempt in range(ATTEMPTS):
            try:
                self._mark_wip()
                return
            except (FileExistsError, FileNotFoundError):
                # Another run has just removed it: while we looked whether it is a folder, too.
                if attempt == ATTEMPTS - 1:
                    raise

    def _mark_wip(self) -> None:
        self.wip.mkdir(parents=True, exist_ok=True)
        if self._is_marked():
            return
        names = [path.name for path in self.wip.iterdir() if path.name != WIP_MARKER]
        foreign = [name for name in names if not _WIP_FILE.fullmatch(name)]
        if foreign:
            raise StorageError(
                f"{self.wip} is for unfinished files, but holds {foreign[0]}, which enumino did "
                "not write: choose another folder."
            )
        (self.wip / WIP_MARKER).touch()


def _sweep(folder: Path) -> None:
    """Remove unfinished files, and the marker last: until then the folder is known as ours."""
    for path in folder.iterdir():
        if _WIP_FILE.fullmatch(path.name):
            path.unlink(missing_ok=True)
    (folder / WIP_MARKER).unlink(missing_ok=True)


def _remove_empty(folder: Path) -> bool:
    """Remove a folder if nothing is in it; return whether it is gone."""
    try:
        folder.rmdir()
    except FileNotFoundError:
        return True
    except OSError:  # something is in it
        return False
    return True


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
