"""Regions as values: the cells that tilings cover.

The module is plain Python; NumPy is imported only where arrays are requested.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from enumino.arguments import whole
from enumino.errors import ProblemError
from enumino.objects import pictures, region_names, text_drawings
from enumino.objects.lattice import SQUARE, Lattice, SymmetryClass
from enumino.objects.polyform import Polyform, cells_in
from enumino.words import LONGEST_PATH, in_a_line, plural, quoted

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
AnyCell = tuple[int, ...]
Cells = tuple[AnyCell, ...]

MOST_LETTERS = 1_000_000  # of a file
# Most cells of a rectangle of squares: recurrences count tatami layouts of such rooms.
LARGEST_RECTANGLE = 10**8


class Region:
    r"""An immutable set of cells of a lattice, up to translation; by default of squares.

    Cells need not be connected. They are numbered in reading order, and moved so that the smallest
    row and unit cell are 0.

    Parameters
    ----------
    cells : iterable of cell, or str
        The cells; of squares (row, column), rows grow downwards. A text is read as by `parse`.
    lattice : Lattice, optional

    Raises
    ------
    ProblemError
        If there is no cell, a cell appears twice, or the box of the cells has more than 65,535
        cells; full rectangles of squares may have 10**8.

    Examples
    --------
    >>> region = Region("##./###")
    >>> len(region), (0, 2) in region, region.name, region.symmetry.name
    (5, False, 'a region of 5 cells in 2x3', 'none')
    >>> from enumino.objects.lattices import TRIANGULAR
    >>> triangle = Region("triangle 4", TRIANGULAR)
    >>> len(triangle), triangle.name, triangle.order
    (16, 'triangle 4', 6)
    """

    lattice: Lattice
    box: tuple[int, ...]  # the sizes of the smallest box
    title: str  # the name that it was given by, if it is not its sizes; equal regions may differ
    _listed: Cells | None  # the cells in reading order; None for all cells of the box

    def __init__(self, cells: Iterable[Any] | str, lattice: Lattice = SQUARE) -> None:
        if isinstance(cells, str):
            self.__dict__.update(Region.parse(cells, lattice).__dict__)
            return
        normalised = lattice.normalised(cells_in(cells, lattice))
        box = lattice.box(normalised)
        region_names.check_box(box)
        listed = None if len(normalised) == prod(box) else normalised
        self.__dict__.update(lattice=lattice, box=box, title="", _listed=listed)

    @classmethod
    def _made(
        cls, lattice: Lattice, box: tuple[int, ...], listed: Cells | None, title: str = ""
    ) -> Region:
        region = cls.__new__(cls)
        region.__dict__.update(lattice=lattice, box=box, title=title, _listed=listed)
        return region

    def titled(self, title: str) -> Region:
        """Return the same region by another name; sizes of a full rectangle or box stay its name.

        >>> Region("##/#.").titled("corner").name
        'corner'
        """
        plain = in_a_line(title.strip()).replace("/", " ").rstrip(": ")
        if self.is_rectangle or not plain:
            return self
        return self._made(self.lattice, self.box, self._listed, plain)

    @classmethod
    def rectangle(cls, height: int, width: int) -> Region:
        """Return the full rectangle of `height` rows and `width` columns."""
        height = whole(height, "The height of a region")
        width = whole(width, "The width of a region")
        if height < 1 or width < 1:
            raise ProblemError(
                f"A region of {height}x{width} has no cells: it needs at least one row and one "
                "column."
            )
        if height * width > LARGEST_RECTANGLE:
            raise ProblemError(
                f"A region of {height}x{width} has {height * width:,} cells, more than the "
                f"{LARGEST_RECTANGLE:,} that a region may have."
            )
        return cls._made(SQUARE, (height, width), None)

    @classmethod
    def of(cls, shape: Polyform) -> Region:
        """Return the cells of a polyform as a region."""
        return cls(shape.cells, shape.lattice)

    @classmethod
    def parse(cls, text: str, lattice: Lattice = SQUARE) -> Region:
        r"""Read a name such as ``6x10``, a drawing, or cells, ``[(row, column), …]``.

        Names are those of `enumino.objects.region_names`, drawings those of
        `enumino.objects.text_drawings`: ``#`` or ``X`` is a cell, ``.`` or a space is none. A line
        above a drawing that ends in a colon is the name of the region.

        >>> Region.parse("##\n#.\n") == Region.parse("[(0,0), (0,1), (1,0)]")
        True

        Raises
        ------
        ProblemError
            If it is none of these; names the line, the column and the character.
        """
        label, colon, drawing = text.partition(":")
        if colon:
            return cls.parse(drawing, lattice).titled(label)
        if named := region_names.sizes_in(lattice, text):
            word, sizes = named
            if lattice == SQUARE:
                return cls.rectangle(*sizes)
            return cls(region_names.cells_named(lattice, word, sizes), lattice).titled(text)
        if text.lstrip().startswith("["):
            return cls(cells_in(text, lattice), lattice)
        examples = region_names.examples(lattice)
        if not text.strip():
            raise ProblemError(f"The region is empty: write {examples}, or draw it.")
        if "\n" not in text and not text_drawings.is_drawing(lattice, text):
            raise ProblemError(
                f"The region {quoted(text.strip())} is neither a name such as {examples}, nor a "
                f"drawing: {text_drawings.advice(lattice)}."
            )
        return cls(cells_in(text, lattice), lattice)

    @classmethod
    def read(cls, source: str | Path, lattice: Lattice = SQUARE) -> Region:
        """Return the region of a text, as `parse`, or of a file by its name.

        Raises
        ------
        ProblemError
            If it is neither, or the file cannot be read.
        """
        if isinstance(source, str) and (
            not source.strip()
            or "\n" in source
            or source.lstrip().startswith("[")
            or text_drawings.is_drawing(lattice, source)
            or (region_names.NAMED.fullmatch(source) and not is_file(source))
        ):
            return cls.parse(source, lattice)
        named = quoted(str(source), LONGEST_PATH)
        try:
            with Path(source).open(encoding="utf-8-sig") as file:
                text = file.read(MOST_LETTERS + 1)
        except FileNotFoundError as error:
            raise ProblemError(
                f"The region {named} is neither a name such as {region_names.examples(lattice)}, "
                f"nor a drawing, nor a file; in a drawing {text_drawings.advice(lattice)}."
            ) from error
        except (OSError, ValueError) as error:  # ValueError: not UTF-8, or no name of a file
            reason = error.strerror if isinstance(error, OSError) else "it is not a text file"
            raise ProblemError(f"The region {named} cannot be read: {reason}.") from error
        if len(text) > MOST_LETTERS:
            raise ProblemError(
                f"The region {named} has more than {MOST_LETTERS:,} characters: draw a smaller "
                "one, or write its size, as 6x10."
            )
        try:
            found = cls.parse(text, lattice)
            return found if found.title else found.titled(Path(source).name)
        except ProblemError as error:
            raise ProblemError(f"{source}: {error}") from error

    def in_a_line(self) -> str:
        """Return the region as a text without line ends, which `parse` reads.

        Before a drawing stands the name and a colon, if the region was given by a name.

        >>> Region.rectangle(6, 10).in_a_line(), Region("##/#.").in_a_line()
        ('6x10', '##/#.')
        """
        if self.is_rectangle:
            return self.name
        drawing = str(self).replace("\n", text_drawings.LINE_END)
        return f"{self.title}:{drawing}" if self.title else drawing

    def without(self, cells: Iterable[Any]) -> Region:
        """Return the region without some of its cells.

        >>> print(Region.rectangle(2, 3).without([(0, 2)]))
        ##.
        ###
        """
        listed = list(cells)
        removed = cells_in(listed, self.lattice) if listed else []
        for cell in removed:
            if cell not in self:
                where = ",".join(map(str, cell))
                raise ProblemError(
                    f"Cell {where} cannot be removed: it is not a cell of {self.name}, whose rows "
                    "and columns count from 0."
                )
        if not removed:
            return self
        if len(removed) == len(self):
            raise ProblemError(f"No cell is left of {self.name}.")
        region_names.check_box(self.box)
        gone = frozenset(removed)
        return Region((cell for cell in self.cells if cell not in gone), self.lattice)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Region cannot be changed: {name}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Region) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[Lattice, tuple[int, ...], Cells | None]:
        return self.lattice, self.box, self._listed

    def __len__(self) -> int:
        return prod(self.box) if self._listed is None else len(self._listed)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.cells)

    def __contains__(self, cell: object) -> bool:
        if self._listed is not None:
            return cell in self._set
        return (
            isinstance(cell, tuple)
            and len(cell) == len(self.box)
            and all(0 <= k < size for k, size in zip(cell, self.box, strict=True))
        )

    def __reduce__(self) -> tuple[object, ...]:
        return Region._made, (self.lattice, self.box, self._listed, self.title)

    def __repr__(self) -> str:
        lattice = "" if self.lattice == SQUARE else f", {self.lattice!r}"
        text = "x".join(map(str, self.sizes)) if self.is_rectangle else str(self)
        return f"Region({text!r}{lattice})"

    def __str__(self) -> str:
        return text_drawings.drawn(self.lattice, self.cells, self.box)

    def _repr_svg_(self) -> str:
        return pictures.svg_of(self)

    @property
    def height(self) -> int:
        """Number of rows of the box."""
        return self.box[-2]

    @property
    def width(self) -> int:
        """Number of columns of the box."""
        return self.box[-1]

    @property
    def area(self) -> int:
        """Number of cells of the box."""
        return prod(self.box)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of the box in unit cells; for sticks, in squares."""
        return region_names.sizes_of(self.lattice, self.box)

    @cached_property
    def is_rectangle(self) -> bool:
        """Whether the region is a full rectangle, or box."""
        if not self.lattice.of_edges:
            return self._listed is None
        if min(self.sizes) < 1:
            return False
        return self.cells == tuple(sorted(region_names.cells_named(self.lattice, "", self.sizes)))

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
        """The cells in reading order; of squares (row, column)."""
        return tuple(product(*map(range, self.box))) if self._listed is None else self._listed

    @cached_property
    def _set(self) -> frozenset[AnyCell]:
        return frozenset(self.cells)

    @cached_property
    def lacking(self) -> frozenset[Any]:
        """The other cells of the box."""
        if self._listed is None:
            return frozenset()
        return frozenset(product(*map(range, self.box))) - self._set

    @cached_property
    def enclosed(self) -> tuple[frozenset[Any], ...]:
        """Components of the other cells that do not reach the border of the box."""
        return tuple(
            frozenset(part)
            for part in sorted(self.lattice.components(self.lacking), key=min)
            if not any(
                k in (0, n - 1) for cell in part for k, n in zip(cell, self.box, strict=True)
            )
        )

    @cached_property
    def grid(self) -> npt.NDArray[np.bool_]:
        """Array of the sizes of the box: true at a cell."""
        import numpy as np

        grid = np.full(self.box, self._listed is None)
        if self._listed is not None:
            grid[tuple(zip(*self._listed, strict=True))] = True
        grid.flags.writeable = False
        return grid

    @cached_property
    def numbers(self) -> npt.NDArray[np.int64]:
        """Array int64 of the sizes of the box: the number of each cell, -1 elsewhere."""
        import numpy as np

        counted = np.cumsum(self.grid, dtype=np.int64).reshape(self.box) - 1
        numbered = np.where(self.grid, counted, -1)
        numbered.flags.writeable = False
        return numbered

    @cached_property
    def images(self) -> npt.NDArray[np.int64]:
        """Array int64[g, n]: where each cell goes under each image of the lattice, by numbers.

        Row k is -1 throughout if image k does not map the region to itself. The images of squares:
        left-right, up-down, half turn, transpose, quarter turn (clockwise), quarter turn back,
        antitranspose.
        """
        import numpy as np

        found = np.full((len(self.lattice.images), len(self)), -1, np.int64)
        cells = np.nonzero(self.grid)
        for row, image in zip(found, self.lattice.images, strict=True):
            places = self.lattice.moved_arrays(cells, image)
            if all((at < size).all() for at, size in zip(places, self.box, strict=True)):
                numbers = self.numbers[tuple(places)]
                row[:] = numbers if numbers.min() >= 0 else -1
        found.flags.writeable = False
        return found

    @cached_property
    def _kept_by(self) -> tuple[bool, ...]:
        """For each image, in the order of the lattice, whether it keeps the region."""
        if self.lattice == SQUARE and self.is_rectangle:  # which may be too large for arrays
            square = self.height == self.width
            return tuple(square or image.sources == (0, 1) for image in SQUARE.images)
        return tuple((self.images[:, 0] >= 0).tolist())

    @property
    def order(self) -> int:
        """Number of symmetries of the region: of squares, 1 to 8."""
        return 1 + sum(self._kept_by)

    @property
    def symmetry(self) -> SymmetryClass:
        """The symmetry class of a region of squares."""
        return SQUARE.class_of(self._kept_by)


def is_file(name: str) -> bool:
    """Return whether there is a file of a name, which may be too long or no name at all."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False
