"""Regions as values: the cells that tilings cover. NumPy is imported for arrays only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import pairwise, product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from enumino.arguments import whole
from enumino.errors import ProblemError
from enumino.objects import region_names, text_drawings
from enumino.objects.box import Boxed
from enumino.objects.files import found_in, names_file, text_of
from enumino.objects.lattice import KING, SQUARE, Lattice
from enumino.objects.lattices import CUBIC, STICK
from enumino.objects.point_group import SymmetryClass
from enumino.objects.polyform import cells_in
from enumino.words import LONGEST_PATH, in_a_line, plural, quoted

if TYPE_CHECKING:
    from enumino.arrays import I64, Flags

NO_LABEL = "."
LARGEST_BOX = 10**8  # most cells of a full box; recurrences count tatami layouts of such rooms
# A line above a drawing, but not above its colours or labels.
_LABEL = re.compile(rf"^(?!\s*{text_drawings.COLOURS_LINE}|labels:)[^:\n]+:[ \r]*$", re.MULTILINE)
_TEXTS = re.compile(r"(?:[\n/]|^)labels:")  # below a drawing


@dataclass(frozen=True, init=False, repr=False)
class Region(Boxed):
    """An immutable set of cells of a lattice, connected or not, up to translation.

    Cells are numbered in reading order, and moved so that the smallest row and unit cell are 0.

    Parameters
    ----------
    cells : iterable of cell, or str
        The cells as (row, column), or (layer, row, column); `parse` reads texts.
    lattice : Lattice, optional
        By default the square lattice.
    optional : iterable of cell
        A subset of the cells, which tilings may leave empty.

    Raises
    ------
    ProblemError
        If there is no cell, a cell appears twice, or the box of the cells has more than 65,535
        cells (full boxes: 10**8).

    Examples
    --------
    >>> region = Region("##./###")
    >>> len(region), (0, 2) in region, region.name, region.symmetry.name
    (5, False, 'a region of 5 cells in 2x3', 'none')
    >>> from enumino.objects.lattices import TRIANGULAR
    >>> triangle = Region("triangle 4", TRIANGULAR)
    >>> len(triangle), triangle.name, triangle.order
    (16, 'triangle 4', 6)
    >>> sorted(Region("+#/##").optional)
    [(0, 0)]
    """

    lattice: Lattice
    box: tuple[int, ...]  # the sizes of the bounding box
    lacking: frozenset[Any] = frozenset()  # the other cells of the box
    optional: frozenset[Any] = frozenset()  # the cells that may stay empty
    colours: str = ""  # of the cells in reading order, a full stop for none; or nothing
    title: str = field(default="", compare=False)  # a name other than the sizes
    # A short text for each cell in reading order, or none; pictures show the texts.
    labels: tuple[str, ...] = field(default=(), compare=False)

    def __init__(
        self, cells: Iterable[Any] | str, lattice: Lattice = SQUARE, optional: Iterable[Any] = ()
    ) -> None:
        if isinstance(cells, str):
            parsed = Region.parse(cells, lattice)
            self.__dict__.update(parsed.__dict__)
            if not optional:
                return
            cells, optional = parsed.cells, {*parsed.optional, *optional}
        given = cells_in(cells, lattice)
        normalised = lattice.normalised(given)
        moved = dict(zip(sorted(given), normalised, strict=True))
        try:
            empty = frozenset(moved[cell] for cell in optional)
        except KeyError as error:
            raise ProblemError(
                f"Cell {error.args[0]} may stay empty, but is not a cell of the region: add it."
            ) from error
        box, lacking = lattice.box(normalised), frozenset[Any]()
        if len(normalised) < prod(box):
            text_drawings.check_box(box)
            lacking = frozenset(product(*map(range, box))).difference(normalised)
        self.__dict__.update(lattice=lattice, box=box, lacking=lacking, optional=empty)

    def coloured(self, colours: str) -> Region:
        """Return the region with the colours of its cells in reading order.

        A full stop means that a cell has no colour, and fits any.

        >>> Region("1x3").coloured("a.b").in_a_line()
        '1x3/colours:/a.b'
        """
        return self._with(colours=text_drawings.checked_colours(colours, len(self)))

    def titled(self, title: str) -> Region:
        """Return the region with another name."""
        return self._with(title=in_a_line(title.strip()).replace("/", " ").rstrip(": "))

    def labelled(self, labels: Iterable[str]) -> Region:
        """Return the region with a short text for each cell in reading order, empty for none."""
        found = self._with(labels=tuple(labels))
        if len(found.labels) != len(self):
            raise ProblemError(
                f"There are {plural(len(found.labels), 'label')} for {plural(len(self), 'cell')}: "
                "write a word for each cell, row by row, and . for a cell without a label."
            )
        return found

    def _with(self, **changes: Any) -> Region:
        """Return the region with changes, but nothing that was computed from the old fields."""
        found = object.__new__(Region)
        own = {each.name: getattr(self, each.name) for each in fields(self)}
        found.__dict__.update(own | changes)
        return found

    @classmethod
    def rectangle(cls, height: int, width: int) -> Region:
        """Return the full rectangle of `height` rows and `width` columns."""
        height = whole(height, "The height of a region")
        return cls._full((height, whole(width, "The width of a region")), SQUARE)

    @classmethod
    def _full(cls, box: tuple[int, ...], lattice: Lattice) -> Region:
        """Return the region of all cells of a box."""
        if prod(box) > LARGEST_BOX:
            raise ProblemError(
                f"A region of {'x'.join(map(str, box))} has {prod(box):,} cells, more than the "
                f"{LARGEST_BOX:,} that a region may have."
            )
        if min(box) < 1:
            raise ProblemError(
                f"A region of {'x'.join(map(str, box))} has no cells: sizes are at least 1."
            )
        found = object.__new__(cls)
        found.__dict__.update(lattice=lattice, box=box)
        return found

    @classmethod
    def parse(cls, text: str, lattice: Lattice = SQUARE) -> Region:
        r"""Read a name such as ``6x10``, a drawing, or cells, ``[(row, column), …]``.

        Drawings are described in `enumino.objects.text_drawings`. A line with a colon at its end
        above a drawing is the name of the region, and a line ``colours:`` is above the drawing of
        its colours; words below ``labels:`` are the labels of cells. ``chequered 8x8`` has the
        colours of a chessboard.

        >>> Region.parse("##\n#.\n") == Region.parse("[(0,0), (0,1), (1,0)]")
        True
        >>> Region.parse("##/#./labels: Mon Tue .").labels
        ('Mon', 'Tue', '')

        Raises
        ------
        ProblemError
            If the text cannot be read. The message has the line, column and character.
        """
        if texts := _TEXTS.search(text):
            words = text[texts.end() :].split()
            if text_drawings.without_colours(text[texts.end() :])[1] is not None:
                raise ProblemError("Colours are drawn above the labels: move `labels:` below them.")
            region = cls.parse(text[: texts.start()], lattice)
            return region.labelled("" if word == NO_LABEL else word for word in words)
        text, colours = text_drawings.without_colours(text)
        if colours is not None:
            plain, drawing = cls.parse(text, lattice), text.rpartition(":")[2]
            drawing = drawing if text_drawings.is_drawing(lattice, drawing) else str(plain)
            return plain.coloured(text_drawings.colours_of(lattice, drawing, colours))
        if text.lstrip().startswith(text_drawings.CHEQUERED):
            plain = cls.parse(text.lstrip().removeprefix(text_drawings.CHEQUERED), lattice)
            colours = text_drawings.chequered(lattice, plain.cells)
            return plain.coloured(colours).titled(text_drawings.CHEQUERED + plain.name)
        label, colon, drawing = text.rpartition(":")
        if colon and "\n" not in label.strip():
            return cls.parse(drawing, lattice).titled(label)
        if named := region_names.named(text, lattice):
            word, sizes = named
            if not word and lattice != STICK:
                return cls._full((*sizes[:-1], sizes[-1] * lattice.sublattices), lattice)
            cls._full(sizes, lattice)  # checks them
            return cls(region_names.cells_named(lattice, word, sizes), lattice).titled(text)
        if not text.strip():
            raise ProblemError("The region is empty: draw it, or write a name such as 6x10.")
        is_drawing = text_drawings.is_drawing(lattice, text)
        if not is_drawing and not text_drawings.is_list(text) and "\n" not in text.strip():
            raise ProblemError(
                f"The region {quoted(text.strip(), LONGEST_PATH)} is neither a name such as "
                f"{region_names.EXAMPLES.get(lattice, '3x4')}, nor a list of cells, nor a file, as "
                f"board.txt or ./board, nor a drawing: {text_drawings.format_of(lattice).advice}."
            )
        rows = text.strip().splitlines()
        if is_drawing and lattice.dimensions < 3 and not all(map(str.strip, rows)):
            raise ProblemError(
                "The drawing has an empty line between its rows: draw an empty row in dots, and "
                "put a line with a name, as `one:`, above each of several regions."
            )
        cells, optional = text_drawings.cells_of(lattice, text)
        return cls(cells, lattice, optional)

    def in_a_line(self) -> str:
        """Return the region as a text in one line that `parse` reads, with any name and labels.

        >>> Region.rectangle(6, 10).in_a_line(), Region("##/#.").in_a_line()
        ('6x10', '##/#.')
        """
        drawing = self._sizes or str(self)
        if self.colours:
            colours = text_drawings.drawn_colours(self.lattice, self.cells, self.box, self.colours)
            drawing += f"\n{text_drawings.COLOURS}\n{colours}"
        drawing = drawing.replace("\n", text_drawings.LINE_END)
        named = f"{self.title}:{drawing}" if self.title else drawing
        words = " ".join(label or NO_LABEL for label in self.labels)
        return f"{named}/labels: {words}" if words else named

    def without(self, cells: Iterable[Any]) -> Region:
        """Return the region without some of its cells.

        >>> print(Region.rectangle(2, 3).without([(0, 2)]))
        ##.
        ###
        """
        removed = frozenset(cells)
        if not removed:
            return self
        for cell in removed:
            if cell not in self:
                raise ProblemError(
                    f"Cell {','.join(map(str, cell))} cannot be removed: it is not a cell of "
                    f"{self.name}, whose rows and columns count from 0."
                )
        text_drawings.check_box(self.box)
        left = [cell for cell in self.cells if cell not in removed]
        found = Region(left, self.lattice, self.optional - removed)
        kept = zip(self.cells, self.colours, strict=False)
        found = found.coloured("".join(colour for cell, colour in kept if cell not in removed))
        labels = dict(zip(self.cells, self.labels, strict=False))
        return found.labelled(map(labels.__getitem__, left)) if labels else found

    def __len__(self) -> int:
        return prod(self.box) - len(self.lacking)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.cells)

    def __contains__(self, cell: object) -> bool:
        return (
            isinstance(cell, tuple)
            and len(cell) == len(self.box)
            and all(0 <= k < size for k, size in zip(cell, self.box, strict=True))
            and cell not in self.lacking
        )

    def __repr__(self) -> str:
        lattice = "" if self.lattice == SQUARE else f", {self.lattice!r}"
        text = self.in_a_line() if self.colours else self._sizes or str(self)
        return f"Region({text!r}{lattice})"

    def __str__(self) -> str:
        return text_drawings.drawn(self.lattice, self.cells, self.box, self.optional)

    @property
    def area(self) -> int:
        """The number of cells of the box."""
        return prod(self.box)

    @property
    def walls(self) -> frozenset[Any]:
        """The missing cells of a board: of squares or cubes, at most a sixth of the box."""
        is_board = self.lattice in (SQUARE, KING, CUBIC) and 6 * len(self.lacking) <= self.area
        return self.lacking if is_board else frozenset()

    @property
    def is_rectangle(self) -> bool:
        """Whether the region is a full rectangle or box, without colours or optional cells."""
        return bool(self._sizes) and not self.colours

    @property
    def name(self) -> str:
        """The title, the sizes of a full rectangle (``6x10``), or a phrase with the size."""
        frame = "x".join(map(str, self.box))
        return self.title or self._sizes or f"a region of {plural(len(self), 'cell')} in {frame}"

    @property
    def _sizes(self) -> str:
        """The sizes of a full rectangle or box, as `parse` reads them, or an empty string."""
        if self.lacking or self.optional or self.lattice.of_edges:
            return ""
        *others, last = self.box
        return "x".join(map(str, (*others, last // self.lattice.sublattices)))

    @cached_property
    def cells(self) -> tuple[Any, ...]:
        """The cells in reading order."""
        every = product(*map(range, self.box))
        return tuple(cell for cell in every if cell not in self.lacking)

    @cached_property
    def grid(self) -> Flags:
        """Array of the shape of the box: true at a cell."""
        import numpy as np

        grid = np.ones(self.box, bool)
        if self.lacking:
            grid[tuple(zip(*self.lacking, strict=True))] = False
        grid.flags.writeable = False
        return grid

    @cached_property
    def numbers(self) -> I64:
        """Array int64 of the shape of the box: the number of each cell, -1 elsewhere."""
        import numpy as np

        counted = np.cumsum(self.grid, dtype=np.int64).reshape(self.box) - 1
        return np.where(self.grid, counted, -1)

    @cached_property
    def may_stay_empty(self) -> Flags:
        """Array bool[n]: whether each cell may stay empty."""
        import numpy as np

        return np.fromiter((cell in self.optional for cell in self.cells), bool, len(self))

    @cached_property
    def colour_codes(self) -> I64:
        """Array int64[n]: the code of the colour of each cell, 0 for none."""
        return colour_codes(self.colours or text_drawings.NONE * len(self))

    @cached_property
    def images(self) -> I64:
        """Array int64[g, n]: the number of the image of each cell under each image of the lattice.

        Row k is all -1 if image k does not map the region, its cells that may stay empty, or its
        colours, to themselves. `enumino.objects.lattice` lists the images of squares.
        """
        import numpy as np

        found = np.full((len(self.lattice.images), len(self)), -1, np.int64)
        cells = np.nonzero(self.grid)
        kinds = 2 * self.colour_codes + self.may_stay_empty
        for row, image in zip(found, self.lattice.images, strict=True):
            places = self.lattice.moved_arrays(cells, image)
            if all((at < size).all() for at, size in zip(places, self.box, strict=True)):
                numbers = self.numbers[tuple(places)]
                kept = numbers.min() >= 0 and np.array_equal(kinds[numbers], kinds)
                row[:] = numbers if kept else -1
        return found

    @cached_property
    def symmetry(self) -> SymmetryClass:
        """The symmetry class of the region."""
        lattice = self.lattice
        if lattice == SQUARE and self.is_rectangle:  # it may be too large for arrays
            return lattice.class_of(
                self.height == self.width or image.sources == (0, 1) for image in lattice.images
            )
        return lattice.class_of((self.images[:, 0] >= 0).tolist())

    @property
    def order(self) -> int:
        """The number of symmetries of the region."""
        return self.symmetry.order


def colour_codes(colours: str) -> I64:
    """Return the codes of colours, int64[...]; 0 for none."""
    import numpy as np

    return np.array([0 if k == text_drawings.NONE else ord(k) for k in colours], np.int64)


def regions_in(text: str, lattice: Lattice = SQUARE) -> list[Region]:
    """Return the regions in a text: a range of sizes, drawings with names, or a single region."""
    if names := region_names.names_between(text):
        return [Region.parse(name, lattice) for name in names]
    first, *labels = [found.start() for found in _LABEL.finditer(text)] or [0]
    if text[:first].strip():
        raise ProblemError("The first region has no name: put a line such as `one:` above it.")
    ends = pairwise([0, *labels, len(text)])
    found = [Region.parse(text[a:b], lattice) for a, b in ends]
    check_names(found)
    return found


def check_names(regions: Iterable[Region]) -> None:
    """Reject two regions with one name, whose totals and rows could not be told apart."""
    names = sorted(region.name for region in regions)
    if twice := next((a for a, b in pairwise(names) if a == b), None):
        raise ProblemError(
            f"Two boards are called {twice}: write a line with a name, as `one:`, above each."
        )


def read(source: str, lattice: Lattice = SQUARE) -> list[Region]:
    """Return the regions in a text, or in the file that it names."""
    drawing, colours = text_drawings.without_colours(source)
    if text_drawings.is_drawing(lattice, drawing) or colours or not names_file(source):
        return regions_in(source, lattice)
    with found_in(source):
        lines = text_of(source).splitlines()
        kept = [line for line in lines if not line.lstrip().startswith(text_drawings.COMMENT)]
        found = regions_in("\n".join(kept), lattice)
    name = Path(source).name
    return [each if each.title or each.is_rectangle else each.titled(name) for each in found]
