"""Properties of polyforms as derived columns, each defined once.

A property is true or false of the listed image, or a number. It is computed in NumPy for the shapes
of a batch at once, laid out on boards with a margin. Those of rows and columns are defined on
squares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import product
from operator import mul
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.queries.masks import coordinates
from enumino.datasets.rows import Derived
from enumino.errors import ProblemError
from enumino.families.polyforms.columns import BOX, MASKS
from enumino.objects.lattice import SQUARE, Lattice
from enumino.schema import Column
from enumino.words import quoted

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.intp]
SHAPES = 4096  # on boards at a time, which stay in the cache


class Shapes:
    """Some rows of polyforms, as cells on boards: one board a shape, with a margin around it."""

    def __init__(self, lattice: Lattice, rows: Mapping[str, npt.NDArray[Any]]) -> None:
        self.lattice, self.rows = lattice, rows
        self.box = [rows[name] for name in BOX if name in rows]
        self.shapes = len(self.box[0])

    @cached_property
    def _coordinates(self) -> tuple[npt.NDArray[Any], ...]:
        """The numbers of the shapes of all cells, and their coordinates."""
        return coordinates(self.box, [self.rows[name] for name in MASKS if name in self.rows])

    @property
    def shape(self) -> npt.NDArray[Any]:
        """The number of the shape of each cell."""
        return self._coordinates[0]

    @property
    def cells(self) -> tuple[npt.NDArray[Any], ...]:
        """The coordinates of all cells, of one shape after the other."""
        return self._coordinates[1:]

    @property
    def contacts(self) -> npt.NDArray[np.intp]:
        """The number of pairs of neighbours in each shape."""
        lattice = self.lattice
        is_regular = lattice.steps == lattice.side_steps and len({*map(len, lattice.steps)}) == 1
        if not is_regular or "perimeter" not in self.rows:
            return self.sums(self.degrees) // 2
        sides = len(lattice.side_steps[0]) * self.rows["cells"].astype(np.intp)
        return np.asarray((sides - self.rows["perimeter"]) // 2)

    @cached_property
    def adjacent(self) -> npt.NDArray[np.uint64]:
        """The neighbours of each cell in its shape, whose cells are bits in their order."""
        lattice, count = self.lattice, self.lattice.sublattices
        *others, last = lattice.reach
        margins = [*others, last * count]
        sides = [int(s.max(initial=1)) + 2 * k for s, k in zip(self.box, margins, strict=True)]

        def place(cell: Any) -> Any:
            found = cell[0]
            for axis, side in zip(cell[1:], sides[1:], strict=True):
                found = found * side + axis
            return found

        area = int(np.prod(sides))
        inside = [axis.astype(np.intp) + k for axis, k in zip(self.cells, margins, strict=True)]
        places = self.shape.astype(np.intp) * area + place(inside)
        board = np.zeros(self.shapes * area, np.uint64)
        board[places] = np.uint64(1) << self.numbers
        found = np.zeros(len(places), np.uint64)
        for number, steps in enumerate(lattice.steps):
            own = self.cells[-1] % count == number
            for step in steps:
                found[own] |= board[places[own] + place(step)]
        return found

    @cached_property
    def numbers(self) -> npt.NDArray[np.uint64]:
        """The number of each cell in its shape."""
        sizes = np.bincount(self.shape, minlength=self.shapes)
        starts = np.repeat(np.cumsum(sizes) - sizes, sizes)
        return (np.arange(len(starts)) - starts).astype(np.uint64)

    @cached_property
    def degrees(self) -> npt.NDArray[np.intp]:
        """The number of neighbours of each cell in its shape."""
        return np.bitwise_count(self.adjacent).astype(np.intp)

    def sums(self, of_cells: npt.NDArray[Any]) -> npt.NDArray[np.intp]:
        """Return the sum over the cells of each shape."""
        return np.bincount(self.shape, of_cells, self.shapes).astype(np.intp)

    @cached_property
    def squares(self) -> Flags:
        """Squares on boards: bool[shapes, rows + 2, columns + 2]."""
        height, width = (int(side.max(initial=1)) for side in self.box)
        board = np.zeros((self.shapes, height + 2, width + 2), bool)
        board[self.shape, self.cells[0] + 1, self.cells[1] + 1] = True
        return board

    def runs(self, axis: int) -> npt.NDArray[np.intp]:
        """Return the number of runs of squares, in all rows (axis 2) or columns (axis 1)."""
        return np.asarray((np.diff(self.squares, axis=axis).sum((1, 2)) // 2).astype(np.intp))


@dataclass(frozen=True)
class Property:
    """A property by its name, and its definition.

    `lattices` tells on which lattices it is defined; it is of type ``bool`` or ``uint8``.
    """

    name: str
    definition: str
    of: Callable[[Shapes], npt.NDArray[Any]]
    lattices: Callable[[Lattice], bool]
    type: str

    @property
    def column(self) -> Column:
        """The column of the property in a dataset that stores it; totals are kept of flags."""
        sentence = f"{self.definition[0].upper()}{self.definition[1:]}."
        return Column(self.name, self.type, sentence, key=self.type == "bool")


BY_NAME: dict[str, Property] = {}
# What properties read.
READ = (*BOX, *MASKS, "cells", "perimeter", "holes")

Of = TypeVar("Of", bound=Callable[[Shapes], npt.NDArray[Any]])


def _property(
    definition: str, lattices: Callable[[Lattice], bool], column_type: str = "bool"
) -> Callable[[Of], Of]:
    """Decorate the function that computes a property, which has its name."""

    def defined(of: Of) -> Of:
        name = of.__name__.removeprefix("_")
        BY_NAME[name] = Property(name, definition, of, lattices, column_type)
        return of

    return defined


def _any(lattice: Lattice) -> bool:
    return True


def _plane(lattice: Lattice) -> bool:
    return lattice.dimensions == 2


def _square(lattice: Lattice) -> bool:
    return lattice == SQUARE


def _coloured(lattice: Lattice) -> bool:
    return _two_colouring(lattice) is not None


@cache
def _two_colouring(lattice: Lattice) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Return a colouring of the cells such that neighbours differ, or None if there is none.

    The colour of a cell is the parity of the sum of the numbers of its coordinates with an entry of
    1, of unit cells in the last one, and the entry of its number in the unit cell.

    >>> _two_colouring(SQUARE)
    ((1, 1), (0,))
    """
    count = lattice.sublattices
    for of_axes in product((0, 1), repeat=lattice.dimensions):
        for others in product((0, 1), repeat=count - 1):
            of_numbers = (0, *others)
            if all(
                (sum(map(mul, of_axes, (*rows, unit))) + of_numbers[to] - of_numbers[number]) % 2
                for number, own in enumerate(lattice.steps)
                for *rows, step in own
                for unit, to in [divmod(step + number, count)]
            ):
                return of_axes, of_numbers
    return None


