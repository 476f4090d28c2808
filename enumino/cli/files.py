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

import click

from enumino.datasets.storage import open_store, parsed, store_of
from enumino.errors import ProblemError, StorageError
from enumino.words import reason

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
        option = param.opts[0] if param else "the option"
        if not file.strip():
            raise ProblemError(
                f"The name of a file after {option} is empty: name one, as {option} "
                f"{self.example}, or leave it out."
            )
        if not self.suffix and file == STDOUT:
            return file
        at = parsed(file)  # which refuses credentials before anything repeats them
        if not at.name.endswith(self.suffix):
            raise ProblemError(
                f"{file} is not named as a Parquet file: end its name in {self.suffix}."
            )
        own, other = Path(self.example).suffix, Path(file).suffix.lower()
        if other in self.kinds and other != own:
            raise ProblemError(
                f"{file} is named like another kind of file: {option} writes {own} files, so end "
                f"its name in {own}."
            )
        if not isinstance(at, Path):
            open_store(at.parent).exists(at.name)  # is there such a bucket?
        elif obstacle := _obstacle(at):
            raise StorageError(f"{file} cannot be written: {obstacle}.")
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

    Pipes and devices are written straight. Raises a StorageError if the file cannot be written, or
    is the terminal and the contents are not text.
    """
    pieces = [contents] if isinstance(contents, bytes) else contents
    if file == STDOUT:
        return sum(map(_print, pieces))
    with stream(file) as target:
        return sum(map(target.write, pieces))


@contextmanager
def stream(file: str) -> Iterator[BinaryIO]:
    """Give a stream to write to; on leaving without an error the file appears; see `write`."""
    at = parsed(file)
    if isinstance(at, Path):
        at = at.resolve()  # links stay
        if at.exists() and not at.is_file():
            with at.open("wb") as target:
                yield target
            return
    store, name = store_of(at)
    try:
        with store.create(name) as unfinished:
            yield unfinished
    except StorageError as error:
        if not isinstance(error.__cause__, OSError) or not store.local:
            raise
        raise StorageError(f"{file} cannot be written: {reason(error.__cause__)}.") from error


def _print(contents: bytes) -> int:
    shown: str | bytes = contents
    with suppress(UnicodeDecodeError):
        shown = contents.decode()
    if isinstance(shown, bytes) and sys.stdout.isatty():
        raise StorageError("A terminal cannot show this format: name a file, or redirect to one.")
    click.echo(shown, nl=False)
    return len(contents)


def _obstacle(path: Path) -> str:
    """Return the reason why a file cannot be written; empty if none is visible."""
    try:
        if path.is_dir():
            return "it is a folder"
        if not path.parent.is_dir():
            return f"there is no folder {path.parent}"
        made = path.resolve().parent if path.is_file() or not path.exists() else path
        return "" if os.access(made, os.W_OK) else "permission denied"
    except OSError as error:
        return reason(error)
