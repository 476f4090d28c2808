"""Write pictures into files."""

from __future__ import annotations

from pathlib import Path

import click

from enumino.errors import StorageError


def write_picture(file: str, contents: bytes) -> None:
    """Write a picture, or say why it cannot be written."""
    try:
        Path(file).write_bytes(contents)
    except OSError as error:
        raise StorageError(f"{file} cannot be written: {error.strerror}.") from error
    click.echo(f"Wrote {file}.", err=True)