@_property("the graph of adjacent cells is a tree", _any)
def _tree(shapes: Shapes) -> Flags:
    return np.asarray(shapes.contacts == shapes.rows["cells"].astype(np.intp) - 1)


@_property("a tree in which no cell has more than two neighbours", _any)
def _snake(shapes: Shapes) -> Flags:
    return np.asarray(_tree(shapes) & (shapes.sums(shapes.degrees > 2) == 0))


@_property("no hole", _plane)
def _without_holes(shapes: Shapes) -> Flags:
    return np.asarray(shapes.rows["holes"] == 0)


@_property("the cells of each row are consecutive", _square)
def _row_convex(shapes: Shapes) -> Flags:
    return np.asarray(shapes.runs(2) == shapes.box[0])


@_property("the cells of each column are consecutive", _square)
def _column_convex(shapes: Shapes) -> Flags:
    return np.asarray(shapes.runs(1) == shapes.box[1])


@_property("convex by rows and by columns", _square)
def _convex(shapes: Shapes) -> Flags:
    return _row_convex(shapes) & _column_convex(shapes)


@_property("steps to the right and down lead from one cell to all", _square)
def _directed(shapes: Shapes) -> Flags:
    board = shapes.squares
    first = board[:, 1:, 1:] & ~board[:, :-1, 1:] & ~board[:, 1:, :-1]
    return np.asarray(first.sum((1, 2)) == 1)


@_property("directed and convex", _square)
def _directed_convex(shapes: Shapes) -> Flags:
    return np.asarray(_convex(shapes) & shapes.squares[:, 1, 1])


@_property("directed and convex, with the last cell of the last row of its box", _square)
def _parallelogram(shapes: Shapes) -> Flags:
    last = shapes.squares[np.arange(shapes.shapes), shapes.box[0], shapes.box[1]]
    return np.asarray(_directed_convex(shapes) & last)


@_property("a path with at most one turn joins any two cells", _square)
def _l_convex(shapes: Shapes) -> Flags:
    rows = shapes.squares[:, 1:-1]
    left, right = rows.argmax(2), rows.shape[2] - 1 - rows[:, :, ::-1].argmax(2)
    found = _convex(shapes)
    for one in range(rows.shape[1]):
        for other in range(one):
            inside = (left[:, one] >= left[:, other]) & (right[:, one] <= right[:, other])
            around = (left[:, one] <= left[:, other]) & (right[:, one] >= right[:, other])
            found &= inside | around | (shapes.box[0] <= one)
    return found


@_property("no gap is enclosed; one that meets the outside at a corner is not", _square)
def _simply_connected_interior(shapes: Shapes) -> Flags:
    """Return whether Euler's formula leaves no gap, if empty cells join at corners too."""
    cells = shapes.rows["cells"].astype(np.intp)
    return np.asarray(cells - shapes.contacts + _squares(shapes) == 1)


@_property("as many cells of one colour as of the other", _coloured)
def _balanced(shapes: Shapes) -> Flags:
    return np.asarray(_imbalance(shapes) == 0)


@_property("pairs of adjacent cells", _any, "uint8")
def _edges(shapes: Shapes) -> Numbers:
    return shapes.contacts


