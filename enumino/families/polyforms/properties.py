"""Properties of polyforms as derived columns, each defined once.

A property is true or false of the listed image, or a number. It is computed in NumPy for many
shapes at once, laid out on boards. Those of rows and columns are defined on squares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, partial
from itertools import combinations, product
from operator import mul
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.checks import Planes, counted, in_any
from enumino.datasets.rows import Derived
from enumino.errors import ProblemError
from enumino.families.polyforms.addresses import addresses, names
from enumino.families.polyforms.boards import Board, Counts
from enumino.families.polyforms.columns import BOX, MASKS
from enumino.families.polyforms.shapes import Flags, sound_lots
from enumino.objects.lattice import SQUARE, Lattice
from enumino.schema import Column
from enumino.words import quoted


class Property(NamedTuple):
    """A property of shapes by its name, of type ``bool`` or ``uint8``, and its definition.

    `lattices` tells on which lattices it is defined.
    """

    name: str
    type: str
    lattices: Callable[[Lattice], bool]
    definition: str
    of: Callable[[Board], npt.NDArray[Any]]

    @property
    def column(self) -> Column:
        """The column of the property in a dataset that stores it; totals are kept of flags."""
        return Column(self.name, self.type, self.definition, key=self.type == "bool")


BY_NAME: dict[str, Property] = {}
Of = TypeVar("Of", bound=Callable[[Board], npt.NDArray[Any]])


def _property(column_type: str, lattices: Callable[[Lattice], bool]) -> Callable[[Of], Of]:
    """Decorate the function of a property, which has its name, and its definition as docstring."""

    def defined(of: Of) -> Of:
        name, definition = of.__name__, of.__doc__ or ""
        BY_NAME[name] = Property(name, column_type, lattices, definition, of)
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


def _rows(board: Board) -> Planes:
    """Return the planes of squares: uint8[rows, columns, bytes]."""
    return board.planes.reshape(*board.sizes, -1)


def _number(board: Board, planes: Planes) -> Counts:
    """Return in how many planes each shape is."""
    return counted(planes.reshape(-1, planes.shape[-1]), board.shapes)


@_property("bool", _any)
def tree(board: Board) -> Flags:
    """The graph of adjacent cells is a tree."""
    return np.asarray(board.pairs == board.number - 1)


@_property("bool", _any)
def snake(board: Board) -> Flags:
    """A tree in which no cell has more than two neighbours."""
    return tree(board) & ~in_any(board.beside(3)[2], board.shapes)


@_property("bool", _plane)
def without_holes(board: Board) -> Flags:
    """No hole."""
    return np.asarray(board.holes == 0)


@_property("bool", _square)
def row_convex(board: Board) -> Flags:
    """The cells of each row are consecutive."""
    starts = _rows(board)[:, 1:] & ~_rows(board)[:, :-1]
    return np.asarray(_number(board, starts) == board.box[0])


@_property("bool", _square)
def column_convex(board: Board) -> Flags:
    """The cells of each column are consecutive."""
    starts = _rows(board)[1:] & ~_rows(board)[:-1]
    return np.asarray(_number(board, starts) == board.box[1])


@_property("bool", _square)
def convex(board: Board) -> Flags:
    """Convex by rows and by columns."""
    return row_convex(board) & column_convex(board)


@_property("bool", _square)
def directed(board: Board) -> Flags:
    """Steps to the right and down lead from one cell to all."""
    rows = _rows(board)
    first = rows[1:, 1:] & ~rows[:-1, 1:] & ~rows[1:, :-1]
    return np.asarray(_number(board, first) == 1)


@_property("bool", _square)
def directed_convex(board: Board) -> Flags:
    """Directed and convex."""
    return directed(board) & convex(board)


@_property("bool", _square)
def parallelogram(board: Board) -> Flags:
    """Directed and convex, with the last cell of the last row of its box."""
    rows = _rows(board)
    last = rows[:-1, :-1] & ~rows[1:, :-1] & ~rows[:-1, 1:]  # where no step leads on
    return np.asarray(directed_convex(board) & (_number(board, last) == 1))


@_property("bool", _square)
def l_convex(board: Board) -> Flags:
    """A path with at most one turn joins any two cells."""
    found = convex(board)  # and of any two rows, one covers the columns of the other
    for one, other in combinations(_rows(board), 2):
        found &= ~(in_any(one & ~other, board.shapes) & in_any(other & ~one, board.shapes))
    return found


@_property("bool", _square)
def simply_connected_interior(board: Board) -> Flags:
    """No gap is enclosed; one that meets the outside at a corner is not."""
    # Euler's formula leaves no gap, if empty cells join at corners too.
    return np.asarray(board.number - board.pairs + squares(board) == 1)


@_property("bool", _coloured)
def balanced(board: Board) -> Flags:
    """As many cells of one colour as of the other."""
    return np.asarray(imbalance(board) == 0)


@_property("uint8", _any)
def edges(board: Board) -> Counts:
    """Pairs of adjacent cells."""
    return board.pairs


@_property("uint8", _any)
def leaves(board: Board) -> Counts:
    """Cells with one neighbour."""
    one, two = board.beside(2)
    return counted(one & ~two, board.shapes)


@_property("uint8", _any)
def cut_cells(board: Board) -> Counts:
    """Cells without which the shape is not connected."""
    return board.cut_cells


@_property("uint8", _coloured)
def imbalance(board: Board) -> Counts:
    """Difference between the numbers of cells of two colours, where neighbours differ."""
    colouring = _two_colouring(board.lattice)
    assert colouring is not None
    of_axes, of_numbers = colouring
    *first, last = np.indices(board.sizes)
    unit, number = np.divmod(last, board.lattice.sublattices)
    parity = sum(map(mul, of_axes, (*first, unit)), np.array(of_numbers)[number]) % 2
    of_one = counted(board.planes[parity.ravel() == 1], board.shapes)
    return np.asarray(np.abs(2 * of_one - board.number))


@_property("uint8", _square)
def squares(board: Board) -> Counts:
    """Full squares of 2 x 2 cells."""
    rows = _rows(board)
    return _number(board, rows[:-1, :-1] & rows[:-1, 1:] & rows[1:, :-1] & rows[1:, 1:])


@_property("uint8", _square)
def pinches(board: Board) -> Counts:
    """Corners where two cells touch and two are empty."""
    rows = _rows(board)
    a, b, c, d = rows[:-1, :-1], rows[:-1, 1:], rows[1:, :-1], rows[1:, 1:]
    return _number(board, (a & d & ~b & ~c) | (b & c & ~a & ~d))


FLAGS = frozenset(each.name for each in BY_NAME.values() if each.type == "bool")


def properties_of(lattice: Lattice) -> list[Property]:
    """Return the properties of the polyforms of a lattice."""
    return [each for each in BY_NAME.values() if each.lattices(lattice)]


def derived_of(lattice: Lattice) -> list[Derived]:
    """Return the address, the name and the properties of polyforms, as values of rows."""
    reads = (*BOX, *MASKS)
    address = partial(addresses, lattice=lattice)
    return [
        Derived("address", "the short name that all images share", address, reads),
        Derived(
            "name",
            "the name of the piece, or null",
            partial(names, lattice=lattice),
            reads,
            may_be_null=True,
        ),
        *(
            Derived(
                each.name,
                f"{each.definition[0].lower()}{each.definition[1:-1]}",
                partial(_property_of, each.name, lattice),
                reads,
                each.type,
            )
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
    for name, values in _values(rows, list(names), lattice).items():
        rows = rows.append_column(pa.field(name, values.type, nullable=False), values)
    return rows


def _values(rows: pa.RecordBatch, names: list[str], lattice: Lattice) -> dict[str, pa.Array]:
    """Return the values of properties of rows, by name."""
    found = {name: np.zeros(rows.num_rows, BY_NAME[name].type) for name in names}
    for at, shapes in sound_lots(rows, lattice) if names else ():
        board = Board(shapes)
        for name in names:
            found[name][at] = BY_NAME[name].of(board)
    return {name: pa.array(values) for name, values in found.items()}


def _property_of(name: str, lattice: Lattice, rows: pa.RecordBatch) -> pa.Array:
    return _values(rows, [name], lattice)[name]


def words_of(condition: str) -> frozenset[str] | None:
    """Return the properties that a condition asks for, or None if it is more than their names.

    >>> sorted(words_of("tree and convex")), words_of("tree and holes = 0")
    (['convex', 'tree'], None)
    """
    words = frozenset(re.split(r"\s+and\s+", condition.strip().lower()))
    return words if words <= FLAGS else None
