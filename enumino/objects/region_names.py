"""Names of regions: sizes, and words for the shapes of a lattice.

==========  ========================================================================================
lattice     names of regions
==========  ========================================================================================
square      ``6x10``: rows and columns; ``square 8``: 8x8; ``aztec 4``: the Aztec diamond with 4
            rows on each side of the middle. King lattices likewise
hexagonal   ``6x10``: a parallelogram of 6 rows of 10 cells; ``triangle 7``, ``hexagon 3`` and
            ``hexagon 2x3x4``, with the cells per side
triangular  ``4x9``: a parallelogram with sides of 4 and 9 edges; ``triangle 6``, ``hexagon 3`` and
            ``hexagon 2x3x4``, with the edges per side
cubic       ``3x4x5``: layers, rows and columns; ``cube 3``: 3x3x3
stick       ``5x5``: all edges of 5 rows of 5 squares
==========  ========================================================================================
"""

from collections.abc import Sequence
from itertools import product
from math import prod
from string import ascii_letters

from enumino.arguments import sides_of
from enumino.errors import ProblemError
from enumino.objects.lattice import KING, SQUARE, Cell, Lattice
from enumino.objects.lattices import CUBIC, HEXAGONAL, STICK, TRIANGULAR
from enumino.objects.text_drawings import check_box
from enumino.words import quoted

MOST_REGIONS = 10_000  # at once
SIDES = {"square": 2, "cube": 3}  # number of equal sides
EXAMPLES = {
    SQUARE: "6x10 or aztec 4",
    KING: "6x10 or aztec 4",
    CUBIC: "3x4x5",
    STICK: "5x5",
    HEXAGONAL: "4x7, triangle 7, hexagon 3 or hexagon 2x3x4",
    TRIANGULAR: "4x9, triangle 6, hexagon 3 or hexagon 2x3x4",
}


def _as_written(text: str) -> tuple[str, tuple[int, ...]] | None:
    """Return the word, such as ``square``, and the sizes in a text, or None."""
    sizes = text.strip().lstrip(ascii_letters)
    found = sides_of(sizes)
    return (text.strip().removesuffix(sizes).lower(), found) if found else None


def named(text: str, lattice: Lattice) -> tuple[str, tuple[int, ...]] | None:
    """Return the word, which may be empty, and the sizes of a region's name, or None."""
    if (found := _as_written(text)) is None:
        return None
    word, sizes = found
    if word in SIDES and len(sizes) == 1:
        word, sizes = "", sizes * SIDES[word]
    allowed: dict[str, tuple[int, ...]] = {"": (lattice.dimensions,)}
    if lattice in (HEXAGONAL, TRIANGULAR):
        allowed |= {"triangle": (1,), "hexagon": (1, 3)}
    if lattice in (SQUARE, KING):
        allowed["aztec"] = (1,)
    if len(sizes) not in allowed.get(word, ()):
        raise ProblemError(
            f"The {lattice.name} lattice has no region {quoted(text.strip())}: write "
            f"{EXAMPLES.get(lattice, '3x4')}, draw the region, or choose another lattice"
            f"{' (--lattice cubic has boxes)' if len(sizes) == CUBIC.dimensions else ''}."
        )
    return word, sizes


def names_between(text: str) -> list[str]:
    """Return the names in a range, or none if the text is not a range."""
    first, dots, last = text.partition("..")
    if not dots or (low := _as_written(first)) is None or (high := _as_written(last)) is None:
        return []
    (word, lowest), (other, highest) = low, high
    if other not in (word, "") or len(lowest) != len(highest):
        raise ProblemError(
            f"{quoted(text)} is not a range of regions: write two sizes, as in 2x2..8x8, or "
            "square 1..8."
        )
    ranges = [range(a, b + 1) for a, b in zip(lowest, highest, strict=True)]
    if not 0 < (number := prod(map(len, ranges))) <= MOST_REGIONS:
        raise ProblemError(
            f"There are {number:,} regions in {quoted(text)}: write the smaller one first, as "
            f"in 2x2..8x8, and at most {MOST_REGIONS:,} at once."
        )
    return [f"{word} {'x'.join(map(str, each))}".strip() for each in product(*ranges)]


def cells_named(lattice: Lattice, word: str, sizes: Sequence[int]) -> list[Cell]:
    """Return the cells of a triangle, hexagon or diamond, or the sticks of rows of squares."""
    in_unit = lattice.sublattices
    if lattice == STICK:
        height, width = sizes[0] + 1, sizes[1] + 1
    elif word == "aztec":
        height = width = 2 * sizes[0]
    elif word == "triangle":
        height = width = sizes[0]
        first, last = 0, sizes[0] - 1
    else:  # a hexagon; its corner cells belong to two sides, corner triangles to one side
        a, b, c = sizes if len(sizes) == 3 else [sizes[0]] * 3
        shared = lattice == HEXAGONAL
        height, width = b + c - shared, a + b - shared
        first, last = b - shared, a + b + c - 1 - 2 * shared

    def is_inside(row: int, column: int) -> bool:
        unit, number = divmod(column, in_unit)
        if lattice == STICK:
            return row + number < height and unit + 1 - number < width
        if word == "aztec":
            return abs(2 * row + 1 - height) + abs(2 * column + 1 - width) <= width
        # The cells of a parallelogram between two strips of the third direction.
        return first <= row + unit + number <= last

    check_box((height, in_unit * width))
    box = product(range(height), range(in_unit * width))
    return [(row, column) for row, column in box if is_inside(row, column)]