@_property("cells with one neighbour", _any, "uint8")
def _leaves(shapes: Shapes) -> Numbers:
    return shapes.sums(shapes.degrees == 1)


@_property("cells without which the shape is not connected", _any, "uint8")
def _cut_cells(shapes: Shapes) -> Numbers:
    """Count the cells without which a flood from the first other cell does not reach the rest."""
    most = int(shapes.numbers.max(initial=0)) + 1
    near = np.zeros((most, shapes.shapes), np.uint64)
    near[shapes.numbers.astype(np.intp), shapes.shape] = shapes.adjacent
    one, every = np.uint64(1), shapes.sums(np.ones(len(shapes.shape))).astype(np.uint64)
    whole = (one << (every - one) << one) - one
    found = np.zeros(shapes.shapes, np.intp)
    for cut in range(most):
        rest = whole & ~(one << np.uint64(cut))
        reached, before = rest & (~rest + one), np.zeros_like(rest)
        while (reached != before).any():
            before = reached
            for number in range(most):
                is_reached = reached >> np.uint64(number) & one
                reached = reached | near[number] * is_reached & rest
        found += (reached != rest) & (every > cut)
    return found


@_property(
    "difference between the numbers of cells of two colours, where neighbours differ",
    _coloured,
    "uint8",
)
def _imbalance(shapes: Shapes) -> Numbers:
    colouring = _two_colouring(shapes.lattice)
    assert colouring is not None
    of_axes, of_numbers = colouring
    *first, last = (axis.astype(np.intp) for axis in shapes.cells)
    unit, number = np.divmod(last, shapes.lattice.sublattices)
    colour = np.array(of_numbers)[number]
    for is_counted, axis in zip(of_axes, (*first, unit), strict=True):
        colour += is_counted * axis
    return np.abs(shapes.sums(1 - 2 * (colour % 2)))


@_property("full squares of 2 x 2 cells", _square, "uint8")
def _squares(shapes: Shapes) -> Numbers:
    board = shapes.squares
    full = board[:, :-1, :-1] & board[:, :-1, 1:] & board[:, 1:, :-1] & board[:, 1:, 1:]
    return np.asarray(full.sum((1, 2)))


@_property("corners where two cells touch and two are empty", _square, "uint8")
def _pinches(shapes: Shapes) -> Numbers:
    board = shapes.squares
    a, b, c, d = board[:, :-1, :-1], board[:, :-1, 1:], board[:, 1:, :-1], board[:, 1:, 1:]
    return np.asarray(((a & d & ~b & ~c) | (b & c & ~a & ~d)).sum((1, 2)))


FLAGS = frozenset(each.name for each in BY_NAME.values() if each.type == "bool")


def properties_of(lattice: Lattice) -> list[Property]:
    """Return the properties of the polyforms of a lattice."""
    return [each for each in BY_NAME.values() if each.lattices(lattice)]


def derived_of(lattice: Lattice) -> list[Derived]:
    """Return the address and the properties of polyforms of a lattice, as values of rows."""
    from enumino.families.polyforms.addresses import addresses

    meaning = "the short name that all images share"
    address = partial(addresses, lattice=lattice)
    return [
        Derived("address", meaning, address, (*BOX, *MASKS)),
        *(
            Derived(each.name, each.definition, partial(_column, each, lattice), READ, each.type)
            for each in properties_of(lattice)
        ),
    ]


def chosen_properties(names: str | Iterable[str], lattice: Lattice, nouns: str) -> tuple[str, ...]:
    """Return the properties that a user names, such as ``"tree,convex"``, each once.

    Raises
    ------
    ProblemError
        If the shapes of the lattice have no such property.
    """
    known = [each.name for each in properties_of(lattice)]
    given = names.split(",") if isinstance(names, str) else list(names)
    found = dict.fromkeys(str(name).strip() for name in given)
    for name in found:
        if name not in known:
            raise ProblemError(
                f"{nouns.capitalize()} have no property {quoted(name)}: choose from "
                f"{', '.join(known)}."
            )
    return tuple(found)


def with_properties(rows: pa.RecordBatch, names: Iterable[str], lattice: Lattice) -> pa.RecordBatch:
    """Return rows with further columns, those of some properties."""
    for name in names:
        values = _column(BY_NAME[name], lattice, rows)
        rows = rows.append_column(pa.field(name, values.type, nullable=False), values)
    return rows


def _column(each: Property, lattice: Lattice, rows: pa.RecordBatch) -> pa.Array:
    """Return the values of a property of the rows of a batch."""
    names = [name for name in READ if name in rows.schema.names]
    columns = {name: rows.column(name).to_numpy(zero_copy_only=False) for name in names}
    order = np.lexsort([columns[name] for name in BOX if name in columns])
    found = np.zeros(rows.num_rows, each.type)
    for first in range(0, rows.num_rows, SHAPES):
        at = order[first : first + SHAPES]
        found[at] = each.of(Shapes(lattice, {name: v[at] for name, v in columns.items()}))
    return pa.array(found)
