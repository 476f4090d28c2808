"""Lattices as values: cells, neighbours, coordinates, and the point group.

A cell is a tuple of whole numbers: (row, column), or (layer, row, column) for cubes. The cells of a
unit cell are side by side in a row: a unit cell of two triangles has the triangle that points
downwards in its even column, and the triangle that points upwards in its odd column. So sorted
cells are in *reading order*, masks of boxes are the same for all lattices, and translations move
cells by whole unit cells.

*Points* are coordinates about a centre of the lattice in which each element of the point group is a
signed permutation: (row, column) for squares, three numbers with sum 0 for hexagons, and with sum 1
or -1 for triangles.

The classes of squares have Redelmeier's names (Discrete Mathematics 36, 1981, Table 3); for other
lattices see `enumino.objects.lattices`. NumPy is imported for arrays only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from operator import add, mul, sub
from typing import TYPE_CHECKING, Any, TypeVar

from enumino.objects.point_group import KINDS as KINDS
from enumino.objects.point_group import Isometry, PointGroup
from enumino.objects.point_group import Kind as Kind

if TYPE_CHECKING:
    import numpy.typing as npt

Cell = tuple[int, ...]
AnyCell = TypeVar("AnyCell", bound=Cell)
Point = tuple[int, ...]
Steps = tuple[tuple[tuple[int, ...], ...], ...]
Position = tuple[float, float]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Lattice(PointGroup):
    """A lattice of cells in the plane or in space, and its symmetries, identified by its name.

    Parameters with an entry for each cell of a unit cell are in the order of columns.

    >>> SQUARE.neighbours((0, 0))
    ((-1, 0), (0, -1), (0, 1), (1, 0))
    >>> len(KING.neighbours((0, 0))), len(KING.beyond_sides((0, 0)))
    (8, 4)
    """

    name: str
    steps: Steps  # from each cell of a unit cell to its neighbours, in reading order
    # To the cells behind its sides (edges, or faces of cubes), for perimeters; by default `steps`.
    side_steps: Steps = ()
    units: tuple[Point, ...] = ((1, 0), (0, 1))  # changes of a point per layer, row, unit cell
    origins: tuple[Point, ...] = ((0, 0),)  # points of the cells in the unit cell at 0
    # The corners of each cell, in order around it.
    corner_steps: Steps = (((0, 0), (0, 1), (1, 1), (1, 0)),)
    corner_scale: int = 1  # difference between the corners of neighbouring unit cells in a row
    # In drawings, the (x, y) from a row, and from a unit cell, to the next; none for cubes.
    drawn: tuple[Position, ...] = ((0.0, 1.0), (1.0, 0.0))
    # Translations of points after elements of the point group that alone do not map the lattice to
    # itself, as for glide reflections.
    shifts: Mapping[Isometry, Point] = field(default_factory=dict)
    definition: Any = None  # the contents of its file (`enumino.objects.lattice_files`)
    dimensions: int = field(init=False)  # coordinates of a cell: 2 in the plane, 3 in space
    sublattices: int = field(init=False)  # cells in a unit cell
    of_edges: bool = field(init=False)  # whether cells are edges, with two ends and no area

    def __post_init__(self) -> None:
        self.__dict__.update(
            side_steps=self.side_steps or self.steps,
            dimensions=len(self.units),
            sublattices=len(self.origins),
            of_edges=len(self.corner_steps[0]) == 2,
        )

    def __eq__(self, other: object) -> bool:
        own = self.name, self.definition
        return isinstance(other, Lattice) and own == (other.name, other.definition)

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<the {self.name} lattice>"

    @cached_property
    def reach(self) -> tuple[int, ...]:
        """The largest distances to neighbours and corners of a cell: layers, rows, unit cells."""
        apart = [
            (*rows, (column + number) // self.sublattices)
            for number, own in enumerate(self.steps)
            for *rows, column in own
        ]
        apart += [
            tuple([k // self.corner_scale for k in c]) for own in self.corner_steps for c in own
        ]
        return tuple([max(map(abs, axis)) for axis in zip(*apart, strict=True)])

    def neighbours(self, cell: AnyCell) -> tuple[AnyCell, ...]:
        """Return the cells that are adjacent to a cell, in reading order."""
        return tuple([_sum(cell, step) for step in self.steps[cell[-1] % self.sublattices]])

    def beyond_sides(self, cell: AnyCell) -> tuple[AnyCell, ...]:
        """Return the cells that share a side (edge or face) with a cell, in reading order."""
        return tuple([_sum(cell, step) for step in self.side_steps[cell[-1] % self.sublattices]])

    def normalised(self, cells: Iterable[AnyCell]) -> tuple[AnyCell, ...]:
        """Return cells in reading order, moved so that the smallest row and unit cell are 0."""
        axes = list(zip(*cells, strict=True))
        lowest = [min(axis) for axis in axes]
        lowest[-1] -= lowest[-1] % self.sublattices
        moved = [[k - start for k in axis] for axis, start in zip(axes, lowest, strict=True)]
        return tuple(sorted(zip(*moved, strict=True)))  # type: ignore[arg-type]

    def box(self, cells: Iterable[AnyCell]) -> tuple[int, ...]:
        """Return the box of normalised cells, (height, width) or (depth, height, width)."""
        sizes = [max(axis) + 1 for axis in zip(*cells, strict=True)]
        sizes[-1] += -sizes[-1] % self.sublattices
        return tuple(sizes)

    def components(
        self,
        cells: Iterable[AnyCell],
        neighbours: Callable[[AnyCell], tuple[AnyCell, ...]] | None = None,
    ) -> list[set[AnyCell]]:
        """Return the connected components of a set of cells, in any order."""
        near, rest, components = neighbours or self.neighbours, set(cells), []
        while rest:
            reached = [rest.pop()]
            for cell in reached:
                found = [each for each in near(cell) if each in rest]
                rest.difference_update(found)
                reached += found
            components.append(set(reached))
        return components

    @cached_property
    def changes(self) -> list[list[int]]:
        """The changes of each coordinate of a point by each step."""
        cells = [(0,) * (self.dimensions - 1) + (k,) for k in range(self.sublattices)]
        pairs = ((cell, near) for cell in cells for near in self.neighbours(cell))
        moves = (map(sub, self.point(near), self.point(cell)) for cell, near in pairs)
        return [[abs(change) for change in move] for move in moves]

    def point(self, cell: Cell) -> Point:
        """Return the point of a cell: coordinates that the point group permutes."""
        unit, number = divmod(cell[-1], self.sublattices)
        at, axes = (*cell[:-1], unit), zip(self.origins[number], *self.units, strict=True)
        return tuple([start + sum(map(mul, steps, at)) for start, *steps in axes])

    def cell(self, point: Point) -> Cell:
        """Return the cell of a point."""
        for number, origin in enumerate(self.origins):
            at = [(point[i] - origin[i]) // self.units[i][i] for i in range(self.dimensions)]
            cell = (*at[:-1], at[-1] * self.sublattices + number)
            if self.point(cell) == point:
                return cell
        raise ValueError(f"no cell of the {self.name} lattice is at the point {point}.")

    def shift(self, image: Isometry) -> Point:
        """Return the translation of points after an element of the point group, mostly 0."""
        return self.shifts.get(image, (0,) * len(self.units[0]))

    def image_of(self, image: Isometry, cell: Cell) -> Cell:
        """Return the image of a cell under a symmetry of the lattice."""
        return self.images_of([cell], image)[0]

    def moved(self, cells: Iterable[Cell], image: Isometry) -> tuple[Cell, ...]:
        """Return the image of cells, normalised."""
        return self.normalised(self.images_of(cells, image))

    def images_of(self, cells: Iterable[Cell], image: Isometry) -> list[Cell]:
        """Return the images of cells under a symmetry of the lattice, in the same order."""
        (matrix, bases), found = affine_map(self, image), []
        for *others, last in cells:
            unit, number = divmod(last, self.sublattices)
            at, base = (*others, unit), bases[number]
            moved = [k + sum(map(mul, row, at)) for k, row in zip(base, matrix, strict=True)]
            found.append(tuple(moved))
        return found

    def moved_arrays(
        self, cells: Sequence[npt.NDArray[Any]], image: Isometry
    ) -> list[npt.NDArray[Any]]:
        """Return the images of cells, in the same order, moved so that the smallest are at 0.

        There is an array for each coordinate, of one dimension for one shape, or with the cells of
        each shape in a column.
        """
        import numpy as np

        (matrix, bases), count, moved = affine_map(self, image), self.sublattices, []
        at = [*cells[:-1], cells[-1] // count] if count > 1 else cells
        base = np.array(bases, cells[-1].dtype)[cells[-1] % count if count > 1 else 0]
        for axis, row in enumerate(matrix):
            found = base[..., axis] + sum(k * c for k, c in zip(row, at, strict=True) if k)
            lowest = found.min(axis=0)
            moved.append(found - (lowest - lowest % count if axis == len(at) - 1 else lowest))
        return moved

    def corners(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the corners in order around a cell; cells share corners where they touch."""
        unit, number = divmod(cell[-1], self.sublattices)
        at = tuple([self.corner_scale * k for k in (*cell[:-1], unit)])
        return tuple([_sum(at, step) for step in self.corner_steps[number]])

    def position(self, corner: tuple[int, ...]) -> Position:
        """Return the (x, y) of a corner in a drawing, in longest sides of cells; y grows down."""
        x, y = (sum(map(mul, steps, corner)) for steps in zip(*self.drawn, strict=True))
        return x / self.corner_scale, y / self.corner_scale


