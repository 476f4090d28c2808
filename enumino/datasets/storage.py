"""The only place that touches files: a dataset's root on a disk or in an object store.

Whatever appears under its final name is whole. On a disk a file is written in ``enumino-wip/``,
synced and renamed. In an object store a name appears when its upload ends, even by an error: there
a file is written to the local disk first, uploaded to ``enumino-wip/``, and copied to its name once
it has arrived whole.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pyarrow as pa
from pyarrow import fs

from enumino.datasets.links import refuse_ways_out
from enumino.errors import StorageError
from enumino.words import LONGEST_PATH, quoted

WIP = "enumino-wip"
"""Folder of files that are being written. On a disk it is ours only if the marker is in it."""
STALE = timedelta(days=1)
"""Age of unfinished uploads whose writers are taken for dead."""
WIP_MARKER = "this-folder-belongs-to-enumino"
_WIP_FILE = re.compile(r".+\.[0-9a-f]{32}")  # a name and a uuid4: what `create` writes to
_FOREIGN_TO_ALL = {"lost+found"}  # of a disk of its own
COPY_BYTES = 1 << 22
ATTEMPTS = 3


@dataclass
class Unfinished:
    """A file that is being written at `path`; it never appears if it is `discarded`."""

    path: str
    discarded: bool = False


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
            raise StorageError(
                f"{quoted(self.root, LONGEST_PATH)} is no name for a folder: use printable "
                "characters."
            )
        try:
            if "://" in self.root:
                self.filesystem, self._base = fs.FileSystem.from_uri(self.root)
            else:
                self.root = str(Path(self.root).expanduser().absolute())
                self.filesystem, self._base = fs.LocalFileSystem(), self.root
        except (OSError, ValueError, ImportError, RuntimeError) as error:  # Runtime: of no home
            raise StorageError(f"{self.root} cannot be opened: {_one_line(error)}.") from error
        self.local = isinstance(self.filesystem, fs.LocalFileSystem)
        if self._is_root():
            raise StorageError(f"{self.root} is the root of a file system: name a folder in it.")

    def path(self, name: str) -> str:
        """Return where `name` lies, as the file system spells it.

        Raises
        ------
        StorageError
            If it lies elsewhere, by a link, or is neither a file nor a folder.
        """
        if self.local:
            refuse_ways_out(self._base, name)
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

    def contents(self) -> list[str]:
        """Return the names in the root folder, less what any disk may have and our own wip."""
        names = self.names()
        ours = {*_FOREIGN_TO_ALL, *([WIP] if WIP in names and self._owns_wip() else [])}
        return [name for name in names if name not in ours]

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

    def read_bytes(self, name: str, at_most: int | None = None) -> bytes:
        """Return the contents of a (small) file, or its first bytes, so many as are wanted."""
        with (
            self._failures(f"read {self.uri(name)}"),
            self.filesystem.open_input_stream(self.path(name)) as stream,
        ):
            blocks, left = [], sys.maxsize if at_most is None else at_most
            while left and (block := stream.read(min(left, COPY_BYTES))):
                blocks.append(block)
                left -= len(block)
            return b"".join(blocks)

    def open_input(self, name: str) -> pa.NativeFile:
        """Open a file for random access."""
        with self._failures(f"read {self.uri(name)}"):
            return self.filesystem.open_input_file(self.path(name))

    def write_text(self, name: str, text: str) -> None:
        """Write a text file that appears whole or not at all."""
        self.write_bytes(name, text.encode())

    def write_bytes(self, name: str, contents: bytes, *, exclusive: bool = False) -> None:
        """Write a (small) file that appears whole or not at all.

        Parameters
        ----------
        name : str
        contents : bytes
        exclusive : bool
            Leave a file of that name as it is if there is one: of several writers at once one
            wins. (In an object store this is looked up first, and so not certain.)
        """
        for attempt in range(ATTEMPTS):
            try:
                with self.create(name, exclusive=exclusive) as file:
                    Path(file.path).write_bytes(contents)
                return
            except StorageError as error:
                # A run that finishes removes its folder of unfinished files, also under the feet
                # of another one.
                removed = isinstance(error.__cause__, FileNotFoundError)
                if not removed or attempt == ATTEMPTS - 1:
                    raise

    @contextmanager
    def create(self, name: str, *, exclusive: bool = False) -> Iterator[Unfinished]:
        """Give a local file to write to; on leaving without an error it appears as `name`.

        Writing the same name twice, also at the same time from several processes, leaves the
        whole file of one of them: of the last one, or, with `exclusive`, of the first one.
        """
        folder = Path(self.path(WIP)) if self.local else Path(tempfile.gettempdir())
        path = folder / f"{Path(name).name}.{uuid4().hex}"
        with self._failures(f"write {self.uri(name)}"):
            if self.local:
                self._make_wip()
            try:
                file = Unfinished(str(path))
                yield file
                if not file.discarded:
                    self._publish(path, name, exclusive)
            finally:
                path.unlink(missing_ok=True)

    def delete(self, name: str) -> None:
        """Remove a file if it is there."""
        if self.exists(name):
            with self._failures(f"remove {self.uri(name)}"):
                self.filesystem.delete_file(self.path(name))

    def clear_wip(self) -> None:
        """Remove what interrupted writers left behind, and nothing that is not ours.

        Several runs may do so at once, while others write. A folder that cannot be removed since
        a writer has begun meanwhile keeps its marker: the last run would not know it otherwise.
        """
        if not self.local:
            self._clear_stale_uploads()
            return
        folder = Path(self.path(WIP))
        with suppress(OSError):  # it is not there, or somebody else has just removed it
            for _ in range(ATTEMPTS):
                owned = self._owns_wip()
                if owned:
                    _sweep(folder)
                if _remove_empty(folder):
                    return
                left = {path.name for path in folder.iterdir()}
                if left - {WIP_MARKER}:
                    if owned and any(map(_WIP_FILE.fullmatch, left)):
                        (folder / WIP_MARKER).touch()
                    return

    def _is_root(self) -> bool:
        """Whether this is a whole disk or store: files of ours would lie among everything else."""
        folder = Path(self._base).resolve() if self.local else None
        return not self._base.strip("/") or (folder is not None and folder == folder.parent)

    def _owns_wip(self) -> bool:
        if not self.local:
            return all(map(_WIP_FILE.fullmatch, self.names(WIP)))
        return Path(self.path(WIP), WIP_MARKER).exists()

    def _clear_stale_uploads(self) -> None:
        """Remove unfinished uploads of dead writers from an object store: those a day old."""
        selector = fs.FileSelector(self.path(WIP), allow_not_found=True)
        with suppress(OSError):
            found = self.filesystem.get_file_info(selector)
            now = datetime.now(UTC)
            for info in found:
                ours = _WIP_FILE.fullmatch(info.base_name)
                if ours and info.mtime and now - info.mtime > STALE:
                    self.filesystem.delete_file(info.path)

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
        folder = Path(self.path(WIP))
        folder.mkdir(parents=True, exist_ok=True)
        if self._owns_wip():
            return
        foreign = [path.name for path in folder.iterdir() if not _WIP_FILE.fullmatch(path.name)]
        if foreign:
            raise StorageError(
                f"{folder} holds {foreign[0]}, which is not ours, and unfinished files are "
                "written there: choose another folder."
            )
        (folder / WIP_MARKER).touch()

    def _publish(self, path: Path, name: str, exclusive: bool) -> None:
        if not self.local:
            self._upload(path, name, exclusive)
            return
        with path.open("rb") as file:
            os.fsync(file.fileno())
        final = Path(self.path(name))
        final.parent.mkdir(parents=True, exist_ok=True)
        if exclusive:
            _link(path, final)
        else:
            path.replace(final)
        _sync_folder(final.parent)

    def _upload(self, path: Path, name: str, exclusive: bool) -> None:
        """Let a local file appear under a name in an object store, whole or not at all.

        Closing an upload completes it, also when it is closed by an error: so it goes to another
        name first, and the store copies what has arrived whole.
        """
        unfinished = self.path(f"{WIP}/{path.name}")
        try:
            with path.open("rb") as source:
                with self.filesystem.open_output_stream(unfinished) as target:
                    shutil.copyfileobj(source, target, COPY_BYTES)
            arrived, sent = self.filesystem.get_file_info(unfinished).size, path.stat().st_size
            if arrived != sent:
                raise OSError(f"{arrived} of {sent} bytes have arrived")
            if not (exclusive and self.exists(name)):
                try:
                    self.filesystem.copy_file(unfinished, self.path(name))
                except pa.ArrowNotImplementedError:  # of file systems that rename instead
                    self.filesystem.move(unfinished, self.path(name))
        finally:
            with suppress(OSError):
                self.filesystem.delete_file(unfinished)

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


def _link(path: Path, final: Path) -> None:
    """Let a whole file appear under its final name, unless there is one."""
    with suppress(FileExistsError):
        try:
            final.hardlink_to(path)
        except FileExistsError:
            raise
        except OSError:  # some file systems have no links
            with final.open("xb") as target, path.open("rb") as source:
                shutil.copyfileobj(source, target)
                target.flush()
                os.fsync(target.fileno())


def _sync_folder(folder: Path) -> None:
    """Make a new name in a folder last, on systems where folders can be opened."""
    try:
        opened = os.open(folder, os.O_RDONLY)
    except (PermissionError, IsADirectoryError):
        return
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _one_line(error: BaseException) -> str:
    """The first line of an error's own words."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error).strip().splitlines()[0].rstrip(".") if str(error).strip() else repr(error)
