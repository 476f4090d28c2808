"""Shapes of a user: drawings, lines of coordinates as Craig Kaplan's programs have, addresses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from enumino.errors import ProblemError
from enumino.families.polyforms.columns import BOX, MASKS
from enumino.objects.lattice import SQUARE, Lattice
from enumino.objects.lattices import HEXAGONAL
from enumino.objects.polyform import Polyform
from enumino.objects.region import is_file
from enumino.schema import Column, arrow_schema
from enumino.words import plural, quoted

Shapes = str | Path | Polyform | Iterable[str | Polyform]
DRAWN = frozenset("#./^ ")  # marks that a drawing has, and an address has not


def shapes_of(lattice: Lattice, given: Shapes) -> tuple[str, ...]:
    """Return the addresses of shapes, each once, in their order.

    Parameters
    ----------
    lattice : Lattice
    given : str, path, Polyform or iterable of these
        A file, or a drawing such as ``"#.#/###"``, a line ``x y x y …``, or an address; several
        with commas between them.

    Raises
    ------
    ProblemError
        If one is no shape of the lattice.

    Examples
    --------
    >>> shapes_of(SQUARE, "##/#., 0 0 1 0 1 1, 2b")
    ('7', '2b')
    """
    each = [given] if isinstance(given, str | Path | Polyform) else list(given)
    found = [shape for one in each for shape in _shapes(lattice, one)]
    if not found:
        raise ProblemError("There is no shape: draw one, as in --shape '#.#/###'.")
    return tuple(dict.fromkeys(shape.address for shape in found))


def _shapes(lattice: Lattice, given: str | Path | Polyform) -> Iterator[Polyform]:
    if isinstance(given, Polyform):
        yield Polyform(given.cells, lattice)
        return
    if isinstance(given, Path) or is_file(given):
        texts = _texts_of_file(Path(given))
    else:
        texts = iter(given.split(","))
    for text in texts:
        if text.strip():
            yield _shape(lattice, text)


def _texts_of_file(path: Path) -> Iterator[str]:
    """Yield the shapes of a file: drawings end with an empty line, other shapes with their line."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise ProblemError(f"{path} cannot be read as text: name a file of shapes.") from error
    for block in text.split("\n\n"):
        lines = [line.rstrip() for line in block.split("\n") if line.strip()]
        if any(_coordinates(line) is not None or not DRAWN & {*line.strip()} for line in lines):
            yield from lines
        else:
            yield "\n".join(lines)


def _shape(lattice: Lattice, text: str) -> Polyform:
    """Return the shape of a text: coordinates, a drawing or an address."""
    numbers = _coordinates(text)
    if numbers is None:
        if DRAWN & {*text.strip()} or "\n" in text:
            return Polyform(text.strip("\n"), lattice)
        return Polyform.from_address(text.strip(), lattice)
    if lattice not in (SQUARE, HEXAGONAL):
        raise ProblemError(
            f"Lines of coordinates are for squares and hexagons, not for the {lattice.name} "
            "lattice: draw the shapes."
        )
    if len(numbers) % 2:
        raise ProblemError(
            f"{quoted(text)} has {plural(len(numbers), 'coordinate')}: write x y x y …."
        )
    return Polyform(zip(numbers[1::2], numbers[::2], strict=True), lattice)


def _coordinates(text: str) -> list[int] | None:
    """Return the numbers of a line of coordinates, which may begin with the letter of its grid."""
    words = text.split()
    if words and words[0].isalpha():
        words = words[1:]
    if len(words) < 2:
        return None
    try:
        return [int(word) for word in words]
    except ValueError:
        return None


def attributes(shape: Polyform) -> dict[str, Any]:
    """Return the values of the columns of a shape by name."""
    return {
        **dict(zip(BOX[-len(shape.box) :], shape.box, strict=True)),
        **{name: shape.mask >> 64 * k & 2**64 - 1 for k, name in enumerate(MASKS[:2])},
        "cells": len(shape),
        "symmetry": str(shape.symmetry.name),
        "orbit": shape.symmetry.orbit("free"),
        "perimeter": shape.perimeter,
        "site_perimeter": shape.site_perimeter,
        "holes": shape.holes,
    }


def rows_of_shapes(shapes: Sequence[Polyform], columns: Sequence[Column]) -> pa.RecordBatch:
    """Return shapes as rows of polyforms."""
    plain = arrow_schema(columns, signed=False)
    rows = pa.Table.from_pylist([attributes(shape) for shape in shapes], plain)
    (batch,) = rows.cast(arrow_schema(columns, in_flight=True)).combine_chunks().to_batches()
    return batch
