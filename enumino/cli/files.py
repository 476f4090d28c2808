"""Files that users name for pictures and tables: refused before the work, and written whole."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import click

from enumino.errors import ProblemError, StorageError

if TYPE_CHECKING:
    from pyarrow.fs import FileSystem


class NewFile(click.ParamType[str]):
    """The name of a file to be written, or a URI such as ``s3://bucket/file``.

    Parameters
    ----------
    example : str
    suffix : str
        What the name must end in.

    Raises
    ------
    ProblemError
        If it is no such name.
    StorageError
        If there is no folder for it, or no permission: before there is anything to write.
    """

    name = "FILE"

    def __init__(self, example: str, suffix: str = "") -> None:
        self.example, self.suffix = example, suffix

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        file = str(value)
        if not file.strip():
            option = param.opts[0] if param else "the option"
            raise ProblemError(
                f"The name of a file after {option} is empty: name one, as {option} "
                f"{self.example}, or leave it out."
            )
        if not file.endswith(self.suffix):
            raise ProblemError(f"{file} is no Parquet file: end its name in {self.suffix}.")
        if reason := _why_not(file):
            raise StorageError(f"{file} cannot be written: {reason}.")
        return file


def write(file: str, contents: bytes) -> None:
    """Write a file that appears whole or not at all.

    Pipes, devices and links are written straight, and so is what lies in a folder where no other
    file can be made.

    Raises
    ------
    StorageError
        If it cannot be written.
    """
    try:
        store, name = _opened(file)
        path = Path(name)
        if store is not None:
            with store.open_output_stream(name) as stream:
                stream.write(contents)
        elif _is_plain(path) and _allows(path.parent):
            _replace(path, contents)
        else:
            path.write_bytes(contents)
    except (OSError, ValueError) as error:
        raise StorageError(f"{file} cannot be written: {_reason(error)}.") from error


def _replace(path: Path, contents: bytes) -> None:
    beside = path.with_name(f".{uuid4().hex}")
    try:
        with beside.open("wb") as stream:
            stream.write(contents)
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _why_not(file: str) -> str:
    """Why a file cannot be written; nothing if it can, as far as can be seen."""
    try:
        store, name = _opened(file)
        path = Path(name)
        if store is not None:
            return ""
        if path.is_dir():
            return "it is a folder"
        if not path.parent.is_dir():
            return f"there is no folder {path.parent}"
        if not (os.access(path, os.W_OK) if path.exists() else _allows(path.parent)):
            return "permission denied"
    except (OSError, ValueError) as error:
        return _reason(error)
    return ""


def _opened(file: str) -> tuple[FileSystem | None, str]:
    """The object store of a URI, none for a local file; and what the file is called there."""
    if "://" not in file:
        return None, file
    from pyarrow import fs

    store, name = fs.FileSystem.from_uri(file)
    return (None if isinstance(store, fs.LocalFileSystem) else store), name


def _is_plain(path: Path) -> bool:
    """Whether it is a file, or will be one: no pipe, no device, no link."""
    return not path.is_symlink() and (path.is_file() or not path.exists())


def _allows(folder: Path) -> bool:
    return os.access(folder, os.W_OK | os.X_OK)


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return (str(error).splitlines() or ["it is no name"])[0].rstrip(".")
