"""Regions as values: the cells that tilings cover, in a frame of rows and columns.

Plain Python; NumPy is imported where arrays are asked for. A region remembers the smaller of two
sets, its free cells or the cells that the frame lacks, so that a board of millions of cells with
one cell missing costs nothing before its cells are asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from enumino.arguments import check_inside, pairs_of, whole
from enumino.errors import ProblemError
from enumino.objects import pictures, region_text
from enumino.objects.frames import checked_frame, each_once
from enumino.objects.isometry import Isometry
from enumino.objects.lattice import SQUARE, Cell, Lattice, SymmetryClass
from enumino.objects.polyform import Polyform, Polyomino
from enumino.objects.region_text import FREE, WALL
from enumino.words import plural, quoted

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Region:
    r"""An immutable set of cells in a frame of ``height`` rows and ``width`` columns.

    The cells need not be connected, and the frame is kept as given. Cells are numbered in
    row-major order.

    Parameters
    ----------
    cells : iterable of (row, column), or str
        The free cells. Rows grow downwards from 0. A text is read as by `parse`.
    height, width : int, optional
        The frame of cells; by default just large enough.

    Raises
    ------
    ProblemError
        If there is no cell, a cell appears twice or lies outside the frame, or the frame has more
        than 10**8 cells.

    Examples
    --------
    >>> region = Region.parse("..#\n...")
    >>> len(region), (0, 2) in region, region.name, region.symmetry.value
    (5, False, 'a region of 5 cells in 2x3', 'none')
    >>> Region.rectangle(6, 10).name
    '6x10'
    """

    __slots__ = ("__dict__", "_few", "_few_are_free", "_height", "_width")
    _height: int
    _width: int
    _few: frozenset[Cell]  # the smaller of the free cells and the others
    _few_are_free: bool

    def __init__(
        self, cells: Iterable[Cell] | str, height: int | None = None, width: int | None = None
    ) -> None:
        if isinstance(cells, str):
            if height is not None or width is not None:
                raise ProblemError("A text tells the frame as well: leave out height and width.")
            self._fill(*Region.parse(cells)._key())
            return
        listed = pairs_of(cells)
        free = each_once(listed, "is given twice: name each cell once")
        if not free:
            raise ProblemError("A region needs at least one free cell, and none was given.")
        if height is None:
            height = max(1, *(r + 1 for r, _ in free))
        if width is None:
            width = max(1, *(c + 1 for _, c in free))
        height, width = checked_frame(height, width)
        for cell in listed:
            check_inside(cell, height, width)
        self._fill(height, width, free, are_free=True)

    def _fill(self, height: int, width: int, cells: frozenset[Cell], are_free: bool) -> None:
        if 2 * len(cells) + (not are_free) > height * width:  # of two halves, keep the free cells
            cells = frozenset(c for c in product(range(height), range(width)) if c not in cells)
            are_free = not are_free
        if not cells and are_free:
            raise ProblemError(f"No free cell is left of the {height}x{width} region.")
        for name, value in (
            ("_height", height),
            ("_width", width),
            ("_few", cells),
            ("_few_are_free", are_free),
        ):
            object.__setattr__(self, name, value)

    @classmethod
    def _made(cls, height: int, width: int, cells: frozenset[Cell], are_free: bool) -> Region:
        region = cls.__new__(cls)
        region._fill(height, width, cells, are_free)
        return region

    @classmethod
    def rectangle(cls, height: int, width: int) -> Region:
        """Return the full rectangle of `height` rows and `width` columns.

        >>> Region.rectangle(1000, 1001).symmetry.value
        'axis2'
        """
        return cls._made(*checked_frame(height, width), frozenset(), are_free=False)

    @classmethod
    def of(cls, polyomino: Polyform) -> Region:
        """Return the cells of a polyomino, in its bounding box."""
        return cls(polyomino.cells, *polyomino.box)

    @classmethod
    def parse(cls, text: str) -> Region:
        r"""Read ``6x10``, a drawing, or the cells of a polyomino, ``[(x, y), …]``.

        In a drawing ``.`` is a free cell, ``#`` or a space is none; or, as polyominoes are drawn,
        ``X`` is a free cell and ``.`` is none. Its lines may differ in length. Blank lines before
        and after it are dropped.

        >>> Region.parse("6 x 10") == Region.rectangle(6, 10)
        True
        >>> Region.parse("..\n.#\n").cells == Region.parse("XX\nX.").cells
        True
        >>> Region.parse("[(0,0), (0,1), (1,1)]").cells
        ((0, 0), (0, 1), (1, 0))

        Raises
        ------
        ProblemError
            If it is neither; names the line, the column and the character.
        """
        rectangle = region_text.rectangle(text)
        if rectangle:
            return cls.rectangle(*rectangle)
        if text.lstrip().startswith("["):
            return cls.of(Polyomino.parse(text))
        drawn = region_text.drawing(text)
        frame = checked_frame(drawn.height, drawn.width)
        return cls._made(*frame, frozenset(drawn.few), drawn.few_are_free)

    @classmethod
    def read(cls, source: str | Path) -> Region:
        """Return the region that a text shows, as in `parse`, or the file of that name.

        Raises
        ------
        ProblemError
            If it is neither, or the file cannot be read.
        """
        if isinstance(source, str) and region_text.is_region(source):
            return cls.parse(source)
        text = region_text.contents(source)
        try:
            return cls.parse(text)
        except ProblemError as error:
            raise ProblemError(f"{source}: {error}") from error

    @classmethod
    def from_json(cls, value: object) -> Region:
        """Return the region that `to_json` wrote.

        >>> Region.from_json([6, 10]).name, Region.from_json([".#", ".."]).name
        ('6x10', 'a region of 3 cells in 2x2')
        """
        if isinstance(value, list | tuple) and value:
            if len(value) == 2 and all(type(side) is int for side in value):
                return cls.rectangle(value[0], value[1])
            if all(isinstance(line, str) for line in value):
                return cls.parse("\n".join(value))
        raise ProblemError(
            f"{quoted(value)} is no region: [height, width], or a list of drawn lines."
        )

    def to_json(self) -> list[int] | list[str]:
        """Return ``[height, width]`` of a full rectangle, or else the lines of the drawing."""
        return [self._height, self._width] if self.is_rectangle else str(self).split("\n")

    def without(self, cells: Iterable[Cell]) -> Region:
        """Return the region without some of its cells, in the same frame.

        >>> print(Region.rectangle(2, 3).without([(0, 2)]))
        ..#
        ...
        >>> Region.rectangle(8, 8).without([(8, 3)])
        Traceback (most recent call last):
        enumino.errors.ProblemError: 8,3 is outside the 8x8 board: rows and columns go from 0 to 7.
        """
        listed = pairs_of(cells)
        for cell in listed:
            check_inside(cell, self._height, self._width)
        removed = each_once(listed, "is removed twice: name each cell once")
        for r, c in listed:
            if (r, c) not in self:
                raise ProblemError(f"Cell {r},{c} cannot be removed: it is not free.")
        if self._few_are_free:
            return self._made(self._height, self._width, self._few - removed, are_free=True)
        return self._made(self._height, self._width, self._few | removed, are_free=False)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Region cannot be changed: {name}")

    def _key(self) -> tuple[int, int, frozenset[Cell], bool]:
        return self._height, self._width, self._few, self._few_are_free

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Region) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __lt__(self, other: Region) -> bool:
        ours, theirs = ((len(r), r.height, r.width) for r in (self, other))
        return ours < theirs or (ours == theirs and self.cells < other.cells)

    def __len__(self) -> int:
        return len(self._few) if self._few_are_free else self.area - len(self._few)

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells)

    def __contains__(self, cell: object) -> bool:
        if self._few_are_free:
            return cell in self._few
        return (
            isinstance(cell, tuple)
            and len(cell) == 2
            and 0 <= cell[0] < self._height
            and 0 <= cell[1] < self._width
            and cell not in self._few
        )

    def __reduce__(self) -> tuple[object, ...]:
        return Region._made, self._key()

    def __repr__(self) -> str:
        if self.is_rectangle:
            return f"Region.rectangle({self._height}, {self._width})"
        return f"Region.parse({str(self)!r})"

    def __str__(self) -> str:
        mark, ground = (FREE, WALL) if self._few_are_free else (WALL, FREE)
        lines = [[ground] * self._width for _ in range(self._height)]
        for r, c in self._few:
            lines[r][c] = mark
        return "\n".join(map("".join, lines))

    def _repr_svg_(self) -> str:
        return pictures.svg_of(self)

    @property
    def height(self) -> int:
        """Rows of the frame."""
        return self._height

    @property
    def width(self) -> int:
        """Columns of the frame."""
        return self._width

    @property
    def lattice(self) -> Lattice:
        """The square lattice."""
        return SQUARE

    @property
    def box(self) -> tuple[int, int]:
        """Height and width of the frame."""
        return self._height, self._width

    @property
    def area(self) -> int:
        """Cells of the frame, free or not."""
        return self._height * self._width

    @property
    def is_rectangle(self) -> bool:
        """Whether every cell of the frame is free."""
        return not self._few_are_free and not self._few

    @property
    def name(self) -> str:
        """``6x10`` for a full rectangle, or how many cells of which frame."""
        frame = f"{self._height}x{self._width}"
        if self.is_rectangle:
            return frame
        return f"a region of {plural(len(self), 'cell')} in {frame}"

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The free cells as (row, column), in row-major order."""
        if self._few_are_free:
            return tuple(sorted(self._few))
        frame = product(range(self._height), range(self._width))
        return tuple(c for c in frame if c not in self._few) if self._few else tuple(frame)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the free cells that share an edge with a cell: up, left, right, down.

        >>> Region.rectangle(2, 2).neighbours((1, 0))
        ((0, 0), (1, 1))
        """
        return tuple(n for n in SQUARE.neighbours(cell) if n in self)

    @cached_property
    def components(self) -> tuple[Region, ...]:
        """The parts connected by edges, each in the same frame, in the order of their first cells.

        >>> [part.cells for part in Region.parse(".#.").components]
        [((0, 0),), ((0, 2),)]
        """
        if self.is_rectangle:
            return (self,)
        parts = sorted(SQUARE.components(self.cells), key=min)
        return tuple(Region(part, self._height, self._width) for part in parts)

    @cached_property
    def lacking(self) -> frozenset[Cell]:
        """The cells of the frame that are not free."""
        if not self._few_are_free:
            return self._few
        frame = product(range(self._height), range(self._width))
        return frozenset(c for c in frame if c not in self._few)

    @cached_property
    def enclosed(self) -> tuple[frozenset[Cell], ...]:
        """Components of the other cells, by edges, that do not reach the border of the frame."""
        return tuple(
            frozenset(part)
            for part in sorted(SQUARE.components(self.lacking), key=min)
            if not any(map(self._on_border, part))
        )

    @property
    def holes(self) -> int:
        """Number of components of the other cells that are enclosed.

        >>> Region.rectangle(3, 3).without([(1, 1)]).holes
        1
        """
        return len(self.enclosed)

    def _on_border(self, cell: Cell) -> bool:
        return cell[0] in (0, self._height - 1) or cell[1] in (0, self._width - 1)

    @cached_property
    def grid(self) -> npt.NDArray[np.bool_]:
        """Array of shape (height, width): true where a cell is free."""
        from enumino.objects import region_arrays

        return region_arrays.grid(*self._key())

    @cached_property
    def numbers(self) -> npt.NDArray[np.int64]:
        r"""Array int64 of shape (height, width): the number of each free cell, -1 elsewhere.

        >>> Region.parse("..#\n...").numbers.tolist()
        [[0, 1, -1], [2, 3, 4]]
        """
        from enumino.objects import region_arrays

        return region_arrays.numbers(self.grid)

    @cached_property
    def _kept_by(self) -> tuple[bool, ...]:
        """Which of the seven images of D4, in the order of the lattice, are the region itself."""
        if self.is_rectangle:
            square = self._height == self._width
            return tuple(square or not image.exchanges_axes for image in SQUARE.images)
        from enumino.objects import region_arrays

        return region_arrays.kept_by(self.grid)

    @cached_property
    def images(self) -> npt.NDArray[np.int64]:
        """Array int64[7, n]: where each cell goes under each image of D4, by their numbers.

        Row k is -1 throughout if image k does not map the region to itself. The images, about the
        bounding box of the free cells: left-right, up-down, half turn, transpose, quarter turn
        (clockwise), quarter turn back, antitranspose.

        >>> Region.rectangle(1, 3).images[:4].tolist()
        [[2, 1, 0], [0, 1, 2], [2, 1, 0], [-1, -1, -1]]
        """
        from enumino.objects import region_arrays

        return region_arrays.images(self.numbers, self._kept_by)

    def rotate(self, quarter_turns: int = 1) -> Region:
        r"""Return the image under quarter turns: clockwise, or the other way if negative.

        >>> print(Region.parse("...\n.##").rotate())
        ..
        #.
        #.
        """
        return self._moved(SQUARE.rotations[quarter_turns % 4])

    def reflect(self) -> Region:
        """Return the mirror image, left to right."""
        return self._moved(SQUARE.mirror)

    def _moved(self, image: Isometry) -> Region:
        height, width = self._height, self._width
        move = image.in_frame(height, width)
        few = frozenset(move(r, c) for r, c in self._few)
        if image.exchanges_axes:
            height, width = width, height
        return Region._made(height, width, few, self._few_are_free)

    def dilate(self, factor: int) -> Region:
        """Return the region with each cell, and its frame, blown up `factor` times each way."""
        factor = whole(factor, "The factor")
        if factor < 1:
            raise ProblemError(f"A region cannot be dilated by {factor}: the least factor is 1.")
        height, width = checked_frame(self._height * factor, self._width * factor)
        steps = range(factor)
        few = frozenset(
            (r * factor + i, c * factor + j) for r, c in self._few for i in steps for j in steps
        )
        return Region._made(height, width, few, self._few_are_free)

    def canonical(self) -> Region:
        """Return the least of the images under D4 whose frame is at least as wide as tall."""
        images = map(self._moved, SQUARE.elements)
        return min(image for image in images if image.height <= image.width)

    @property
    def order(self) -> int:
        """Number of symmetries of the region, 1 to 8."""
        return 1 + sum(self._kept_by)

    @property
    def symmetry(self) -> SymmetryClass:
        """The symmetry class, about the bounding box of the free cells."""
        return SymmetryClass.fixed_by(*self._kept_by)
