"""Output files that users name, or ``-``: checked before the work, and written whole."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from enumino.cli import output
from enumino.datasets.storage.store import Disk
from enumino.errors import StorageError
from enumino.words import quoted, size

STDOUT = "-"
BINARY = (".png", ".pdf")


class NewFile(click.ParamType[str]):
    """The name of a file to write, refused before the work if it cannot be written."""

    name = "FILE"

    def __init__(self, *suffixes: str, stdout: bool = True) -> None:
        self.suffixes, self.stdout = suffixes, stdout

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        file = str(value)
        if self.stdout and file == STDOUT:
            if sys.stdout.isatty() and not {*BINARY}.isdisjoint(self.suffixes):
                self.fail("a terminal cannot show it: name a file, or redirect stdout", param, ctx)
            return file
        path = Path(file)
        target = path.resolve()  # links stay
        folder = target.parent
        may_write = not target.is_dir() and folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)
        if not may_write and not _is_device(path):
            shown = path.name if ":" in file else file  # a URL may hold a key
            raise StorageError(f"{shown} cannot be written: name a file in a folder of yours.")
        if self.suffixes and not _is_device(path) and path.suffix.lower() not in self.suffixes:
            self.fail(f"{quoted(file)} does not end in {' or '.join(self.suffixes)}", param, ctx)
        return file


def _is_device(path: Path) -> bool:
    """Return whether a path is a pipe or a device."""
    return path.exists() and not (path.is_file() or path.is_dir())


def write(file: str, contents: bytes | Iterable[bytes], about: str = "") -> None:
    """Write a file that appears whole or not at all, piece by piece, and report it on stderr."""
    pieces = [contents] if isinstance(contents, bytes) else contents
    if file == STDOUT:
        sys.stdout.flush()
        sys.stdout.buffer.writelines(pieces)
        return
    path = Path(file).resolve()
    with path.open("wb") if _is_device(path) else Disk(path.parent).create(path.name) as target:
        written = sum(map(target.write, pieces))
    output.say(f"Wrote {file} ({size(written)}){about}.")
