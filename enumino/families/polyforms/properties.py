"""Named properties of polyforms, and a definition of each.

A property is true or false of the listed image. It is computed for the shapes of a batch at once,
laid out on boards with a margin. Those of rows and columns are defined on squares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from enumino.datasets.queries.masks import coordinates
from enumino.datasets.queries.row_conditions import RowCondition, without_codes
from enumino.datasets.rows import Derived
from enumino.families.polyforms.columns import BOX, MASKS
from enumino.objects.lattice import SQUARE, Lattice

Flags = npt.NDArray[np.bool_]
SHAPES = 4096  # on boards at a time, which stay in the cache


class Shapes:
    """Some rows of polyforms, as cells on boards: one board a shape, with a margin around it."""

    def __init__(self, lattice: Lattice, rows: Mapping[str, npt.NDArray[Any]]) -> None:
        self.lattice, self.rows = lattice, rows
        self.box = [rows[name] for name in BOX if name in rows]
        self.shapes = len(self.box[0])

    @classmethod
    def of_cells(
        cls, others: Shapes, box: list[npt.NDArray[Any]], cells: tuple[npt.NDArray[Any], ...]
    ) -> Shapes:
        """Return images of shapes: numbers of shapes and coordinates of all cells, and boxes."""
        made = cls(others.lattice, others.rows)
        made.box, made.__dict__["_coordinates"] = box, cells
        return made

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
        if lattice.steps != lattice.side_steps or len(set(map(len, lattice.steps))) > 1:
            return self.sums(self.degrees) // 2
        sides = len(lattice.side_steps[0]) * self.rows["cells"].astype(np.intp)
        return np.asarray((sides - self.rows["perimeter"]) // 2)

    @cached_property
    def degrees(self) -> npt.NDArray[np.intp]:
        """The number of neighbours of each cell in its shape."""
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
        board = np.zeros(self.shapes * area, bool)
        board[places] = True
        found = np.zeros(len(places), np.intp)
        for number, steps in enumerate(lattice.steps):
            own = self.cells[-1] % count == number
            for step in steps:
                found[own] += board[places[own] + place(step)]
        return found

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

    @cached_property
    def row_convex(self) -> Flags:
        """Whether the squares of each row are consecutive."""
        return np.asarray(self._runs(2) == self.box[0])

    @cached_property
    def column_convex(self) -> Flags:
        """Whether the squares of each column are consecutive."""
        return np.asarray(self._runs(1) == self.box[1])

    def _runs(self, axis: int) -> npt.NDArray[np.intp]:
        """Return the number of runs of squares, in all rows (axis 2) or columns (axis 1)."""
        return np.asarray((np.diff(self.squares, axis=axis).sum((1, 2)) // 2).astype(np.intp))


def _is_tree(shapes: Shapes) -> Flags:
    return np.asarray(shapes.contacts == shapes.rows["cells"].astype(np.intp) - 1)


def _is_snake(shapes: Shapes) -> Flags:
    return np.asarray(_is_tree(shapes) & (shapes.sums(shapes.degrees > 2) == 0))


def _is_without_holes(shapes: Shapes) -> Flags:
    return np.asarray(shapes.rows["holes"] == 0)


def _is_row_convex(shapes: Shapes) -> Flags:
    return shapes.row_convex


def _is_column_convex(shapes: Shapes) -> Flags:
    return shapes.column_convex


def _is_convex(shapes: Shapes) -> Flags:
    return _is_row_convex(shapes) & _is_column_convex(shapes)


def _is_directed(shapes: Shapes) -> Flags:
    board = shapes.squares
    first = board[:, 1:, 1:] & ~board[:, :-1, 1:] & ~board[:, 1:, :-1]
    return np.asarray(first.sum((1, 2)) == 1)


def _is_directed_convex(shapes: Shapes) -> Flags:
    return np.asarray(_is_convex(shapes) & shapes.squares[:, 1, 1])


def _is_parallelogram(shapes: Shapes) -> Flags:
    last = shapes.squares[np.arange(shapes.shapes), shapes.box[0], shapes.box[1]]
    return np.asarray(_is_directed_convex(shapes) & last)


def _is_l_convex(shapes: Shapes) -> Flags:
    rows = shapes.squares[:, 1:-1]
    left, right = rows.argmax(2), rows.shape[2] - 1 - rows[:, :, ::-1].argmax(2)
    found = _is_convex(shapes)
    for one in range(rows.shape[1]):
        for other in range(one):
            inside = (left[:, one] >= left[:, other]) & (right[:, one] <= right[:, other])
            around = (left[:, one] <= left[:, other]) & (right[:, one] >= right[:, other])
            found &= inside | around | (shapes.box[0] <= one)
    return found


def _is_balanced(shapes: Shapes) -> Flags:
    row, column = shapes.cells
    return np.asarray(shapes.sums(1 - 2 * ((row + column) % 2)) == 0)


@dataclass(frozen=True)
class Property:
    """A property by its name, and its definition.

    It is of `squares` only, or of any lattice; if it is `of_pairs` of neighbours, cells must not
    overlap, and if it is `of_holes`, these must be defined.
    """

    name: str
    definition: str
    of: Callable[[Shapes], Flags]
    squares: bool = True
    of_pairs: bool = False
    of_holes: bool = False

    def is_defined_on(self, lattice: Lattice) -> bool:
        """Return whether shapes of a lattice of other cells than squares may have the property."""
        without = (self.of_pairs and lattice.overlaps, self.of_holes and not lattice.counts_holes)
        return not self.squares and not any(without)


PROPERTIES = (
    Property("tree", "the graph of adjacent cells is a tree", _is_tree, False, True),
    Property(
        "snake", "a tree in which no cell has more than two neighbours", _is_snake, False, True
    ),
    Property("without_holes", "no hole", _is_without_holes, False, of_holes=True),
    Property("row_convex", "the cells of each row are consecutive", _is_row_convex),
    Property("column_convex", "the cells of each column are consecutive", _is_column_convex),
    Property("convex", "convex by rows and by columns", _is_convex),
    Property("directed", "steps to the right and down lead from one cell to all", _is_directed),
    Property("directed_convex", "directed and convex", _is_directed_convex),
    Property(
        "parallelogram",
        "directed and convex, with the last cell of the last row of its box",
        _is_parallelogram,
    ),
    Property("l_convex", "a path with at most one turn joins any two cells", _is_l_convex),
    Property("balanced", "as many black as white cells of a chessboard", _is_balanced),
)
BY_NAME = {each.name: each for each in PROPERTIES}


# What properties read beside the mask and its box.
READ = ("cells", "perimeter", "holes")


def properties_of(lattice: Lattice) -> list[Property]:
    """Return the properties of the polyforms of a lattice."""
    return [each for each in PROPERTIES if lattice == SQUARE or each.is_defined_on(lattice)]


def derived_of(lattice: Lattice) -> list[Derived]:
    """Return the properties of the polyforms of a lattice, as values of rows."""
    return [
        Derived(each.name, each.definition, partial(_column, each, lattice), True, READ)
        for each in properties_of(lattice)
    ]


def address_of(lattice: Lattice) -> Derived:
    """Return the address of a shape, as a value of rows."""
    from enumino.families.polyforms.addresses import addresses

    meaning = "the short name that all images share"
    return Derived("address", meaning, partial(addresses, lattice=lattice))


def _column(each: Property, lattice: Lattice, rows: pa.RecordBatch) -> pa.Array:
    """Return whether the rows of a batch have a property."""
    names = [name for name in (*BOX, *MASKS, *READ) if name in rows.schema.names]
    columns = {name: rows.column(name).to_numpy(zero_copy_only=False) for name in names}
    order = np.lexsort([columns[name] for name in BOX if name in columns])
    found = np.zeros(rows.num_rows, bool)
    for first in range(0, rows.num_rows, SHAPES):
        at = order[first : first + SHAPES]
        found[at] = each.of(Shapes(lattice, {name: v[at] for name, v in columns.items()}))
    return pa.array(found)


class Only:
    """A condition on the columns and properties of polyforms."""

    def __init__(self, text: str, lattice: Lattice, schema: pa.Schema) -> None:
        derived = [address_of(lattice), *derived_of(lattice)]
        words = words_of(text) or ()
        # Names of properties alone need no DuckDB.
        self._properties = [each for each in derived if each.name in words]
        self._condition: RowCondition | None = None
        if not words or len(self._properties) < len(words):
            known = {"symmetry": list(map(str, lattice.class_names))}
            drawn_from = [name for name in (*BOX, *MASKS) if name in schema.names]
            self._condition = RowCondition(text, without_codes(schema), derived, drawn_from, known)

    def chosen(self, rows: pa.RecordBatch) -> Flags:
        """Return which rows meet the condition."""
        if self._condition is None:
            have = [each.of(rows).to_numpy(zero_copy_only=False) for each in self._properties]
            return np.asarray(np.all(have, axis=0))
        return self._condition.chosen(rows)


class Filter:
    """The conditions on polyforms that no search cuts: on columns, and on symmetry classes."""

    def __init__(
        self,
        lattice: Lattice,
        schema: pa.Schema,
        only: str | None,
        symmetry: tuple[str, ...] | None,
    ) -> None:
        self._only = None if only is None else Only(only, lattice, schema)
        self._classes = None if symmetry is None else pa.array(symmetry)

    def chosen(self, rows: pa.RecordBatch) -> Flags:
        """Return which rows meet the conditions."""
        found = np.ones(rows.num_rows, bool)
        if self._only is not None:
            found &= self._only.chosen(rows)
        if self._classes is not None:
            names = pc.cast(rows.column("symmetry"), pa.string())
            found &= pc.is_in(names, self._classes).to_numpy(zero_copy_only=False)
        return found


def words_of(condition: str) -> frozenset[str] | None:
    """Return the properties that a condition asks for, or None if it is more than their names.

    >>> sorted(words_of("tree and convex")), words_of("tree and holes = 0")
    (['convex', 'tree'], None)
    """
    words = frozenset(re.split(r"\s+and\s+", condition.strip().lower()))
    return words if words <= BY_NAME.keys() else None
