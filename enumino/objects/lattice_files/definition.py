"""Definitions of lattices, and their files.

A file in TOML has the corners of the cells of a period in whole coordinates, two translations, and
generators of the symmetries; `enumino.objects.lattice_files.tiling` turns it into a lattice.
"""

from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec

from enumino.errors import ProblemError
from enumino.objects.files import found_in, text_of

FOLDER = Path(__file__).parent
SUFFIX = ".toml"

Coordinate = Annotated[int, msgspec.Meta(ge=-10_000, le=10_000)]
Vector = tuple[Coordinate, Coordinate]
Outline = Annotated[tuple[Vector, ...], msgspec.Meta(min_length=3, max_length=32)]
Span = Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)]
Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9-]{0,39}\Z")]


class Symmetry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A symmetry of the lattice: the matrix times a point, plus the shift."""

    matrix: tuple[Vector, Vector]  # by rows
    shift: Vector = (0, 0)


class Definition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of the file of a lattice."""

    name: Name  # of the lattice: small letters, digits and hyphens
    polyforms: Name  # the plural of its shapes, such as ``polykites``
    # The translations from a row to the next, and from a unit cell to the next in its row.
    periods: tuple[Vector, Vector]
    # The corners of each cell of a period, in order around the cell.
    cells: Annotated[tuple[Outline, ...], msgspec.Meta(min_length=1, max_length=24)]
    # The step of each coordinate in a drawing: to the right, and down.
    basis: tuple[tuple[Span, Span], tuple[Span, Span]] = ((1.0, 0.0), (0.0, 1.0))
    # Generators of the symmetries besides translations.
    symmetries: Annotated[tuple[Symmetry, ...], msgspec.Meta(max_length=12)] = ()

    def __repr__(self) -> str:
        return f"<the definition of the {self.name} lattice>"


def read(path: str | Path) -> Definition:
    """Return the definition in a file, or of a shipped lattice by its name."""
    if str(path) in shipped_names():
        return shipped(str(path))
    with found_in(str(path)):
        try:
            return msgspec.toml.decode(text_of(path), type=Definition)
        except (msgspec.DecodeError, RecursionError, ValueError) as error:
            raise ProblemError(f"It does not describe a lattice: {error}.") from error


@cache
def shipped_names() -> tuple[str, ...]:
    """Return the names of the lattices that come with the package as files."""
    return tuple(sorted(path.stem for path in FOLDER.glob(f"*{SUFFIX}")))


@cache
def shipped(name: str) -> Definition:
    """Return the definition of a lattice that comes with the package."""
    return msgspec.toml.decode((FOLDER / f"{name}{SUFFIX}").read_bytes(), type=Definition)
