"""Regions as values: the cells that tilings cover, in a frame.

The module is plain Python; NumPy is imported only where arrays are requested.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from enumino.arguments import check_inside, pairs_of, whole
from enumino.errors import ProblemError
from enumino.objects import framed_cells, pictures, region_names, text_drawings
from enumino.objects.framed_cells import FramedCells
from enumino.objects.isometry import Isometry
from enumino.objects.lattice import SQUARE, Lattice, SymmetryClass
from enumino.objects.lattices import lattice_named
from enumino.objects.polyform import Polyform
from enumino.objects.polyomino import Polyomino
from enumino.objects.region_names import checked_frame
from enumino.objects.text_drawings import FREE, NONE
from enumino.words import in_a_line, plural, quoted

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
AnyCell = tuple[int, ...]


class Region:
    r"""An immutable set of cells of a lattice, in a frame; by default of squares.

    Cells need not be connected. They are numbered in reading order. A frame of squares is kept as
    given; regions of other lattices are moved to the smallest box of whole unit cells.

    Parameters
    ----------
    cells : iterable of cell, or str
        The free cells; of squares (row, column), rows grow downwards from 0. A text is read as by
        `parse`.
    height, width : int, optional
        The frame of squares; by default just large enough.
    lattice : Lattice, optional

    Raises
    ------
    ProblemError
        If there is no cell, a cell appears twice or lies outside the frame, or the frame has more
        than 10**8 squares, or 65,535 cells of another lattice.

    Examples
    --------
    >>> region = Region.parse("..#\n...")
    >>> len(region), (0, 2) in region, region.name, region.symmetry.value
    (5, False, 'a region of 5 cells in 2x3', 'none')
    >>> from enumino.objects.lattices import TRIANGULAR
    >>> triangle = Region.parse("triangle 4", TRIANGULAR)
    >>> len(triangle), triangle.name, triangle.order
    (16, 'triangle 4', 6)
    """

    lattice: Lattice
    box: tuple[int, ...]  # the sizes of the frame
    title: str  # the name that it was given by, if it is not its sizes; equal regions may differ
    _framed: FramedCells

    def __init__(
        self,
        cells: Iterable[Any] | str,
        height: int | None = None,
        width: int | None = None,
        lattice: Lattice = SQUARE,
    ) -> None:
        if isinstance(cells, str):
            if (height, width) != (None, None):
                raise ProblemError("A drawing determines the frame: leave out height and width.")
            parsed = Region.parse(cells, lattice)
            self._fill(lattice, parsed._framed, parsed.title)
            return
        listed = pairs_of(cells) if lattice == SQUARE else list(cells)
        if not listed:
            raise ProblemError("A region needs at least one free cell, and none was given.")
        if lattice != SQUARE:
            shape = lattice.normalised(set(listed))
            self._fill(lattice, FramedCells.of(lattice.box(shape), shape))
            return
        free = _each_once(listed, "is given twice: name each cell once")
        bottom, right = (max(1, *(k + 1 for k in axis)) for axis in zip(*free, strict=True))
        frame = bottom if height is None else height, right if width is None else width
        height, width = checked_frame(*frame)
        for cell in listed:
            check_inside(cell, height, width)
        self._fill(SQUARE, FramedCells.of((height, width), free))

    def _fill(self, lattice: Lattice, framed: FramedCells, title: str = "") -> None:
        box = framed.box
        if lattice != SQUARE:
            region_names.check_box(box)
        if not framed.few and framed.few_are_free:
            raise ProblemError(f"No free cell is left of the {'x'.join(map(str, box))} region.")
        self.__dict__.update(lattice=lattice, box=box, _framed=framed, title=title)

    @classmethod
    def _made(cls, lattice: Lattice, framed: FramedCells, title: str = "") -> Region:
        region = cls.__new__(cls)
        region._fill(lattice, framed, title)
        return region

    def titled(self, title: str) -> Region:
        """Return the same region by another name; sizes of a full rectangle or box stay its name.

        >>> Region.parse("../.#").titled("corner").name
        'corner'
        """
        plain = in_a_line(title.strip()).replace("/", " ").rstrip(": ")
        if self.is_rectangle or not plain:
            return self
        return self._made(self.lattice, self._framed, plain)

    @classmethod
    def rectangle(cls, height: int, width: int) -> Region:
        """Return the full rectangle of `height` rows and `width` columns."""
        return cls._made(SQUARE, FramedCells.of(checked_frame(height, width), (), are_free=False))

    @classmethod
    def of(cls, shape: Polyform) -> Region:
        """Return the cells of a polyform, in its bounding box."""
        return cls._made(shape.lattice, FramedCells.of(shape.box, shape.cells))

    @classmethod
    def parse(cls, text: str, lattice: Lattice = SQUARE) -> Region:
        r"""Read ``6x10``, a drawing, or the cells of a polyomino, ``[(x, y), …]``.

        Regions of other lattices have names (see `enumino.objects.region_names`), or are drawn.

        In a drawing ``.`` is a free cell, ``#`` or a space is none; or, as polyominoes are drawn,
        ``X`` is a free cell and ``.`` is none. A ``/`` ends a line as well. A line above it that
        ends in a colon is the name of the region.

        >>> Region.parse("..\n.#\n").cells == Region.parse("XX/X.").cells
        True
        >>> Region.parse("[(0,0), (0,1), (1,1)]").cells
        ((0, 0), (0, 1), (1, 0))

        Raises
        ------
        ProblemError
            If it is neither; names the line, the column and the character.
        """
        label, colon, drawing = text.partition(":")
        if colon and not label.lstrip().startswith("["):
            return cls.parse(drawing, lattice).titled(label)
        if lattice != SQUARE:
            named = region_names.named(lattice, text)
            if named:
                return cls(named, lattice=lattice).titled(text)
            return cls(text_drawings.cells_of_region(lattice, text), lattice=lattice)
        if rectangle := region_names.rectangle(text):
            return cls.rectangle(*rectangle)
        region_names.named(lattice, text)  # refuses names of regions of other lattices
        if text.lstrip().startswith("["):
            return cls.of(Polyomino.parse(text))
        drawn = text_drawings.framed_region(text)
        checked_frame(*drawn.box)
        return cls._made(SQUARE, drawn)

    @classmethod
    def read(cls, source: str | Path, lattice: Lattice = SQUARE) -> Region:
        """Return the region of a text, as `parse`, or of a file by its name.

        Raises
        ------
        ProblemError
            If it is neither, or the file cannot be read.
        """
        if isinstance(source, str) and region_names.is_region(lattice, source):
            return cls.parse(source, lattice)
        text = region_names.contents(lattice, source)
        try:
            found = cls.parse(text, lattice)
            return found if found.title else found.titled(Path(source).name)
        except ProblemError as error:
            raise ProblemError(f"{source}: {error}") from error

    @classmethod
    def from_json(cls, value: object, lattice: Lattice = SQUARE) -> Region:
        """Return the region that `to_json` wrote."""
        kinds = set(map(type, value)) if isinstance(value, list | tuple) else set()
        if kinds == {str}:
            return cls.parse("\n".join(value), lattice)  # type: ignore[arg-type]
        if kinds == {int} and lattice != SQUARE:
            return cls(region_names.whole_box(lattice, value), lattice=lattice)  # type: ignore[arg-type]
        if kinds == {int} and len(value) == 2:  # type: ignore[arg-type]
            return cls.rectangle(*value)  # type: ignore[misc]
        raise ProblemError(
            f"{quoted(value)} is not a region: give a list of sizes, or of drawn lines."
        )

    def to_json(self) -> list[int] | list[str]:
        """Return the sizes of a full rectangle or box, otherwise the lines of the drawing.

        Before these stands a line with the name and a colon, if the region was given by a name.
        """
        if self.is_rectangle:
            return list(self.sizes)
        return [*([f"{self.title}:"] if self.title else []), *str(self).split("\n")]

    def without(self, cells: Iterable[Any]) -> Region:
        """Return the region without some of its cells; for squares, in the same frame.

        >>> print(Region.rectangle(2, 3).without([(0, 2)]))
        ..#
        ...
        """
        square = self.lattice == SQUARE
        listed = pairs_of(cells) if square else list(cells)
        for cell in listed if square else ():
            check_inside(cell, self.height, self.width)
        removed = _each_once(listed, "is removed twice: name each cell once")
        for cell in listed:
            if cell not in self:
                where = ",".join(map(str, cell))
                raise ProblemError(
                    f"Cell {where} cannot be removed: it is not a cell of {self.name}."
                )
        rest = self._made(self.lattice, self._framed.without(removed))
        return rest if square else rest.trimmed()

    def trimmed(self) -> Region:
        """Return the region in the smallest frame, without empty rows and columns."""
        if self._framed.is_whole:
            return self
        cells = self.lattice.normalised(self.cells)
        box = self.lattice.box(cells)
        return self if box == self.box else Region._made(self.lattice, FramedCells.of(box, cells))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Region cannot be changed: {name}")

    def _key(self) -> tuple[Lattice, FramedCells]:
        return self.lattice, self._framed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Region) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __lt__(self, other: Region) -> bool:
        ours, theirs = (len(self), self.box), (len(other), other.box)
        return ours < theirs or (ours == theirs and self.cells < other.cells)

    def __len__(self) -> int:
        return len(self._framed)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.cells)

    def __contains__(self, cell: object) -> bool:
        return cell in self._framed

    def __reduce__(self) -> tuple[object, ...]:
        lattice, framed = self._key()
        return _unpickled, (lattice.definition or lattice.name, framed, self.title)

    def __repr__(self) -> str:
        if self.lattice != SQUARE:
            return f"Region.parse({str(self)!r}, {self.lattice!r})"
        if self.is_rectangle:
            return f"Region.rectangle({self.height}, {self.width})"
        return f"Region.parse({str(self)!r})"

    def __str__(self) -> str:
        if self.lattice != SQUARE:
            return text_drawings.drawn_region(self.lattice, self.cells, self.box)
        return self._framed.drawn(FREE, NONE)

    def _repr_svg_(self) -> str:
        return pictures.svg_of(self)

    @property
    def height(self) -> int:
        """Number of rows of the frame."""
        return self.box[-2]

    @property
    def width(self) -> int:
        """Number of columns of the frame."""
        return self.box[-1]

    @property
    def area(self) -> int:
        """Number of cells of the frame, free or not."""
        return prod(self.box)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of the frame in unit cells; for sticks, in squares."""
        return region_names.sizes_of(self.lattice, self.box)

    @cached_property
    def is_rectangle(self) -> bool:
        """Whether the region is a full rectangle, or box."""
        if not self.lattice.of_edges:
            return self._framed.is_whole
        return min(self.sizes) > 0 and self.cells == self.lattice.normalised(
            region_names.whole_box(self.lattice, self.sizes)
        )

    @property
    def name(self) -> str:
        """``6x10`` for a full rectangle, or what it was given by, or its number of cells."""
        if self.is_rectangle:
            return "x".join(map(str, self.sizes))
        if self.title:
            return self.title
        frame = "x".join(map(str, self.box))
        return f"a region of {plural(len(self), 'cell')} in {frame}"

    @cached_property
    def cells(self) -> tuple[Any, ...]:
        """The free cells in reading order; of squares (row, column)."""
        return self._framed.free

    def neighbours(self, cell: AnyCell) -> tuple[AnyCell, ...]:
        """Return the free cells that connect with a cell, in reading order."""
        return tuple(n for n in self.lattice.neighbours(cell) if n in self)

    @cached_property
    def components(self) -> tuple[Region, ...]:
        """The connected parts, in the order of their first cells; of squares, in the same frame."""
        if self.is_rectangle:
            return (self,)
        parts = (
            self._made(self.lattice, FramedCells.of(self.box, part))
            for part in sorted(self.lattice.components(self.cells), key=min)
        )
        return tuple(part if self.lattice == SQUARE else part.trimmed() for part in parts)

    @cached_property
    def lacking(self) -> frozenset[Any]:
        """The cells of the frame that are not free."""
        return self._framed.others

    @cached_property
    def enclosed(self) -> tuple[frozenset[Any], ...]:
        """Components of the other cells that do not reach the border of the frame."""
        return tuple(
            frozenset(part)
            for part in sorted(self.lattice.components(self.lacking), key=min)
            if not any(
                k in (0, n - 1) for cell in part for k, n in zip(cell, self.box, strict=True)
            )
        )

    @property
    def holes(self) -> int:
        """Number of holes: see `enclosed`."""
        return len(self.enclosed)

    @cached_property
    def grid(self) -> npt.NDArray[np.bool_]:
        """Array of the sizes of the frame: true where a cell is free."""
        return self._framed.grid()

    @cached_property
    def numbers(self) -> npt.NDArray[np.int64]:
        """Array int64 of the sizes of the frame: the number of each free cell, -1 elsewhere."""
        return framed_cells.numbers(self.grid)

    @cached_property
    def _kept_by(self) -> tuple[bool, ...]:
        """For each image, in the order of the lattice, whether it keeps the region."""
        if self.lattice == SQUARE and self.is_rectangle:  # which may be too large for arrays
            square = self.height == self.width
            return tuple(square or not image.exchanges_axes for image in SQUARE.images)
        return tuple((self.images[:, 0] >= 0).tolist())

    @cached_property
    def images(self) -> npt.NDArray[np.int64]:
        """Array int64[g, n]: where each cell goes under each image of the lattice, by numbers.

        Row k is -1 throughout if image k does not map the region to itself. The images of squares,
        about the bounding box of the free cells: left-right, up-down, half turn, transpose, quarter
        turn (clockwise), quarter turn back, antitranspose.
        """
        return framed_cells.images(self.lattice, self.numbers)

    def rotate(self, quarter_turns: int = 1) -> Region:
        """Return the image under quarter turns: clockwise, or the other way if negative."""
        return self._moved(self.lattice.rotations[quarter_turns % len(self.lattice.rotations)])

    def reflect(self) -> Region:
        """Return the mirror image, left to right; the region itself if its lattice has none."""
        return self._moved((*self.lattice.mirrors, self.lattice.elements[0])[0])

    def _moved(self, image: Isometry) -> Region:
        if self.lattice != SQUARE:
            return Region(self.lattice.moved(self.cells, image), lattice=self.lattice)
        move = image.in_frame(*self.box)
        box = self.box[::-1] if image.exchanges_axes else self.box
        return Region._made(SQUARE, self._framed.moved(box, lambda r, c: [move(r, c)]))

    def dilate(self, factor: int) -> Region:
        """Return the region of squares, and its frame, enlarged `factor` times each way."""
        factor = whole(factor, "The factor")
        if self.lattice != SQUARE:
            raise ProblemError("Only regions of squares can be dilated.")
        if factor < 1:
            raise ProblemError(f"A region cannot be dilated by {factor}: the least factor is 1.")
        checked_frame(self.height * factor, self.width * factor)
        return Region._made(SQUARE, self._framed.dilated(factor))

    def canonical(self) -> Region:
        """Return the least of the images whose frame is at least as wide as tall."""
        images = map(self._moved, self.lattice.elements)
        return min(image for image in images if image.height <= image.width)

    @property
    def order(self) -> int:
        """Number of symmetries of the region: of squares, 1 to 8."""
        return 1 + sum(self._kept_by)

    @property
    def symmetry(self) -> SymmetryClass:
        """The symmetry class of a region of squares, about the box of the free cells."""
        return SymmetryClass.fixed_by(*self._kept_by)


def _each_once(cells: Iterable[AnyCell], what_is_wrong: str) -> frozenset[AnyCell]:
    """Return the set of cells; refuse a repeated one."""
    for cell, times in (counted := Counter(cells)).items():
        if times > 1:
            raise ProblemError(f"Cell {','.join(map(str, cell))} {what_is_wrong}.")
    return frozenset(counted)


def _unpickled(lattice: Any, framed: FramedCells, title: str) -> Region:
    return Region._made(lattice_named(lattice), framed, title)
