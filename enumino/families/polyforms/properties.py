"""Properties of polyforms as derived columns, each defined once.

A property is a flag or a number, computed in NumPy for many shapes on grids. Only fixed shapes have
properties that depend on orientation.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.arrays import Flags
from enumino.datasets.rows import Derived
from enumino.errors import ProblemError
from enumino.families.polyforms.addresses import addresses, codes, names
from enumino.families.polyforms.columns import BOX, MASKS
from enumino.families.polyforms.grids import Counts, Grids, Planes, counted, in_any
from enumino.families.polyforms.shapes import sound_lots
from enumino.objects.lattice import SQUARE, Kind, Lattice
from enumino.schema import Column


class Property(NamedTuple):
    """A named property, defined on ``all``, the ``plane``, ``squares`` or ``fixed squares``."""

    name: str
    type: str
    defined_on: str
    definition: str
    of: Callable[[Grids], npt.NDArray[Any]]

    @property
    def column(self) -> Column:
        """The column that stores the property."""
        return Column(self.name, self.type, self.definition)


BY_NAME: dict[str, Property] = {}
FIXED_SQUARES = "fixed squares"
Of = TypeVar("Of", bound=Callable[[Grids], npt.NDArray[Any]])


def _property(column_type: str, defined_on: str = "all") -> Callable[[Of], Of]:
    """Register a function as the property of its name; users read its docstring."""

    def defined(of: Of) -> Of:
        name, definition = of.__name__, of.__doc__ or ""
        BY_NAME[name] = Property(name, column_type, defined_on, definition, of)
        return of

    return defined


def _rows(grids: Grids) -> Planes:
    """Return the planes of squares as uint8[rows, columns, bytes]."""
    return grids.planes.reshape(*grids.sizes, -1)


def _number(grids: Grids, planes: Planes) -> Counts:
    """Return the number of planes in which the bit of each shape is set."""
    return counted(planes.reshape(-1, planes.shape[-1]), grids.shapes)


@_property("bool")
def tree(grids: Grids) -> Flags:
    """The graph of adjacent cells is a tree."""
    return np.asarray(grids.pairs == grids.number - 1)


@_property("bool")
def snake(grids: Grids) -> Flags:
    """A tree in which no cell has more than two neighbours."""
    return tree(grids) & ~in_any(grids.beside(3)[2], grids.shapes)


@_property("bool", "plane")
def without_holes(grids: Grids) -> Flags:
    """No hole."""
    return np.asarray(grids.holes == 0)


@_property("bool", FIXED_SQUARES)
def row_convex(grids: Grids) -> Flags:
    """The cells of each row are consecutive."""
    starts = _rows(grids)[:, 1:] & ~_rows(grids)[:, :-1]
    return np.asarray(_number(grids, starts) == grids.box[0])


@_property("bool", FIXED_SQUARES)
def column_convex(grids: Grids) -> Flags:
    """The cells of each column are consecutive."""
    starts = _rows(grids)[1:] & ~_rows(grids)[:-1]
    return np.asarray(_number(grids, starts) == grids.box[1])


@_property("bool", "squares")
def convex(grids: Grids) -> Flags:
    """Convex by rows and by columns."""
    return row_convex(grids) & column_convex(grids)


@_property("bool", FIXED_SQUARES)
def directed(grids: Grids) -> Flags:
    """Steps to the right and down lead from one cell to all cells."""
    rows = _rows(grids)
    first = rows[1:, 1:] & ~rows[:-1, 1:] & ~rows[1:, :-1]
    return np.asarray(_number(grids, first) == 1)


@_property("bool", FIXED_SQUARES)
def directed_convex(grids: Grids) -> Flags:
    """Directed and convex."""
    return directed(grids) & convex(grids)


@_property("bool", FIXED_SQUARES)
def parallelogram(grids: Grids) -> Flags:
    """Directed and convex, like its half-turn."""
    rows = _rows(grids)
    last = rows[:-1, :-1] & ~rows[1:, :-1] & ~rows[:-1, 1:]  # no step leads further
    return np.asarray(directed_convex(grids) & (_number(grids, last) == 1))


@_property("bool", "squares")
def l_convex(grids: Grids) -> Flags:
    """A path with at most one turn joins any two cells."""
    found = convex(grids)  # and, of any two rows, one has all columns of the other
    for one, other in combinations(_rows(grids), 2):
        found &= ~(in_any(one & ~other, grids.shapes) & in_any(other & ~one, grids.shapes))
    return found


@_property("bool", "squares")
def simply_connected_interior(grids: Grids) -> Flags:
    """No gap is enclosed; a gap that meets the outside at a corner is not enclosed."""
    # Euler's formula, where empty cells are connected at corners, too.
    return np.asarray(grids.number - grids.pairs + squares(grids) == 1)


@_property("bool", "squares")
def balanced(grids: Grids) -> Flags:
    """As many cells of one colour as of the other."""
    return np.asarray(imbalance(grids) == 0)


@_property("uint8")
def edges(grids: Grids) -> Counts:
    """Pairs of adjacent cells."""
    return grids.pairs


@_property("uint8")
def leaves(grids: Grids) -> Counts:
    """Cells with one neighbour."""
    one, two = grids.beside(2)
    return counted(one & ~two, grids.shapes)


@_property("uint8")
def cut_cells(grids: Grids) -> Counts:
    """Cells without which the shape is not connected."""
    return grids.cut_cells


@_property("uint8", "squares")
def imbalance(grids: Grids) -> Counts:
    """Difference between the numbers of cells of two colours, as on a chessboard."""
    rows, columns = np.indices(grids.sizes)
    of_one = counted(grids.planes[((rows + columns) % 2 == 1).ravel()], grids.shapes)
    return np.asarray(np.abs(2 * of_one - grids.number))


@_property("uint8", "squares")
def squares(grids: Grids) -> Counts:
    """Full squares of 2 x 2 cells."""
    rows = _rows(grids)
    return _number(grids, rows[:-1, :-1] & rows[:-1, 1:] & rows[1:, :-1] & rows[1:, 1:])


@_property("uint8", "squares")
def pinches(grids: Grids) -> Counts:
    """Corners where two cells touch and two are empty."""
    rows = _rows(grids)
    a, b, c, d = rows[:-1, :-1], rows[:-1, 1:], rows[1:, :-1], rows[1:, 1:]
    return _number(grids, (a & d & ~b & ~c) | (b & c & ~a & ~d))


def properties_of(lattice: Lattice, kind: Kind) -> list[Property]:
    """Return the properties of the polyforms of a lattice and kind."""
    places = {
        "all": True,
        "plane": lattice.dimensions == 2,
        "squares": lattice == SQUARE,
        FIXED_SQUARES: lattice == SQUARE and kind == "fixed",
    }
    return [each for each in BY_NAME.values() if places[each.defined_on]]


def refuse_positions(text: str, kind: Kind) -> None:
    """Raise a ProblemError if a text names a property that depends on orientation."""
    of_fixed = {each.name for each in BY_NAME.values() if each.defined_on == FIXED_SQUARES}
    name = next((word for word in re.findall(r"\w+", text.lower()) if word in of_fixed), None)
    if name and kind != "fixed":
        raise ProblemError(
            f"{name} depends on orientation, which {kind} shapes do not have: add --kind fixed, or "
            "leave it out."
        )


def derived_of(lattice: Lattice, kind: Kind = "free") -> list[Derived]:
    """Return the address, the code, the name and the properties of polyforms as derived values."""
    reads, code = (*BOX, *MASKS), partial(codes, lattice=lattice)
    address, name = partial(addresses, lattice=lattice), partial(names, lattice=lattice, kind=kind)
    found = [
        Derived("address", "the short name that all images share", address, reads),
        Derived("code", "the code behind the address, in decimal digits", code, reads),
        Derived("name", "the name of the piece, or null", name, reads),
    ]
    for each in properties_of(lattice, kind):
        meaning = f"{each.definition[0].lower()}{each.definition[1:-1]}"
        signed = each.column.signed  # so that differences may be negative
        of = partial(_value_of, name=each.name, lattice=lattice, kind=signed)
        found.append(Derived(each.name, meaning, of, reads, signed))
    return found


def _value_of(rows: pa.RecordBatch, name: str, lattice: Lattice, kind: str) -> pa.Array:
    return values_of(rows, [name], lattice)[name].cast(kind)


def values_of(
    rows: pa.RecordBatch, properties: Sequence[str], lattice: Lattice
) -> dict[str, pa.Array]:
    """Return the values of some properties of rows, by name."""
    found = {name: np.zeros(rows.num_rows, BY_NAME[name].type) for name in properties}
    for at, shapes in sound_lots(rows, lattice) if found else ():
        grids = Grids(shapes)
        for name in properties:
            found[name][at] = BY_NAME[name].of(grids)
    return {name: pa.array(values) for name, values in found.items()}


def words_of(condition: str) -> frozenset[str] | None:
    """Return the names in a condition that joins flags with ``and``, or None for other conditions.

    >>> sorted(words_of("tree and convex")), words_of("tree and holes = 0")
    (['convex', 'tree'], None)
    """
    words = frozenset(re.split(r"\s+and\s+", condition.strip().lower()))
    flags = {each.name for each in BY_NAME.values() if each.type == "bool"}
    return words if words <= flags else None
