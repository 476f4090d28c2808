"""Regions by name or file: boxes, parallelograms, triangles, trapezoids, hexagons, rectangles.

==========  ========================================================================================
square      ``6x10``: rows and columns. King lattices likewise
hexagonal   ``6x10``: a parallelogram of 6 rows of 10. ``triangle 7``; ``trapezoid 4x10``: 4 rows,
            the longest of 10 and each next one shorter by a cell; ``hexagon 3``, or ``hexagon
            9x2x2`` by its sides; ``rectangle 4x7``: each row moved by half a cell, to and fro
triangular  ``4x9``: a parallelogram with sides of 4 and 9 edges. ``triangle 6``, ``trapezoid 4x11``
            by height and longest side, ``hexagon 3`` or ``hexagon 8x2x2``, in edges
cubic       ``3x4x5``: layers, rows and columns
stick       ``5x5``: all edges of 5 rows of 5 squares
==========  ========================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from pathlib import Path

from enumino.arguments import digits, whole
from enumino.errors import ProblemError
from enumino.objects import text_drawings
from enumino.objects.lattice import KING, SQUARE, Lattice
from enumino.objects.lattices import CUBIC, HEXAGONAL, STICK, TRIANGULAR
from enumino.words import LONGEST_PATH, quoted

AnyCell = tuple[int, ...]

# Most cells of a frame of squares: rectangles as large are counted by recurrences, not listed.
MAX_CELLS = 10**8
# Most cells of the box of another region: what a column of pieces can hold.
MAX_SIZE = 65_535
# Most characters of a file: two for each cell that a region may have.
MOST_LETTERS = 200_000_000
_RECTANGLE = re.compile(r"\s*([+-]?\d+)\s*[xX×]\s*([+-]?\d+)\s*")
_NAMED = re.compile(r"([a-zA-Z]*)\s*((?:[+-]?\d+)(?:\s*[xX×]\s*[+-]?\d+)*)")
_BY = re.compile(r"\s*[xX×]\s*")
BOX, TRIANGLE, TRAPEZOID, HEXAGON, RECTANGLE = "", "triangle", "trapezoid", "hexagon", "rectangle"
_SIDES = {TRIANGLE: (1,), TRAPEZOID: (2,), HEXAGON: (1, 3), RECTANGLE: (2,)}
_EXAMPLES = {
    SQUARE: "6x10",
    KING: "6x10",
    CUBIC: "3x4x5",
    STICK: "5x5",
    HEXAGONAL: "4x7, triangle 7, trapezoid 4x10, hexagon 3, hexagon 9x2x2 or rectangle 4x7",
    TRIANGULAR: "4x9, triangle 6, trapezoid 4x11, hexagon 3 or hexagon 8x2x2",
}


def _examples(lattice: Lattice) -> str:
    return _EXAMPLES.get(lattice, "3x4")


def rectangle(text: str) -> tuple[int, int] | None:
    """Return height and width of a text such as ``6x10``, None for other texts."""
    match = _RECTANGLE.fullmatch(text)
    return match and (digits(match[1], "The height"), digits(match[2], "The width"))


def named(lattice: Lattice, text: str) -> Iterator[AnyCell] | None:
    """Return the cells of a region by its name, or None if the text is something else.

    >>> from enumino.objects.lattices import HEXAGONAL
    >>> len(list(named(HEXAGONAL, "hexagon 3")))
    19
    """
    match = _NAMED.fullmatch(text.strip())
    if match is None:
        return None
    shape, sizes = match[1].lower(), [digits(size, "The size") for size in _BY.split(match[2])]
    shapes = _SHAPES.get(lattice, {})
    if shape and shape not in shapes:
        raise ProblemError(
            f"The {lattice.name} lattice has no region {quoted(text.strip())}: write "
            f"{_examples(lattice)}, or draw it."
        )
    if shape and len(sizes) not in _SIDES[shape]:
        numbers = " or ".join(map(str, _SIDES[shape]))
        raise ProblemError(
            f"A {shape} takes {numbers} sizes, and {quoted(text.strip())} has {len(sizes)}: write "
            f"{_examples(lattice)}."
        )
    if not shape:
        return whole_box(lattice, sizes)
    _check(sizes, text)
    return shapes[shape](*sizes)


def whole_box(lattice: Lattice, sizes: Sequence[int]) -> Iterator[AnyCell]:
    """Yield the cells of a box of layers, rows and unit cells; for sticks, of squares."""
    text = "x".join(map(str, sizes))
    if len(sizes) != lattice.dimensions:
        if lattice.dimensions == 3:
            raise ProblemError(
                f"A box of cubes has three sizes, layers, rows and columns, and {text} has "
                f"{len(sizes)}: write 1x{text} for a single layer."
            )
        raise ProblemError(
            f"A region of the {lattice.name} lattice is flat, and {text} has {len(sizes)} sizes: "
            f"write {_examples(lattice)}, or take the cubic lattice."
        )
    _check(sizes, text)
    if lattice == STICK:
        return _grid_of_squares(*sizes)
    *others, last = sizes
    return product(*map(range, others), range(last * lattice.sublattices))


def sizes_of(lattice: Lattice, box: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sizes by which `whole_box` names a box.

    >>> from enumino.objects.lattices import TRIANGULAR
    >>> sizes_of(TRIANGULAR, (4, 18))
    (4, 9)
    """
    *others, last = box
    if lattice == STICK:
        return others[0] - 1, last // 2 - 1
    return (*others, last // lattice.sublattices)


def check_box(box: Sequence[int]) -> None:
    """Raise a ProblemError for a region whose box is too large for tilings."""
    if prod(box) > MAX_SIZE:
        raise ProblemError(
            f"Tilings are found of regions in a box of at most {MAX_SIZE:,} cells, and "
            f"{'x'.join(map(str, box))} has {prod(box):,}: take a smaller one."
        )


def checked_frame(height: int, width: int) -> tuple[int, int]:
    """Return the sizes of a frame of squares; raise a ProblemError for empty and huge ones."""
    height, width = whole(height, "The height of a region"), whole(width, "The width of a region")
    if height < 1 or width < 1:
        raise ProblemError(
            f"A region of {height}x{width} has no cells: it needs at least one row and one column."
        )
    if height * width > MAX_CELLS:
        raise ProblemError(
            f"A region of {height}x{width} has {height * width:,} cells, "
            f"more than the {MAX_CELLS:,} that a region may have."
        )
    return height, width


def is_region(lattice: Lattice, text: str) -> bool:
    """Return whether a text describes a region by itself, instead of naming a file.

    >>> is_region(SQUARE, "..#/..."), is_region(SQUARE, "6x10"), is_region(SQUARE, "no file")
    (True, True, False)
    """
    bare = text.strip()
    if not bare or "\n" in text or bare[0] == "[" or text_drawings.is_region(lattice, text):
        return True
    return rectangle(text) is not None or (_NAMED.fullmatch(text) is not None and not is_file(text))


def is_file(name: str) -> bool:
    """Return whether there is a file of a name, which may be too long or no name at all."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def contents(lattice: Lattice, source: str | Path) -> str:
    """Return the text of a file that should hold a region; refuse one that cannot be read."""
    named = quoted(str(source), LONGEST_PATH)
    try:
        with Path(source).open(encoding="utf-8-sig") as file:
            text = file.read(MOST_LETTERS + 1)
    except FileNotFoundError as error:
        raise ProblemError(
            f"The region {named} is neither a name such as {_examples(lattice)}, nor a drawing, "
            "nor a file."
        ) from error
    except (OSError, ValueError) as error:  # ValueError: not UTF-8, or no name of a file
        reason = error.strerror if isinstance(error, OSError) else "it is not a text file"
        raise ProblemError(f"The region {named} cannot be read: {reason}.") from error
    if len(text) > MOST_LETTERS:
        raise ProblemError(
            f"The region {named} has more than {MOST_LETTERS:,} characters: draw a smaller one, "
            "or write its size, as 6x10."
        )
    return text


def in_a_line(region: list[int] | list[str]) -> str:
    """Return the output of `Region.to_json` in one line.

    >>> in_a_line([6, 10]), in_a_line([".#", ".."])
    ('6x10', '.#/..')
    """
    return ("x" if isinstance(region[0], int) else "/").join(map(str, region))


def _check(sizes: Sequence[int], text: str) -> None:
    if min(sizes) < 1:
        raise ProblemError(f"A region {quoted(text.strip())} has no cells: sizes are at least 1.")
    if prod(sizes) > MAX_SIZE:
        raise ProblemError(
            f"Tilings are found of regions in a box of at most {MAX_SIZE:,} cells: take a smaller "
            f"one than {quoted(text.strip())}."
        )


def _grid_of_squares(height: int, width: int) -> Iterator[AnyCell]:
    for row, column in product(range(height + 1), range(width + 1)):
        if column < width:
            yield row, 2 * column
        if row < height:
            yield row, 2 * column + 1


def _hexes(height: int, width: int, first: int, last: int) -> Iterator[AnyCell]:
    """Return the cells of a parallelogram whose row plus column is from `first` to `last`.

    Their sum numbers the lines of cells along the third direction.
    """
    cells = product(range(height), range(width))
    return (cell for cell in cells if first <= sum(cell) <= last)


def _hex_trapezoid(height: int, width: int) -> Iterator[AnyCell]:
    return _hexes(min(height, width), width, 0, width - 1)


def _hex_hexagon(a: int, b: int | None = None, c: int | None = None) -> Iterator[AnyCell]:
    b, c = b or a, c or a
    return _hexes(b + c - 1, a + b - 1, b - 1, a + b + c - 3)


def _hex_rectangle(height: int, width: int) -> Iterator[AnyCell]:
    return ((r, c - r // 2) for r, c in product(range(height), range(width)))


def _triangles(height: int, width: int, first: int, last: int) -> Iterator[AnyCell]:
    """Return the cells of a parallelogram in strips of the third direction, by their numbers."""
    cells = product(range(height), range(2 * width))
    return ((r, c) for r, c in cells if first <= r + c // 2 + c % 2 <= last)


def _trapezoid_of_triangles(height: int, width: int) -> Iterator[AnyCell]:
    return _triangles(min(height, width), width, 0, width - 1)


def _hexagon_of_triangles(a: int, b: int | None = None, c: int | None = None) -> Iterator[AnyCell]:
    b, c = b or a, c or a
    return _triangles(b + c, a + b, b, a + b + c - 1)


_SHAPES: dict[Lattice, dict[str, Callable[..., Iterator[AnyCell]]]] = {
    HEXAGONAL: {
        TRIANGLE: lambda side: _hex_trapezoid(side, side),
        TRAPEZOID: _hex_trapezoid,
        HEXAGON: _hex_hexagon,
        RECTANGLE: _hex_rectangle,
    },
    TRIANGULAR: {
        TRIANGLE: lambda side: _trapezoid_of_triangles(side, side),
        TRAPEZOID: _trapezoid_of_triangles,
        HEXAGON: _hexagon_of_triangles,
    },
}
