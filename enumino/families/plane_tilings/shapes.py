"""Given shapes: drawings, lines of coordinates as Craig Kaplan's programs write them, addresses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import Any

from enumino.enum.problem import LEAF, Batch, Expectation, Prefix, no_such_subtree
from enumino.errors import ProblemError
from enumino.families.plane_tilings.columns import records_of
from enumino.families.polyforms.columns import BOX, MASKS, polyform_columns
from enumino.objects.lattice import SQUARE, Lattice
from enumino.objects.lattices import HEXAGONAL
from enumino.objects.polyform import Polyform
from enumino.objects.text_drawings import is_drawing
from enumino.words import plural, quoted

Shapes = str | Polyform | Iterable[str | Polyform]
MOST_CELLS = 64  # of a shape, so that its boards fit into memory
MOST_BITS = 128  # of its mask
NODES_OF_SHAPE = 8  # visited by a listing for each shape
DRAWN = frozenset("#./^ ")  # marks of drawings, which no address has


def addresses_of(lattice: Lattice, given: Shapes) -> tuple[str, ...]:
    """Return the different addresses of shapes, in their order.

    A text is a drawing such as ``"#.#/###"``, a line ``x y x y …``, an address, or several of
    them with commas or blank lines between them. Other texts are a ProblemError.

    >>> addresses_of(SQUARE, "##/#., 0 0 1 0 1 1, 2b")
    ('7', '2b')
    """
    found: list[Polyform] = []
    for each in [given] if isinstance(given, str | Polyform) else given:
        if isinstance(each, Polyform):
            found.append(Polyform(each.cells, lattice))
        else:
            found += [_shape(lattice, text) for text in _texts(lattice, each)]
    if not found:
        raise ProblemError("There is no shape: draw one, as in --shape '#.#/###'.")
    for shape in found:
        _area_of(shape)
    return tuple(dict.fromkeys(shape.address for shape in found))


def _texts(lattice: Lattice, given: str) -> Iterator[str]:
    """Yield the text of each shape.

    A comma or a blank line ends a drawing; the end of a line also ends other shapes.
    """
    for block in re.split(r",|\n(?:[ \t]*\n)+", given):
        lines = [line.rstrip() for line in block.split("\n") if line.strip()]
        drawn = [_coordinates(line) is None and _is_drawn(line) for line in lines]
        if not any(drawn):
            yield from lines
            continue
        for line, is_drawn in zip(lines, drawn, strict=True):
            if not is_drawn and not is_drawing(lattice, line):
                raise ProblemError(
                    f"{quoted(line)} is next to a drawing: leave a blank line between two shapes."
                )
        yield "\n".join(lines)


def _shape(lattice: Lattice, text: str) -> Polyform:
    """Return the shape of a text: coordinates, a drawing or an address."""
    numbers = _coordinates(text)
    if numbers is None:
        if _is_drawn(text) or "\n" in text:
            return Polyform(text.strip("\n"), lattice)
        return Polyform.from_address(text.strip(), lattice)
    if lattice not in (SQUARE, HEXAGONAL):
        raise ProblemError(
            f"Coordinates are for squares and hexagons, not for the {lattice.name} lattice: draw "
            "the shapes."
        )
    if len(numbers) % 2:
        raise ProblemError(
            f"{quoted(text)} has {plural(len(numbers), 'coordinate')}: write x y x y …."
        )
    return Polyform(zip(numbers[1::2], numbers[::2], strict=True), lattice)


def _area_of(shape: Polyform) -> int:
    """Return the area of the box of a shape; a shape that is too large is a ProblemError."""
    area = prod(shape.box)
    if len(shape) > MOST_CELLS or area > MOST_BITS:
        raise ProblemError(
            f"A shape has {plural(len(shape), 'cell')} in a box of {area}: give shapes of up to "
            f"{MOST_CELLS} cells in boxes of up to {MOST_BITS}."
        )
    return area


def _is_drawn(text: str) -> bool:
    """Return whether a text is a drawing; the letters of addresses are small."""
    marks = {*text.strip()}
    return bool(marks & DRAWN) or marks == {"X"}


def _coordinates(text: str) -> list[int] | None:
    """Return the numbers of a line of coordinates; the first word may be the letter of its grid."""
    words = text.split()
    if words and words[0].isalpha():
        words = words[1:]
    try:
        return [int(word) for word in words] if len(words) > 1 else None
    except ValueError:
        return None


class GivenShapes:
    """Shapes instead of a listing: each shape is a child of the root."""

    def __init__(self, lattice: Lattice, shapes: Iterable[Polyform]) -> None:
        self.shapes = [shape.canonical() for shape in shapes]
        self.columns = polyform_columns(lattice, -(-max(map(_area_of, self.shapes)) // 64))

    def _below(self, prefix: Prefix) -> Sequence[Polyform]:
        """Return the shapes of a subtree."""
        if len(prefix) > 1 or not 0 <= sum(prefix) < len(self.shapes):
            raise no_such_subtree(prefix)
        return [self.shapes[prefix[0]]] if prefix else self.shapes

    def branching(self, prefix: Prefix) -> int:
        """Return the number of shapes at the root."""
        return LEAF if self._below(prefix) and prefix else len(self.shapes)

    def probe(self, prefix: Prefix, probes: int, seed: int) -> float:
        """Return the approximate number of nodes of a listing of the shapes."""
        return float(NODES_OF_SHAPE * len(self._below(prefix)))

    def expect(self, nodes: float) -> Expectation:
        """Return the number of shapes."""
        return Expectation(len(self.shapes), round(nodes), 0, 0.0)

    def batches(self, prefixes: Sequence[Prefix], rows: int) -> Iterator[Batch]:
        """Yield the shapes as rows of polyforms."""
        for prefix in prefixes:
            chosen = self._below(prefix)
            for first in range(0, len(chosen), rows):
                some = [attributes(shape) for shape in chosen[first : first + rows]]
                yield Batch(records_of(some, self.columns), NODES_OF_SHAPE * len(some))


def attributes(shape: Polyform) -> dict[str, Any]:
    """Return the values of the columns of a shape by name."""
    return {
        **dict(zip(BOX[-len(shape.box) :], shape.box, strict=True)),
        **{name: shape.mask >> 64 * k & 2**64 - 1 for k, name in enumerate(MASKS)},
        "cells": len(shape),
        "symmetry": str(shape.symmetry.name),
        "orbit": shape.symmetry.orbit("free"),
        "perimeter": shape.perimeter,
        "site_perimeter": shape.site_perimeter,
        "holes": shape.holes,
    }
