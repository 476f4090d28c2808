"""The lattices besides squares: hexagons, triangles, cubes, and sticks on the square grid.

Classes of hexagons and triangles have Schoenflies's symbols of plane point groups, with a letter
for the axes of their reflections. Classes of cubes have the letters of W. F. Lunnon (*Symmetry of
cubical and general polyominoes*, in: Graph Theory and Computing, 1972), as in the OEIS
(A376964-A376991, A377127-A377131).
"""

import copyreg
from collections.abc import Iterable
from math import sqrt
from pathlib import Path
from string import ascii_letters
from typing import Literal

from enumino.errors import ProblemError
from enumino.objects.lattice import KING, SQUARE, SQUARE_CLASSES, Lattice
from enumino.objects.lattice_files.definition import SUFFIX, Definition, read, shipped_names
from enumino.objects.point_group import Isometry
from enumino.words import quoted

_SIXTH_TURN = Isometry((2, 0, 1), (-1, -1, -1))
_SWAP = Isometry((0, 2, 1), (1, 1, 1))
_ROW_HEIGHT = sqrt(3) / 2

# Hexagons with a vertex on top; each row begins half a cell to the right of the row above.
#
# Points are (row, column, -row - column). Mirror axes pass through opposite vertices of a cell (v)
# or through the midpoints of opposite edges (e); D2 and D6 have both.
HEXAGONAL = Lattice(
    name="hexagonal",
    turns=(_SIXTH_TURN,),
    mirrors=(_SWAP,),
    steps=(((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)),),
    class_names=("C1", "C2", "C3", "C6", "D1v", "D3v", "D1e", "D3e", "D2", "D6"),
    units=((1, 0, -1), (0, 1, -1)),
    origins=((0, 0, 0),),
    corner_steps=(((1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2)),),
    corner_scale=3,
    drawn=((0.5 * sqrt(3), 1.5), (sqrt(3), 0.0)),
)

# Triangles that point downwards in even columns, and upwards in odd columns.
#
# Each row begins half an edge to the right of the row above. Points are relative to a vertex, in
# units of half a row: each coordinate gives the two lines of one direction around the triangle.
# Mirror axes are altitudes of cells (a) or edges (e); D2 and D6 have both.
TRIANGULAR = Lattice(
    name="triangular",
    turns=(_SIXTH_TURN,),
    mirrors=(_SWAP,),
    steps=(((-1, 1), (0, -1), (0, 1)), ((0, -1), (0, 1), (1, -1))),
    class_names=("C1", "C2", "C3", "C6", "D1a", "D3a", "D1e", "D3e", "D2", "D6"),
    units=((2, 0, -2), (0, 2, -2)),
    origins=((1, 1, -1), (1, 1, -3)),
    corner_steps=(((0, 0), (0, 1), (1, 0)), ((0, 1), (1, 1), (1, 0))),
    drawn=((0.5, _ROW_HEIGHT), (1.0, 0.0)),
)

# Classes with rotations only come first, from I, no symmetry, to R, all 24 rotations; G is the full
# group.
_CUBES = (
    "I", "B", "C", "D", "BB", "A", "BC", "CD", "AB", "BD", "R", "E", "EE", "K", "F", "BF", "J",
    "CK", "H", "FF", "BFF", "CF", "CCC", "BE", "CE", "EEE", "EF", "CJ", "EFF", "AE", "BBC",
    "DEE", "G",
)  # fmt: skip

# Cubes by (layer, row, column); layers grow upwards, and rows towards the viewer.
CUBIC = Lattice(
    name="cubic",
    turns=(Isometry((0, 2, 1), (1, 1, -1)), Isometry((1, 0, 2), (1, -1, 1))),
    mirrors=(Isometry((0, 1, 2), (1, 1, -1)),),
    steps=(((-1, 0, 0), (0, -1, 0), (0, 0, -1), (0, 0, 1), (0, 1, 0), (1, 0, 0)),),
    class_names=_CUBES,
    units=((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    origins=((0, 0, 0),),
    corner_steps=(
        tuple((layer, row, column) for layer in (0, 1) for row in (0, 1) for column in (0, 1)),
    ),
    drawn=(),
)

# Edges of the square grid, connected where they meet at a vertex.
#
# The even column of a unit cell has the edge to the right of its vertex, the odd column the edge
# below it. Points are midpoints of edges, in units of half an edge.
STICK = Lattice(
    name="stick",
    turns=SQUARE.turns,
    mirrors=SQUARE.mirrors,
    steps=(
        ((-1, 1), (-1, 3), (0, -2), (0, 1), (0, 2), (0, 3)),
        ((-1, 0), (0, -3), (0, -1), (1, -3), (1, -1), (1, 0)),
    ),
    class_names=SQUARE_CLASSES,
    units=((2, 0), (0, 2)),
    origins=((0, 1), (1, 0)),
    corner_steps=(((0, 0), (0, 1)), ((0, 0), (1, 0))),
)

LATTICES = {each.name: each for each in (SQUARE, KING, HEXAGONAL, TRIANGULAR, CUBIC, STICK)}


def lattice_named(given: str | Path | Definition | Lattice) -> Lattice:
    """Return a lattice by its name, from a file, or from the contents of a file."""
    if isinstance(given, Lattice):
        return given
    if isinstance(given, Definition):
        from enumino.objects.lattice_files.tiling import lattice_of

        return lattice_of(given)
    name = str(given)
    if name in LATTICES:
        return LATTICES[name]
    if name not in shipped_names() and not name.endswith(SUFFIX):
        known = dict.fromkeys([*LATTICES, *shipped_names()])
        raise ProblemError(
            f"There is no lattice {quoted(name)}: choose from {', '.join(known)}, or name a file "
            f"that ends in {SUFFIX}."
        )
    return lattice_named(read(name))


copyreg.pickle(Lattice, lambda each: (lattice_named, (each.definition or each.name,)))

LatticeName = Literal[tuple(LATTICES)]  # type: ignore[valid-type]


def in_class_order(names: Iterable[str]) -> list[str]:
    """Return names of symmetry classes in the order of a built-in lattice with all of them.

    Other names are in order of their letters and numbers.

    >>> in_class_order(["D6", "D1a", "C2"]), in_class_order(["D12", "D2b", "D2a", "C4"])
    (['C2', 'D1a', 'D6'], ['C4', 'D2a', 'D2b', 'D12'])
    """
    wanted = set(names)
    orders = (each.class_names for each in LATTICES.values())
    by_letters = sorted(wanted, key=lambda name: (name[:1], len(name.rstrip(ascii_letters)), name))
    order = next((order for order in orders if wanted.issubset(order)), by_letters)
    return [name for name in order if name in wanted]
