"""Shapes of a user: drawings, lines of coordinates as Craig Kaplan's programs have, addresses."""

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
from enumino.schema import Column
from enumino.words import plural, quoted

Shapes = str | Polyform | Iterable[str | Polyform]
MOST_CELLS = 64  # of a shape, so that its boards fit into memory
MOST_BITS = 128  # of its mask
NODES_OF_SHAPE = 8  # that a listing visits for one
DRAWN = frozenset("#./^ ")  # marks that a drawing has, and an address has not


def addresses_of(lattice: Lattice, given: Shapes) -> tuple[str, ...]:
    """Return the addresses of shapes, each once, in their order.

    Parameters
    ----------
    lattice : Lattice
    given : str, Polyform or iterable of these
        A drawing such as ``"#.#/###"``, a line ``x y x y …``, or an address; several with commas or
        blank lines between them.

    Raises
    ------
    ProblemError
        If one is no shape of the lattice.

    Examples
    --------
    >>> addresses_of(SQUARE, "##/#., 0 0 1 0 1 1, 2b")
    ('7', '2b')
    """
    each = [given] if isinstance(given, str | Polyform) else list(given)
    found = [shape for one in each for shape in _shapes(lattice, one)]
    if not found:
        raise ProblemError("There is no shape: draw one, as in --shape '#.#/###'.")
    for shape in found:
        _area_of(shape)
    return tuple(dict.fromkeys(shape.address for shape in found))


def _shapes(lattice: Lattice, given: str | Polyform) -> Iterator[Polyform]:
    if isinstance(given, Polyform):
        yield Polyform(given.cells, lattice)
        return
    for text in _texts(lattice, given):
        yield _shape(lattice, text)


def _texts(lattice: Lattice, given: str) -> Iterator[str]:
    """Yield the text of each shape: drawings end with a blank line, other shapes with their line.

    A comma ends both.
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
                    f"{quoted(line)} is right above or below a drawing: leave a blank line between "
                    "two shapes."
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
            f"Lines of coordinates are for squares and hexagons, not for the {lattice.name} "
            "lattice: draw the shapes."
        )
    if len(numbers) % 2:
        raise ProblemError(
            f"{quoted(text)} has {plural(len(numbers), 'coordinate')}: write x y x y …."
        )
    return Polyform(zip(numbers[1::2], numbers[::2], strict=True), lattice)


def _area_of(shape: Polyform) -> int:
    """Return the area of the box of a shape, which must not be too large."""
    area = prod(shape.box)
    if len(shape) > MOST_CELLS or area > MOST_BITS:
        raise ProblemError(
            f"A shape has {plural(len(shape), 'cell')} in a box of {area}: shapes of up to "
            f"{MOST_CELLS} cells in boxes of up to {MOST_BITS} can be decided."
        )
    return area


def _is_drawn(text: str) -> bool:
    """Return whether a text is no address: these are printed in small letters."""
    marks = {*text.strip()}
    return bool(marks & DRAWN) or marks == {"X"}


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


class GivenShapes:
    """Shapes in the place of a listing: each is a child of the root.

    Raises
    ------
    ProblemError
        If one is too large.
    """

    def __init__(
        self,
        lattice: Lattice,
        shapes: Iterable[Polyform],
        columns: tuple[Column, ...] | None = None,
    ) -> None:
        self.shapes = [shape.canonical() for shape in shapes]
        areas = [_area_of(shape) for shape in self.shapes]
        self.columns = columns or polyform_columns(lattice, -(-max(areas) // 64))

    def _below(self, prefix: Prefix) -> Sequence[Polyform]:
        """Return the shapes of a subtree."""
        if len(prefix) > 1 or not 0 <= sum(prefix) < len(self.shapes):
            raise no_such_subtree(prefix)
        return [self.shapes[prefix[0]]] if prefix else self.shapes

    def branching(self, prefix: Prefix) -> int:
        """Return the number of shapes at the root."""
        return LEAF if self._below(prefix) and prefix else len(self.shapes)

    def probe(self, prefix: Prefix, probes: int, seed: int) -> float:
        """Return the nodes that a listing would visit for the shapes."""
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