def _sum(cell: AnyCell, step: tuple[int, ...]) -> AnyCell:
    return tuple(map(add, cell, step))  # type: ignore[return-value]


@cache
def affine_map(lattice: Lattice, image: Isometry) -> tuple[list[Cell], list[Cell]]:
    """Return a symmetry of (layer, row, unit cell) as a matrix, and a base for each cell."""

    def image_of(*at: int) -> Cell:
        return lattice.cell(_sum(image(*lattice.point(at)), lattice.shift(image)))

    origin, count = (0,) * (lattice.dimensions - 1), lattice.sublattices
    bases = [image_of(*origin, number) for number in range(count)]
    along = [1] * len(origin) + [count]  # the steps to the next layer, row, unit cell
    ends = [image_of(*(k * (i == axis) for i, k in enumerate(along))) for axis in range(len(along))]
    columns = [tuple(map(sub, end, bases[0])) for end in ends]
    return list(zip(*columns, strict=True)), bases


# Redelmeier's names of the conjugacy classes of subgroups of D4, in the order of their codes.
SQUARE_CLASSES = ("none", "rotate", "rotate2", "axis", "axis2", "diag", "diag2", "all")
_EDGES = ((-1, 0), (0, -1), (0, 1), (1, 0))
_QUARTER_TURN, _MIRROR = Isometry((1, 0), (1, -1)), Isometry((0, 1), (1, -1))

# The square lattice. The images of (row, column), with rows downwards, are:
#
# =  =================  ==================
# 0  left-right         to (row, -column)
# 1  up-down            to (-row, column)
# 2  half turn          to (-row, -column)
# 3  transpose          to (column, row)
# 4  quarter turn       to (column, -row)
# 5  quarter turn back  to (-column, row)
# 6  antitranspose      to (-column, -row)
# =  =================  ==================
#
# The quarter turn is clockwise. A translation into the frame follows each.
SQUARE = Lattice(
    name="square",
    turns=(_QUARTER_TURN,),
    mirrors=(_MIRROR,),
    steps=(_EDGES,),
    class_names=SQUARE_CLASSES,
)

# Squares that are adjacent at sides and corners, like the moves of a chess king.
KING = Lattice(
    name="king",
    turns=(_QUARTER_TURN,),
    mirrors=(_MIRROR,),
    steps=(tuple((row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if row or column),),
    side_steps=(_EDGES,),
    class_names=SQUARE_CLASSES,
)
