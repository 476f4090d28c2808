"""Polyominoes as values: polyforms on squares, with names and texts of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, cached_property
from operator import index

from enumino.arguments import pairs_of, whole
from enumino.errors import ProblemError
from enumino.objects import addresses, text_drawings
from enumino.objects.isometry import Isometry
from enumino.objects.lattice import SQUARE, Cell, Kind, SymmetryClass
from enumino.objects.polyform import Polyform, at_address, free_polyforms


class Polyomino(Polyform):
    """An immutable set of edge-connected unit cells, up to translation.

    Parameters
    ----------
    cells : iterable of (row, column), or str
        Rows grow downwards. Any translate is accepted; the smallest row and column become 0. A text
        is read as by `parse`.

    Attributes
    ----------
    cells : tuple of (row, column)
        Sorted, smallest row and column 0.

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
    >>> f == Polyform(SQUARE, f.cells)
    True
    """

    cells: tuple[Cell, ...]

    def __init__(self, cells: Iterable[Cell] | str) -> None:
        listed = Polyomino.parse(cells).cells if isinstance(cells, str) else pairs_of(cells)
        super().__init__(SQUARE, listed)

    @classmethod
    def from_mask(cls, height: int, width: int, mask: int) -> Polyomino:  # type: ignore[override]
        """Return the polyomino whose cell (r, c) is bit ``r * width + c`` of `mask`.

        >>> print(Polyomino.from_mask(2, 2, 0b0111))
        ##
        #.

        Raises
        ------
        ProblemError
            If the mask has a bit outside the box, or its cells are not a polyomino.
        """
        cells, mask = max(0, height) * max(0, width), index(mask)
        if mask < 0 or mask.bit_length() > cells:
            why = "is negative" if mask < 0 else f"has bit {mask.bit_length() - 1}"
            raise ProblemError(
                f"The mask {why}, and a box of {height}x{width} has {cells} bits, counted from 0: "
                "give the height and width that the mask was made with."
            )
        return cls(divmod(i, width) for i in range(mask.bit_length()) if mask >> i & 1)

    @classmethod
    def parse(cls, text: str) -> Polyomino:  # type: ignore[override]
        r"""Read cells, or a drawing: ``#`` or ``X`` is a cell, ``.`` or a space is none.

        A ``/`` ends a line as well.

        >>> print(Polyomino.parse("[(0,0), (1,0), (1,1), (1,2)]"))
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
            return cls(text_drawings.listed_cells(SQUARE, text))  # type: ignore[arg-type]
        return cls(text_drawings.cells_of(SQUARE, text))  # type: ignore[arg-type]

    @classmethod
    def from_address(cls, address: str) -> Polyomino:  # type: ignore[override]
        """Return the polyomino at an `address`: the image whose code is the least.

        >>> print(Polyomino.from_address("y"))
        .##
        ##.

        Raises
        ------
        ProblemError
            If no polyomino has the address.
        """
        cells = addresses.cells_at(SQUARE, address)
        return at_address(cls(cells), address)  # type: ignore[arg-type]

    def __lt__(self, other: Polyform) -> bool:
        """Compare by size, then by height, width and mask."""
        return (len(self), self.box, self.mask) < (len(other), other.box, other.mask)

    def __reduce__(self) -> tuple[object, ...]:
        return Polyomino, (self.cells,)

    def __repr__(self) -> str:
        return f"Polyomino({list(self.cells)})"

    @property
    def height(self) -> int:
        """Number of rows of the bounding box."""
        return self.box[0]

    @property
    def width(self) -> int:
        """Number of columns of the bounding box."""
        return self.box[1]

    @property
    def coordinates(self) -> str:
        """The cells as ``[(row,column), …]``: `parse` reads it.

        >>> Polyomino([(0, 0), (1, 0), (1, 1)]).coordinates
        '[(0,0), (1,0), (1,1)]'
        """
        return f"[{', '.join(f'({r},{c})' for r, c in self.cells)}]"

    def translate(self, down: int, right: int) -> tuple[Cell, ...]:
        """Return the cells, moved from where the smallest row and column are 0.

        >>> Polyomino([(0, 0), (0, 1)]).translate(2, 3)
        ((2, 3), (2, 4))
        """
        return tuple((r + down, c + right) for r, c in self.cells)

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
        return self.moved(SQUARE.mirrors[0])

    def moved(self, image: Callable[[int, int], Cell]) -> Polyomino:
        """Return the image under an element of D4; connectedness is not checked again.

        >>> Polyomino([(0, 0), (0, 1)]).moved(lambda r, c: (c, r)).cells
        ((0, 0), (1, 0))
        """
        moved = Polyomino.__new__(Polyomino)
        # As `Lattice.normalised`, whose general way takes three times as long.
        own = self.cells
        cells = image.of(own) if isinstance(image, Isometry) else [image(r, c) for r, c in own]
        top, left = min(cells)[0], min([c for _, c in cells])
        moved._fill(SQUARE, tuple(sorted([(r - top, c - left) for r, c in cells])))
        return moved

    def dilate(self, factor: int) -> Polyomino:
        """Return the shape with each cell enlarged to a square of `factor` by `factor` cells.

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
            (r * factor + i, c * factor + j) for r, c in self.cells for i in steps for j in steps
        )

    def images(self, kind: Kind = "free") -> tuple[Polyomino, ...]:
        """The images of a kind, with repeats: of free ones, four rotations, then four reflections.

        >>> len(Polyomino([(0, 0)]).images())
        8
        """
        number = {"fixed": 1, "one-sided": 4, "free": 8}[kind]
        return tuple(map(self.moved, (*SQUARE.rotations, *SQUARE.reflections)[:number]))

    def canonical(self, kind: Kind = "free") -> Polyomino:
        """The image that represents the class: at least as wide as tall, of the smallest mask.

        >>> print(Polyomino([(0, 0), (1, 0), (2, 0), (2, 1)]).canonical())
        ###
        #..
        """
        if kind == "fixed":
            return self
        wide = (image for image in self.images(kind) if image.width >= image.height)
        return min(wide, key=lambda image: image.mask)

    @cached_property
    def symmetry(self) -> SymmetryClass:  # type: ignore[override]
        """Redelmeier's symmetry class."""
        return SymmetryClass.fixed_by(*(self.moved(image) == self for image in SQUARE.images))

    @property
    def orbit(self) -> int:
        """Number of different images under D4."""
        return self.symmetry.orbit("free")


@cache
def free_polyominoes(cells: int) -> tuple[Polyomino, ...]:
    """Return all free polyominoes of a size as canonical images, in order.

    Grown cell by cell: meant for sets of pieces, up to 8 cells.

    >>> [len(free_polyominoes(cells)) for cells in range(1, 8)]
    [1, 1, 2, 5, 12, 35, 108]
    """
    return tuple(sorted(Polyomino(s.cells).canonical() for s in free_polyforms(SQUARE, cells)))
