"""Definitions of lattices in two to four dimensions, and the files that hold them.

A file in TOML gives the corners of the cells of a period in whole coordinates, a translation for
each dimension, and generators of the symmetries; `enumino.objects.lattice_derivation` makes a
lattice of it.
"""

from __future__ import annotations

import re
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from enumino.errors import ProblemError
from enumino.published import TOTAL
from enumino.words import quoted

FOLDER = Path(__file__).parent / "lattice_files"
SUFFIX = ".toml"
LARGEST = 1 << 20  # bytes of a file

Coordinate = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
Vector = Annotated[tuple[Coordinate, ...], msgspec.Meta(min_length=2, max_length=4)]
Vectors = Annotated[tuple[Vector, ...], msgspec.Meta(min_length=2, max_length=4)]
Outline = Annotated[tuple[Vector, ...], msgspec.Meta(min_length=2, max_length=32)]
Span = Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)]
Basis = Annotated[tuple[tuple[Span, Span], ...], msgspec.Meta(min_length=2, max_length=3)]
Shared = Annotated[int, msgspec.Meta(ge=1, le=32)]
Name = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9-]{0,39}$")]
CLASS_NAME = re.compile("[A-Za-z0-9'*]{1,12}")
ClassName = Annotated[str, msgspec.Meta(pattern=f"^{CLASS_NAME.pattern}$")]


class Symmetry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A symmetry of the lattice: the matrix times a point, and the shift."""

    matrix: Vectors  # by rows
    shift: Vector = (0, 0)  # zeros stand for none in any dimension


class Definition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of the file of a lattice."""

    name: Name  # of the lattice: small letters, digits and hyphens
    polyforms: Name  # the plural of its shapes, such as ``polykites``
    # The translations from a layer and from a row to the next, and from a unit cell to the next in
    # a row.
    periods: Vectors
    # The corners of each cell of a period; of polygons, in order around them.
    cells: Annotated[tuple[Outline, ...], msgspec.Meta(min_length=1, max_length=24)]
    # How far a step of each coordinate goes in a drawing: to the right, and down.
    basis: Basis = ((1.0, 0.0), (0.0, 1.0))
    # Generators of the symmetries besides translations.
    symmetries: Annotated[tuple[Symmetry, ...], msgspec.Meta(max_length=12)] = ()
    # Where cells meet that are neighbours; in space, how many corners they share at least.
    connect: Literal["sides", "corners"] | Shared = "sides"
    # The number of cells that each of the `cells` counts as, where they overlap.
    sizes: tuple[Annotated[int, msgspec.Meta(ge=1, le=12)], ...] = ()
    # Names of the symmetry classes in the order of `PointGroup.classes`.
    classes: tuple[ClassName, ...] = ()

    def __post_init__(self) -> None:
        dimensions = len(self.periods)
        vectors = [*self.periods, *(corner for cell in self.cells for corner in cell)]
        for each in self.symmetries:
            if len(each.matrix) != dimensions:
                raise ValueError(
                    f"a matrix has {len(each.matrix)} rows beside {dimensions} periods"
                )
            vectors += [*each.matrix, *([each.shift] if any(each.shift) else [])]
        for vector in vectors:
            if len(vector) != dimensions:
                raise ValueError(f"{list(vector)} is a vector beside {dimensions} periods")
        if len(self.basis) not in (2, dimensions):
            raise ValueError(f"the basis has {len(self.basis)} steps beside {dimensions} periods")
        if not all(isfinite(k) for step in self.basis for k in step):
            raise ValueError("the basis has a step that is not a number")
        twice = next((name for name in self.classes if self.classes.count(name) > 1), None)
        if twice is not None or TOTAL in self.classes:
            raise ValueError(
                f"classes have different names, and none is {TOTAL}: {twice or TOTAL} is no name"
            )
        if isinstance(self.connect, int) != (dimensions > 2):
            asked = "a number of corners in space" if dimensions > 2 else '"sides" or "corners"'
            raise ValueError(f"connect has to be {asked} with {dimensions} periods")
        if self.sizes and dimensions > 2:
            raise ValueError("cells have sizes in the plane only")

    def __repr__(self) -> str:
        return f"<the definition of the {self.name} lattice>"


def read(path: str | Path) -> Definition:
    """Return the definition in a file, or that of a shipped lattice by its name."""
    if str(path) in shipped_names():
        return shipped(str(path))
    try:
        with Path(path).open("rb") as file:
            contents = file.read(LARGEST + 1)
    except OSError as error:
        raise ProblemError(
            f"The lattice {quoted(str(path))} cannot be read ({error.strerror or error}): name a "
            f"file, or one of {', '.join(shipped_names())}."
        ) from error
    if len(contents) > LARGEST:
        raise ProblemError(
            f"The file {quoted(str(path))} has more than {LARGEST:,} bytes: a lattice needs far "
            "fewer."
        )
    try:
        return msgspec.toml.decode(contents, type=Definition)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProblemError(
            f"The file {quoted(str(path))} does not describe a lattice: {error}."
        ) from error


@cache
def shipped_names() -> tuple[str, ...]:
    """Return the names of the lattices that come with the package as files.

    >>> "kite" in shipped_names()
    True
    """
    return tuple(sorted(path.stem for path in FOLDER.glob(f"*{SUFFIX}")))


def is_shipped(definition: Definition) -> bool:
    """Return whether a definition is that of the shipped lattice of its name."""
    name = definition.name
    return name in shipped_names() and definition == shipped(name)


def written(definition: Definition) -> dict[str, Any]:
    """Return a definition as JSON values."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(definition))
    return found


def file_of(definition: Definition) -> str:
    """Return the name of a shipped lattice, or that of the file that another one may be in."""
    return definition.name if is_shipped(definition) else f"{definition.name}{SUFFIX}"


@cache
def shipped(name: str) -> Definition:
    """Return the definition of a lattice that comes with the package."""
    return msgspec.toml.decode((FOLDER / f"{name}{SUFFIX}").read_bytes(), type=Definition)
