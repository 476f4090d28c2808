"""Files of an object store for pyarrow and what reads through it: Dask, pandas, DuckDB."""

from __future__ import annotations

from pyarrow import PythonFile
from pyarrow.fs import FileInfo, FileSelector, FileSystemHandler, FileType, PyFileSystem

from enumino.datasets.storage.backend import Backend, failures_told


def filesystem(bucket: Backend) -> PyFileSystem:
    """Return a file system whose paths begin with the name of the bucket."""
    return PyFileSystem(_Handler(bucket))


class _Handler(FileSystemHandler):  # type: ignore[misc]
    """What pyarrow asks of a file system, as far as reading goes."""

    def __init__(self, bucket: Backend) -> None:
        self.bucket = bucket

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Handler) and self.bucket == other.bucket

    def __hash__(self) -> int:
        return hash(self.bucket)

    def get_type_name(self) -> str:
        """Return what kind of a file system this is."""
        return "enumino"

    def normalize_path(self, path: str) -> str:
        """Return a path as it is."""
        return path

    def get_file_info(self, paths: list[str]) -> list[FileInfo]:
        """Return what lies at each path."""
        return [self._info(path) for path in paths]

    def get_file_info_selector(self, selector: FileSelector) -> list[FileInfo]:
        """Return what lies in a folder, and in the folders in it if that is asked for."""
        folder = selector.base_dir.strip("/")
        with failures_told(self.bucket, f"list {folder}"):
            sizes = self.bucket.sizes(_key(folder))
            names = self.bucket.names(_key(folder))
        found = [FileInfo(f"{folder}/{n}", FileType.File, size=s) for n, s in sizes.items()]
        for name in sorted(set(names) - sizes.keys()):
            path = f"{folder}/{name}"
            found.append(FileInfo(path, FileType.Directory))
            if selector.recursive:
                found += self.get_file_info_selector(FileSelector(path, recursive=True))
        if not found and not selector.allow_not_found:
            raise FileNotFoundError(folder)
        return found

    def open_input_file(self, path: str) -> PythonFile:
        """Open a file for random access."""
        with failures_told(self.bucket, f"read {path}"):
            return PythonFile(self.bucket.open(_key(path), None), mode="r")

    def open_input_stream(self, path: str) -> PythonFile:
        """Open a file to read it from its beginning."""
        return self.open_input_file(path)

    def _info(self, path: str) -> FileInfo:
        key = _key(path)
        with failures_told(self.bucket, f"look at {path}"):
            if key and (size := self.bucket.size(key)) is not None:
                return FileInfo(path, FileType.File, size=size)
            there = not key or self.bucket.names(key)
        return FileInfo(path, FileType.Directory if there else FileType.NotFound)

    def _refuse(self, *_: object, **__: object) -> None:
        raise PermissionError("Files of a dataset are only read.")

    copy_file = move = create_dir = delete_dir = delete_file = _refuse
    delete_dir_contents = delete_root_dir_contents = _refuse
    open_output_stream = open_append_stream = _refuse


def _key(path: str) -> str:
    """A path without the bucket that it begins with."""
    return path.strip("/").partition("/")[2]
