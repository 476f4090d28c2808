"""Polyominoes as values: images, canonical images, symmetry classes, attributes.

Plain Python, small and obviously right. The kernels have fast forms of the same definitions.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from operator import index

from enumino.arguments import pairs_of, whole
from enumino.errors import ProblemError
from enumino.objects import pictures
from enumino.objects.lattice import SQUARE, Cell, Kind, SymmetryClass
from enumino.objects.lattice_text import cells_of_shape
from enumino.words import quoted


class Polyomino:
    """An immutable set of edge-connected unit cells, up to translation.

    Parameters
    ----------
    cells : iterable of (row, column), or str
        Rows grow downwards. Any translate is accepted; the smallest row and column become 0. A text
        is read as by `parse`.

    Raises
    ------
    ProblemError
        If there are no cells, a cell appears twice, or the cells are not connected.

    Examples
    --------
    >>> f = Polyomino([(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)])
    >>> print(f)
    .##
    ##.
    .#.
    >>> f.symmetry, f.orbit, f.perimeter, f.holes
    (<SymmetryClass.NONE: 'none'>, 8, 12, 0)
    """

    __slots__ = ("__dict__", "_cells")
    _cells: tuple[Cell, ...]

    def __init__(self, cells: Iterable[Cell] | str) -> None:
        listed = list(Polyomino.parse(cells)) if isinstance(cells, str) else pairs_of(cells)
        if not listed:
            raise ProblemError("A polyomino needs at least one cell, and none was given.")
        if len(set(listed)) != len(listed):
            twice = next(cell for cell, times in Counter(listed).items() if times > 1)
            raise ProblemError(f"Cell {twice} is given twice: name each cell once.")
        object.__setattr__(self, "_cells", SQUARE.normalised(listed))
        components = len(SQUARE.components(self._cells))
        if components > 1:
            raise ProblemError(
                f"The {len(listed)} cells fall into {components} pieces: "
                "a polyomino must be connected by edges."
            )

    @classmethod
    def from_mask(cls, height: int, width: int, mask: int) -> Polyomino:
        """Return the polyomino whose cell (r, c) is bit ``r * width + c`` of `mask`.

        >>> print(Polyomino.from_mask(2, 2, 0b0111))
        ##
        #.

        Raises
        ------
        ProblemError
            If the mask has a bit outside the box, or what it leaves is no polyomino.
        """
        cells, mask = max(0, height) * max(0, width), index(mask)
        if mask < 0 or mask.bit_length() > cells:
            why = "is negative" if mask < 0 else f"has bit {mask.bit_length() - 1}"
            raise ProblemError(
                f"The mask {why}, and a box of {height}x{width} has {cells} bits, counted from 0: "
                "give the height and width that the mask was made with."
            )
        return cls(divmod(i, width) for i in range(cells) if mask >> i & 1)

    @classmethod
    def parse(cls, text: str) -> Polyomino:
        r"""Read ``[(x, y), …]``, or a drawing: ``#`` or ``X`` is a cell, ``.`` or a space is none.

        A ``/`` ends a line as well.

        In pairs, as the plane is drawn in mathematics, x grows to the right and y upwards.

        >>> print(Polyomino.parse("[(0,0), (1,0), (2,0), (0,1)]"))
        #..
        ###
        >>> Polyomino.parse(".XX\nXX.").symmetry.value
        'rotate'

        Raises
        ------
        ProblemError
            If it is neither, or no polyomino; names the column, and of a drawing the line.
        """
        if text.lstrip().startswith("["):
            return cls([(-y, x) for x, y in _pairs(text)])
        return cls(cells_of_shape(SQUARE, text))  # type: ignore[arg-type]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Polyomino cannot be changed: {name}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polyomino) and self._cells == other._cells

    def __hash__(self) -> int:
        return hash(self._cells)

    def __lt__(self, other: Polyomino) -> bool:
        return (len(self), self.height, self.width, self.mask) < (
            len(other),
            other.height,
            other.width,
            other.mask,
        )

    def __len__(self) -> int:
        return len(self._cells)

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._cells)

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, tuple) and cell in self._set

    def __reduce__(self) -> tuple[type[Polyomino], tuple[tuple[Cell, ...]]]:
        return Polyomino, (self._cells,)

    def __repr__(self) -> str:
        return f"Polyomino({list(self._cells)})"

    def __str__(self) -> str:
        lines = [["."] * self.width for _ in range(self.height)]
        for r, c in self._cells:
            lines[r][c] = "#"
        return "\n".join(map("".join, lines))

    def _repr_svg_(self) -> str:
        return pictures.svg_of(self)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells as (row, column), sorted, smallest row and column 0."""
        return self._cells

    @cached_property
    def _set(self) -> frozenset[Cell]:
        """The cells, to look them up."""
        return frozenset(self._cells)

    @cached_property
    def height(self) -> int:
        """Rows of the bounding box."""
        return max(r for r, _ in self._cells) + 1

    @cached_property
    def width(self) -> int:
        """Columns of the bounding box."""
        return max(c for _, c in self._cells) + 1

    @property
    def box(self) -> tuple[int, int]:
        """Height and width."""
        return self.height, self.width

    @property
    def mask(self) -> int:
        """Bit ``r * width + c`` is set where (r, c) is a cell."""
        bits = bytearray((self.height * self.width + 7) // 8)
        for r, c in self._cells:
            place, bit = divmod(r * self.width + c, 8)
            bits[place] |= 1 << bit
        return int.from_bytes(bits, "little")

    @property
    def coordinates(self) -> str:
        """The cells as ``[(x, y), …]``, x to the right and y upwards from 0: `parse` reads it.

        >>> Polyomino([(0, 0), (1, 0), (1, 1)]).coordinates
        '[(0,0), (0,1), (1,0)]'
        """
        pairs = sorted((c, self.height - 1 - r) for r, c in self._cells)
        return f"[{', '.join(f'({x},{y})' for x, y in pairs)}]"

    def translate(self, down: int, right: int) -> tuple[Cell, ...]:
        """Return the cells, moved from where the smallest row and column are 0.

        >>> Polyomino([(0, 0), (0, 1)]).translate(2, 3)
        ((2, 3), (2, 4))
        """
        return tuple((r + down, c + right) for r, c in self._cells)

    def rotate(self, quarter_turns: int = 1) -> Polyomino:
        """Return the image under quarter turns: clockwise, or the other way if negative.

        >>> print(Polyomino([(0, 0), (0, 1), (0, 2), (1, 0)]).rotate())
        ##
        .#
        .#
        """
        return self.moved(SQUARE.rotations[quarter_turns % 4])

    def reflect(self) -> Polyomino:
        """Return the mirror image, left to right."""
        return self.moved(SQUARE.mirror)

    def moved(self, move: Callable[[int, int], Cell]) -> Polyomino:
        """Return the image under an element of D4, which is as connected: it is not checked.

        >>> Polyomino([(0, 0), (0, 1)]).moved(lambda r, c: (c, r)).cells
        ((0, 0), (1, 0))
        """
        image = Polyomino.__new__(Polyomino)
        object.__setattr__(image, "_cells", SQUARE.normalised(move(r, c) for r, c in self._cells))
        return image

    def dilate(self, factor: int) -> Polyomino:
        """Return the shape with each cell blown up to a square of `factor` by `factor` cells.

        >>> print(Polyomino([(0, 0), (0, 1), (1, 1)]).dilate(2))
        ####
        ####
        ..##
        ..##
        """
        factor = whole(factor, "The factor")
        if factor < 1:
            raise ProblemError(f"A polyomino cannot be dilated by {factor}: the least factor is 1.")
        steps = range(factor)
        return Polyomino(
            (r * factor + i, c * factor + j) for r, c in self._cells for i in steps for j in steps
        )

    def images(self) -> tuple[Polyomino, ...]:
        """The eight images under D4: four rotations, then four reflections."""
        return tuple(self.moved(move) for move in (*SQUARE.rotations, *SQUARE.reflections))

    def canonical(self, kind: Kind = "free") -> Polyomino:
        """The image that represents the class: at least as wide as tall, of the smallest mask.

        >>> print(Polyomino([(0, 0), (1, 0), (2, 0), (2, 1)]).canonical())
        ###
        #..
        """
        if kind == "fixed":
            return self
        images = self.images() if kind == "free" else self.images()[:4]
        return min((p for p in images if p.width >= p.height), key=lambda p: p.mask)

    @cached_property
    def symmetry(self) -> SymmetryClass:
        """Redelmeier's symmetry class."""
        return SymmetryClass.fixed_by(*(self.moved(image) == self for image in SQUARE.images))

    @property
    def orbit(self) -> int:
        """Number of different images under D4."""
        return self.symmetry.orbit("free")

    @property
    def perimeter(self) -> int:
        """Unit edges between a cell and the outside, or a hole."""
        return sum(n not in self._set for cell in self._cells for n in SQUARE.neighbours(cell))

    @property
    def neighbours(self) -> tuple[Cell, ...]:
        """The empty cells that share an edge with the polyomino, sorted."""
        around = {n for cell in self._cells for n in SQUARE.neighbours(cell)}
        return tuple(sorted(around - self._set))

    @property
    def site_perimeter(self) -> int:
        """Number of neighbours."""
        return len(self.neighbours)

    @property
    def holes(self) -> int:
        """Bounded components of the complement under edge adjacency (as in A000104).

        >>> Polyomino([(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 1), (2, 2)]).holes
        1
        """
        box = {(r, c) for r in range(-1, self.height + 1) for c in range(-1, self.width + 1)}
        return len(SQUARE.components(box - self._set)) - 1


_PAIR = re.compile(r"\s*\(\s*([+-]?\d{1,9})\s*,\s*([+-]?\d{1,9})\s*\)\s*(,|(?=\]))")
_END = re.compile(r"\s*\]\Z")


def _pairs(text: str) -> Iterator[tuple[int, int]]:
    """The pairs of ``[(x, y), …]``, one after the other."""
    text = text.strip()
    end = 1
    while not _END.match(text, end):
        pair = _PAIR.match(text, end)
        if pair is None:
            raise ProblemError(
                f"{quoted(text)} cannot be read from column {end + 1} on: write [(0,0), (1,0), …]."
            )
        yield int(pair[1]), int(pair[2])
        end = pair.end()
