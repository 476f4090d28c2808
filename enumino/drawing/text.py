"""Pictures for terminals: polyforms, and tilings as outlines of their pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from enumino.objects.lattice import KING, SQUARE, Cell
from enumino.objects.lattices import CUBIC
from enumino.objects.polyform import Polyform
from enumino.objects.region import Region
from enumino.objects.tiling import Tiling

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

# The character where lines leave a corner, by bits: 0 up, 1 right, 2 down, 3 left. There are at
# least two lines, since a line never ends at a corner alone.
CORNERS = "   └ │┌├ ┘─┴┐┤┬┼"
EMPTY, WALL, NOTHING = -3, -2, -1  # where no piece lies


def polyform_text(polyform: Polyform) -> str:
    """Return a polyform in characters.

    Squares are half blocks, two rows of cells a line. Shapes of other lattices are drawn as they
    are read: see `enumino.objects.text_drawings`.

    >>> print(polyform_text(Polyform([(0, 0), (0, 1), (1, 1), (2, 1)], SQUARE)))
    ▀█
     ▀
    """
    if polyform.lattice not in (SQUARE, KING):
        return str(polyform)
    cells = set(polyform.cells)
    height, width = polyform.box
    lines = (
        "".join(" ▀▄█"[((r, c) in cells) + 2 * ((r + 1, c) in cells)] for c in range(width))
        for r in range(0, height, 2)
    )
    return "\n".join(line.rstrip() for line in lines)


def outlines(tiling: Tiling) -> str:
    """Return the outlines of the pieces, cells about square: three columns wide, one line high.

    Walls are shaded, pieces of one cell have a dot in the middle, and cells that stay empty a plus.

    >>> print(outlines(Tiling(Region("1x3"), [("I2", [(0, 0), (0, 1)]), ("O", [(0, 2)])])))
    ┌───────┬───┐
    │       │ · │
    └───────┴───┘
    """
    region = tiling.region
    walls, width = drawn_walls(region), region.width
    marks = {i: " · " for i, piece in enumerate(tiling.pieces) if len(piece.cells) == 1}
    marks[EMPTY] = " + "

    def owners(r: int) -> list[int]:
        """Return the indices of the pieces in a row and beside it, or marks of other cells."""
        row = [(r, c) for c in range(-1, width + 1)]
        found = [(tiling.index_at(cell), cell) for cell in row]
        return [unowned(cell) if i is None else i for i, cell in found]

    def unowned(cell: Cell) -> int:
        return WALL if cell in walls else EMPTY if cell in region.optional else NOTHING

    lines = []
    above = owners(-1)
    for r in range(region.height + 1):
        border: list[str] = []
        inside: list[str] = []
        below = owners(r)
        for (up_left, up_right), (left, here) in zip(pairwise(above), pairwise(below), strict=True):
            ends = (
                (up_left != up_right)
                | (up_right != here) << 1
                | (here != left) << 2
                | (left != up_left) << 3
            )
            ground = "░" if here == WALL else " "  # where there is no line, both sides are alike
            border += CORNERS[ends] if ends else ground, "───" if ends & 2 else 3 * ground
            inside += "│" if ends & 4 else ground, marks.get(here, 3 * ground)
        # Of the column behind the last one, only the line before it is drawn.
        lines += ["".join(border[:-1]).rstrip(), "".join(inside[:-1]).rstrip()]
        above = below
    return "\n".join(lines[:-1])


def drawn_walls(region: Region) -> frozenset[Any]:
    """Return the cells drawn as walls: those missing from a board.

    A region of squares or cubes that lacks up to a sixth of its frame is seen as a board with cells
    missing. Otherwise the frame is only a box around a figure.
    """
    is_board = region.lattice in (SQUARE, KING, CUBIC) and 6 * len(region) >= 5 * region.area
    return region.lacking if is_board else frozenset()


def numbers(board: npt.NDArray[np.int32]) -> str:
    r"""Return a numbered board as text in right-aligned columns, a dot for 0.

    >>> import numpy as np
    >>> print(numbers(np.array([[10, 10], [10, 0]])))
    10 10
    10  .
    """
    digits = len(str(board.max()))
    return "\n".join(
        " ".join((str(number) if number else ".").rjust(digits) for number in row)
        for row in board.tolist()
    )


def rows_abreast(pictures: Iterable[str], columns: int, gap: int = 3) -> Iterator[str]:
    r"""Yield text pictures in rows of at most `columns` characters, each as soon as it is full.

    >>> list(rows_abreast(["ab\nc", "d", "efg"], columns=8, gap=2))
    ['ab  d\nc', 'efg']
    """
    row: list[list[str]] = []
    used = 0
    for picture in pictures:
        lines = picture.split("\n")
        width = max(map(len, lines))
        if row and used + gap + width > columns:
            yield _abreast(row, gap)
            row = []
        used = used + gap + width if row else width
        row.append(lines)
    if row:
        yield _abreast(row, gap)


def _abreast(pictures: Sequence[list[str]], gap: int) -> str:
    height = max(map(len, pictures))
    widths = [max(map(len, lines)) for lines in pictures]
    out = []
    for i in range(height):
        cells = [
            (lines[i] if i < len(lines) else "").ljust(width)
            for lines, width in zip(pictures, widths, strict=True)
        ]
        out.append((" " * gap).join(cells).rstrip())
    return "\n".join(out)
