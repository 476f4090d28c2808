"""Regions by name: boxes of a lattice, triangles, and hexagons.

==========  ========================================================================================
square      ``6x10``: rows and columns. King lattices likewise
hexagonal   ``6x10``: a parallelogram of 6 rows of 10. ``triangle 7`` and ``hexagon 3`` by the cells
            of a side, ``hexagon 2x3x4`` by those of three
triangular  ``4x9``: a parallelogram with sides of 4 and 9 edges; ``triangle 6``, ``hexagon 3`` and
            ``hexagon 2x3x4`` by the edges of their sides
cubic       ``3x4x5``: layers, rows and columns
stick       ``5x5``: all edges of 5 rows of 5 squares
==========  ========================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from enumino.arguments import digits
from enumino.errors import ProblemError
from enumino.objects.lattice import KING, SQUARE, Lattice
from enumino.objects.lattices import CUBIC, HEXAGONAL, STICK, TRIANGULAR
from enumino.objects.text_drawings import MAX_CELLS
from enumino.words import quoted

AnyCell = tuple[int, ...]

NAMED = re.compile(r"\s*([a-zA-Z]*)\s*([+-]?\d+(?:\s*[xX×]\s*[+-]?\d+)*)\s*")
_EXAMPLES = {
    SQUARE: "6x10",
    KING: "6x10",
    CUBIC: "3x4x5",
    STICK: "5x5",
    HEXAGONAL: "4x7, triangle 7, hexagon 3 or hexagon 2x3x4",
    TRIANGULAR: "4x9, triangle 6, hexagon 3 or hexagon 2x3x4",
}


def examples(lattice: Lattice) -> str:
    """Return names of regions of a lattice, for messages."""
    return _EXAMPLES.get(lattice, "3x4")


def sizes_in(lattice: Lattice, text: str) -> tuple[str, list[int]] | None:
    """Return the word and the sizes in the name of a region; None for another text.

    >>> sizes_in(SQUARE, "6x10"), sizes_in(HEXAGONAL, "hexagon 3"), sizes_in(SQUARE, "##")
    (('', [6, 10]), ('hexagon', [3]), None)
    """
    match = NAMED.fullmatch(text)
    if match is None:
        return None
    word, sizes = (
        match[1].lower(),
        [digits(n.strip(), "A size") for n in re.split("[xX×]", match[2])],
    )
    allowed: dict[str, tuple[int, ...]] = {"": (lattice.dimensions,)}
    if lattice in (HEXAGONAL, TRIANGULAR):
        allowed |= {"triangle": (1,), "hexagon": (1, 3)}
    if len(sizes) not in allowed.get(word, ()):
        raise ProblemError(
            f"The {lattice.name} lattice has no region {quoted(text.strip())}: write "
            f"{examples(lattice)}, draw the region, or choose another lattice."
        )
    return word, sizes


def cells_named(lattice: Lattice, word: str, sizes: Sequence[int]) -> Iterator[AnyCell]:
    """Yield the cells of a region by the word and the sizes of its name.

    >>> len(list(cells_named(HEXAGONAL, "hexagon", [3])))
    19
    """
    if min(sizes) < 1:
        name = f"{word} {'x'.join(map(str, sizes))}".strip()
        raise ProblemError(f"A region {quoted(name)} has no cells: sizes are at least 1.")
    check_box(sizes)
    if word == "triangle":
        return _parallelogram(lattice, sizes[0], sizes[0], 0, sizes[0] - 1)
    if word == "hexagon":
        a, b, c = sizes if len(sizes) == 3 else [sizes[0]] * 3
        shared = lattice == HEXAGONAL  # cells at the corners belong to two sides
        last = a + b + c - 1 - 2 * shared
        return _parallelogram(lattice, b + c - shared, a + b - shared, b - shared, last)
    if lattice == STICK:
        return _edges(*sizes)
    *others, columns = sizes
    return product(*map(range, others), range(columns * lattice.sublattices))


def _parallelogram(
    lattice: Lattice, height: int, width: int, first: int, last: int
) -> Iterator[AnyCell]:
    """Yield the cells of a parallelogram in strips of the third direction, by their numbers."""
    in_unit = lattice.sublattices
    for r, c in product(range(height), range(in_unit * width)):
        if first <= r + c // in_unit + c % in_unit <= last:
            yield r, c


def _edges(height: int, width: int) -> Iterator[AnyCell]:
    """Yield the edges of rows of squares."""
    for row, column in product(range(height + 1), range(width + 1)):
        if column < width:
            yield row, 2 * column
        if row < height:
            yield row, 2 * column + 1


def sizes_of(lattice: Lattice, box: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sizes by which a box of cells is named.

    >>> sizes_of(TRIANGULAR, (4, 18))
    (4, 9)
    """
    *others, last = box
    if lattice == STICK:
        return others[0] - 1, last // 2 - 1
    return (*others, last // lattice.sublattices)


def check_box(box: Sequence[int]) -> None:
    """Raise a ProblemError for a box that is too large for tilings."""
    if prod(box) > MAX_CELLS:
        raise ProblemError(
            f"Regions other than rectangles have a box of at most {MAX_CELLS:,} cells, and "
            f"{'x'.join(map(str, box))} has {prod(box):,}: take a smaller one."
        )
