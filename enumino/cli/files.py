"""Files that users name for pictures and tables: checked before the work, and written whole.

The name ``-`` is that of the standard output.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO
from uuid import uuid4

import click

from enumino.datasets.storage import Address, Store, parsed, refuse_almost_uri
from enumino.errors import EnuminoError, ProblemError, StorageError
from enumino.words import first_line

STDOUT = "-"


class NewFile(click.ParamType[str]):
    """The name of a file to be written, or a URI such as ``s3://bucket/file``.

    It ends in `suffix`, and in none of the `kinds` of other options but that of the `example`. A
    name that cannot be written to is refused before there is anything to write.
    """

    name = "FILE"

    def __init__(self, example: str, suffix: str = "", kinds: Sequence[str] = ()) -> None:
        self.example, self.suffix, self.kinds = example, suffix, kinds

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        file = str(value)
        address = _address(file)  # which refuses credentials before anything repeats them
        option = param.opts[0] if param else "the option"
        if not file.strip():
            raise ProblemError(
                f"The name of a file after {option} is empty: name one, as {option} "
                f"{self.example}, or leave it out."
            )
        if not self.suffix and file == STDOUT:
            return file
        if not (address.name if address else file).endswith(self.suffix):
            raise ProblemError(
                f"{file} is not named as a Parquet file: end its name in {self.suffix}."
            )
        own, other = Path(self.example).suffix, Path(file).suffix.lower()
        if other in self.kinds and other != own:
            raise ProblemError(
                f"{file} is named like another kind of file: {option} writes {own} files, so end "
                f"its name in {own}."
            )
        if address:
            Store(address.parent.root).exists(address.name)  # is there such a bucket?
        elif reason := _obstacle(_path(file)):
            raise StorageError(f"{file} cannot be written: {reason}.")
        return file


def write_and_tell(file: str, contents: bytes, about: str = "") -> None:
    """Write a file, and report it on stderr."""
    write(file, contents)
    tell(file, about)


def tell(file: str, about: str = "") -> None:
    """Report on stderr that a file was written."""
    if file != STDOUT:
        click.echo(f"Wrote {file}{about}.", err=True)


def write(file: str, contents: bytes | Iterable[bytes]) -> int:
    """Write a file that appears whole or not at all, piece by piece; return its size.

    Pipes, devices and links are written straight, and so is what lies in a folder where no other
    file can be made. Raises a StorageError if the file cannot be written, or is the terminal and
    the contents are not text.
    """
    pieces = [contents] if isinstance(contents, bytes) else contents
    if file == STDOUT:
        return sum(map(_print, pieces))
    with stream(file) as target:
        return sum(map(target.write, pieces))


@contextmanager
def stream(file: str) -> Iterator[BinaryIO]:
    """Give a stream to write to; on leaving without an error the file appears; see `write`."""
    if address := _address(file):
        with Store(address.parent.root).create(address.name) as unfinished:
            yield unfinished.stream
        return
    try:
        path = _path(file)
        if _is_plain(path) and _allows(path.parent):
            with _replacing(path) as target:
                yield target
        else:
            with path.open("wb") as target:
                yield target
    except EnuminoError:
        raise
    except (OSError, ValueError) as error:
        raise StorageError(f"{file} cannot be written: {_reason(error)}.") from error


def _print(contents: bytes) -> int:
    shown: str | bytes = contents
    with suppress(UnicodeDecodeError):
        shown = contents.decode()
    if isinstance(shown, bytes) and sys.stdout.isatty():
        raise StorageError("A terminal cannot show this format: name a file, or redirect to one.")
    click.echo(shown, nl=False)
    return len(contents)


@contextmanager
def _replacing(path: Path) -> Iterator[BinaryIO]:
    beside = path.with_name(f".{uuid4().hex}")
    try:
        with beside.open("wb") as target:
            yield target
            target.flush()
            os.fsync(target.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _obstacle(path: Path) -> str:
    """The reason why a file cannot be written; empty if none is visible."""
    try:
        if path.is_dir():
            return "it is a folder"
        if not path.parent.is_dir():
            return f"there is no folder {path.parent}"
        if not (os.access(path, os.W_OK) if path.exists() else _allows(path.parent)):
            return "permission denied"
    except (OSError, ValueError) as error:
        return _reason(error)
    return ""


def _address(file: str) -> Address | None:
    """Return the address of a file in an object store; None for one on a disk."""
    if "://" not in file:
        refuse_almost_uri(file)
        return None
    at = parsed(file)
    return None if isinstance(at, Path) else at


def _path(file: str) -> Path:
    at = parsed(file) if "://" in file else Path(file)
    assert isinstance(at, Path)
    return at


def _is_plain(path: Path) -> bool:
    """Whether it is a file, or will be one: no pipe, no device, no link."""
    return not path.is_symlink() and (path.is_file() or not path.exists())


def _allows(folder: Path) -> bool:
    return os.access(folder, os.W_OK | os.X_OK)


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return first_line(error, "it is no name")
