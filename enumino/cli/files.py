"""Files that users name for pictures and tables: looked at before the work, and written whole.

The name ``-`` is that of the standard output.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import click

from enumino.cli import output
from enumino.datasets.storage import parsed, store_of
from enumino.errors import StorageError
from enumino.words import quoted, reason

STDOUT = "-"
BINARY = (".png", ".pdf")


class NewFile(click.ParamType[str]):
    """The name of a file to write with one of some suffixes, or a URI such as ``s3://bucket/file``.

    A name that cannot be written to is refused before there is anything to write.
    """

    name = "FILE"

    def __init__(self, *suffixes: str, stdout: bool = True) -> None:
        self.suffixes, self.stdout = suffixes, stdout

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        file = str(value)
        if self.stdout and file == STDOUT:
            if sys.stdout.isatty() and not {*BINARY}.isdisjoint(self.suffixes):
                self.fail("a terminal cannot show it: name a file, or redirect to one", param, ctx)
            return file
        at = parsed(file)  # which refuses credentials before anything repeats them
        if isinstance(at, Path) and _is_device(at):
            return file
        if self.suffixes and not str(at).lower().endswith(self.suffixes):
            self.fail(f"{quoted(file)} does not end in {' or '.join(self.suffixes)}", param, ctx)
        if isinstance(at, Path):
            if at.is_dir() or not (at.parent.is_dir() and os.access(at.parent, os.W_OK)):
                raise StorageError(f"{file} cannot be written: name a file in a folder of yours.")
        else:
            store, name = store_of(at)
            store.exists(name)  # is there such a bucket?
        return file


def _is_device(path: Path) -> bool:
    """Return whether a path is that of a pipe or a device, which are written as they are."""
    return path.exists() and not path.is_file() and not path.is_dir()


def tell(file: str, about: str = "") -> None:
    """Report on stderr that a file was written."""
    if file != STDOUT:
        output.say(f"Wrote {file}{about}.")


def write(file: str, contents: bytes | Iterable[bytes]) -> int:
    """Write a file that appears whole or not at all, piece by piece; return its size.

    Raises a StorageError if the file cannot be written.
    """
    pieces = [contents] if isinstance(contents, bytes) else contents
    if file == STDOUT:
        sys.stdout.flush()
        return sum(map(sys.stdout.buffer.write, pieces))
    with stream(file) as target:
        return sum(map(target.write, pieces))


@contextmanager
def stream(file: str) -> Iterator[BinaryIO]:
    """Give a stream to write to; on leaving without an error the file appears; see `write`."""
    at = parsed(file)
    if isinstance(at, Path) and _is_device(at):
        try:
            with at.open("wb") as target:
                yield target
        except OSError as error:
            raise StorageError(f"{file} cannot be written: {reason(error)}.") from error
        return
    store, name = store_of(at.resolve() if isinstance(at, Path) else at)  # links stay
    with store.create(name) as target:
        yield target
