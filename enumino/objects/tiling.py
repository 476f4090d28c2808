"""Tilings of a region by pieces as values.

They are built from cells, or from a *layout* with one character per piece: each piece covers the
first free cell in reading order, so that the characters alone determine the tiling.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from operator import add, sub
from typing import Any, NamedTuple, Self

from enumino.errors import ProblemError
from enumino.objects import text_drawings
from enumino.objects.board import ASCII_LETTERS, EMPTY_LETTER
from enumino.objects.lattice import SQUARE, Cell
from enumino.objects.pictures import Pictured
from enumino.objects.region import Region
from enumino.words import in_a_line, plural, quoted

# An oriented piece: its name, and offsets from its first cell in reading order.
Choice = tuple[str, tuple[Any, ...]]

MOST_LISTED = 60  # characters of a message that list the letters of pieces
# The character where lines leave a corner, by bits: 0 up, 1 right, 2 down, 3 left. A line never
# ends at a corner alone, so there are none or at least two.
CORNERS = "   └ │┌├ ┘─┴┐┤┬┼"
EMPTY, WALL, NOTHING = -3, -2, -1  # owners of cells without a piece


class Placed(NamedTuple):
    """A placed piece: its name, and its cells in reading order."""

    name: str
    cells: tuple[Any, ...]

    @property
    def offsets(self) -> tuple[Any, ...]:
        """The cells relative to the first one."""
        return tuple([tuple(map(sub, cell, self.cells[0])) for cell in self.cells])


@dataclass(frozen=True, init=False, repr=False)
class Tiling(Pictured):
    """An immutable tiling of a region of any lattice: pieces that do not overlap.

    Parameters
    ----------
    region : Region
    pieces : iterable of (name, cells)
        In any order; they are sorted by their first cells, and messages number them from 1.
    choices : iterable of (name, offsets), optional
        All oriented pieces that the tiling could have, which decide the colours of pictures.
        By default, the pieces that it has.

    Raises
    ------
    ProblemError
        If a piece has no cells or leaves the region, two pieces overlap, or a cell that must be
        covered is not.

    Examples
    --------
    >>> from enumino.objects.lattices import TRIANGULAR
    >>> region = Region.parse("triangle 2", TRIANGULAR)
    >>> print(Tiling(region, [("a", [(0, 0)]), ("b", [(0, 1), (0, 2), (1, 0)])]))
    ABB
     B
    >>> bars = Tiling(Region("2x3"), [("I2", [(0, 0), (1, 0)]), ("V", [(0, 1), (0, 2), (1, 2)]),
    ...                                ("monomino", [(1, 1)])])
    >>> print(bars)
    ┌───┬───────┐
    │   │       │
    │   ├───┐   │
    │   │ · │   │
    └───┴───┴───┘
    >>> len(bars.pieces), bars.piece_at((1, 0))
    (3, Placed(name='I2', cells=((0, 0), (1, 0))))
    """

    region: Region
    pieces: tuple[Placed, ...]  # in the order of their first cells
    choices: Collection[Choice] = field(compare=False)
    _owners: dict[Cell, int] = field(compare=False)  # the index of the piece on each cell

    def __init__(
        self,
        region: Region,
        pieces: Iterable[tuple[str, Iterable[Any]]],
        choices: Collection[Choice] | None = None,
    ) -> None:
        listed = [Placed(name, tuple(sorted(cells))) for name, cells in pieces]
        placed = tuple(sorted(listed, key=lambda piece: piece.cells))
        owners: dict[Cell, int] = {}
        for number, (name, cells) in enumerate(placed, 1):
            if not cells:
                raise ProblemError(f"The piece {quoted(name)} covers no cell.")
            for cell in cells:
                if cell not in region or cell in owners:
                    what = f"is not a cell of {region.name}"
                    if cell in owners:
                        what = f"piece {owners[cell] + 1} covers already"
                    raise ProblemError(f"Piece {number} ({name}) covers {_at(cell)}, which {what}.")
                owners[cell] = number - 1
        free = next((c for c in region.cells if c not in owners and c not in region.optional), None)
        if free is not None:
            raise ProblemError(
                f"The pieces cover {len(owners)} of the {plural(len(region), 'cell')} of "
                f"{region.name}: {_at(free)} is left uncovered."
            )
        if choices is None:
            choices = {(piece.name, piece.offsets) for piece in placed}
        self.__dict__.update(region=region, pieces=placed, choices=choices, _owners=owners)

    @classmethod
    def from_layout(cls, region: Region, layout: str, shapes: Mapping[str, Choice]) -> Self:
        """Return the tiling that a layout describes.

        Parameters
        ----------
        region : Region
        layout : str
            One character per piece; a full stop leaves the first free cell empty.
        shapes : mapping of character to (name, offsets)
            The offsets of the cells of a piece from its first cell.

        Raises
        ------
        ProblemError
            If a character is not in `shapes`, or the pieces do not make a tiling.
        """
        pieces: list[tuple[str, list[Cell]]] = []
        covered: set[Cell] = set()
        free = iter(region.cells)
        for number, letter in enumerate(layout, 1):
            is_empty = letter == EMPTY_LETTER and bool(region.optional)
            if not is_empty and letter not in shapes:
                raise ProblemError(
                    f"Character {number} of the layout is {quoted(letter)}, which is not one of "
                    f"the pieces {in_a_line(' '.join(shapes), MOST_LISTED)}."
                )
            first = next((cell for cell in free if cell not in covered), None)
            if first is None:
                raise ProblemError(
                    f"The layout has {plural(len(layout), 'piece')}, but {number - 1} of them "
                    f"already cover {region.name}."
                )
            if is_empty:
                continue
            name, offsets = shapes[letter]
            piece = [tuple(map(add, first, by)) for by in offsets]
            covered.update(piece)
            pieces.append((name, piece))
        return cls(region, pieces, tuple(shapes.values()))

    def __len__(self) -> int:
        return len(self.pieces)

    def __repr__(self) -> str:
        pieces = [tuple(piece) for piece in self.pieces]
        return f"{type(self).__name__}({self.region!r}, {pieces})"

    @property
    def empty(self) -> tuple[Any, ...]:
        """The cells that stay empty, in reading order."""
        return tuple(sorted(self.region.optional - self._owners.keys()))

    def index_at(self, cell: Cell) -> int | None:
        """Return the index in `pieces` of the piece on a cell, or None."""
        return self._owners.get(cell)

    def piece_at(self, cell: Cell) -> Placed | None:
        """Return the piece that covers a cell, or None outside of the pieces."""
        index = self._owners.get(cell)
        return None if index is None else self.pieces[index]

    def __str__(self) -> str:
        """Return the outlines of pieces of squares, or a letter on each cell of another lattice.

        The letters of neighbouring pieces differ. Layers of cubes are side by side, the lowest
        first.
        """
        if self.region.lattice == SQUARE:
            return _outlines(self)
        lattice, size = self.region.lattice, len(ASCII_LETTERS)
        marks = dict.fromkeys(self.region.optional, text_drawings.NONE)
        for number, (_, cells) in enumerate(self.pieces):
            beside = {marks.get(near) for cell in cells for near in lattice.neighbours(cell)}
            letters = [ASCII_LETTERS[k % size] for k in range(number, number + size)]
            own = next((each for each in letters if each not in beside), letters[0])
            marks |= dict.fromkeys(cells, own)
        return text_drawings.draw(lattice, marks, self.region.box)


def _at(cell: Cell) -> str:
    return ",".join(map(str, cell))


def _outlines(tiling: Tiling) -> str:
    """Return the outlines of the pieces; a cell is three columns wide and one line high.

    Walls are shaded, pieces of one cell have a dot, and cells that stay empty have a plus. A label
    takes the place of these marks; its first three characters are shown.
    """
    region, walls = tiling.region, tiling.region.walls
    labels = dict(zip(region.cells, region.labels, strict=False))
    marks = {k: " · " for k, piece in enumerate(tiling.pieces) if len(piece.cells) == 1}
    marks[EMPTY] = " + "

    def owner(cell: Cell) -> int:
        index = tiling.index_at(cell)
        if index is not None:
            return index
        return WALL if cell in walls else EMPTY if cell in region.optional else NOTHING

    columns = range(-1, region.width + 1)
    rows = [[owner((r, c)) for c in columns] for r in range(-1, region.height + 1)]
    lines = []
    for row, (above, below) in enumerate(pairwise(rows)):
        border = inside = ""
        around = zip(pairwise(above), pairwise(below), strict=True)
        for column, ((corner, up), (left, here)) in enumerate(around):
            ends = (corner != up) | (up != here) << 1 | (here != left) << 2 | (left != corner) << 3
            ground = "░" if here == WALL else " "
            border += (CORNERS[ends] if ends else ground) + ("───" if ends & 2 else 3 * ground)
            label = in_a_line(labels.get((row, column), ""))[:3].center(3)
            mark = marks.get(here, 3 * ground) if label.isspace() else label
            inside += ("│" if ends & 4 else ground) + mark
        # Only the left line of the column behind the last column is drawn.
        lines += [border[:-3].rstrip(), inside[:-3].rstrip()]
    return "\n".join(lines[:-1])
