"""The names of what is counted: groups of symmetries of polyominoes, and sweeps of several."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from enumino.enum import orbit_graphs
from enumino.enum.symmetric_shapes import subjects
from enumino.objects.lattice import SQUARE

if TYPE_CHECKING:
    from enumino.enum.kernels.shared.orbits import OrbitGraph

# Subjects of the square lattice by our names. The centre is a cell's centre (C), an edge's midpoint
# (E, one orientation) or a vertex (V). M: one mirror, through cells or along edges, M45: one
# diagonal mirror, R180 and R90: turns, D2: two axis mirrors, X2: two diagonal mirrors, D4: all
# symmetries of the square.
SUBJECTS = {
    "Mcell": "axis/0",
    "Medge": "axis/1",
    "M45": "diag/0",
    "R180C": "rotate/0",
    "R180E": "rotate/1",
    "R180V": "rotate/2",
    "R90C": "rotate2/0",
    "R90V": "rotate2/1",
    "D2C": "axis2/0",
    "D2E": "axis2/1",
    "D2V": "axis2/2",
    "X2C": "diag2/0",
    "X2V": "diag2/1",
    "D4C": "all/0",
    "D4V": "all/1",
}
SYMMETRIES = tuple(SUBJECTS)
CENTRES = ("R180C", "R180E", "R180V")

FIXED, HALF_TURNS, MIRRORS, DIAGONALS = "fixed", "R180", "Mcell", "M45"
# The subjects of the sweeps of each name.
COUNTED_BY: dict[str, tuple[str, ...]] = {
    FIXED: (FIXED,),
    HALF_TURNS: CENTRES,
    MIRRORS: (MIRRORS,),
    DIAGONALS: (DIAGONALS,),
}
# The sweeps on the lattice turned by 45 degrees that count the same.
ROTATED = {FIXED: "fixed, rotated", HALF_TURNS: "R180, rotated"}
# The sweeps of those without holes: by cells as above, with no way to a hole, or as polygons.
BY_CELLS = "fixed, by cells"
OUTLINES = {kind: f"{kind}, by outlines" for kind in (FIXED, HALF_TURNS, "M", DIAGONALS)}
WIDEST_OUTLINE = 28  # rows of the boundary of a polygon that fit in a key
LARGEST_WITHOUT_HOLES = 2 * WIDEST_OUTLINE - 1  # cells up to which no boundary has more rows

# Groups with mirrors between rows of cells: those of n cells fold onto others of n / k cells.
# No cell lies on such a mirror, so every polyomino is half of one with that mirror, and the half
# is connected: a path that crosses the mirror is folded back. The rest of the group acts on it.
FOLDED: Mapping[str, tuple[str, int]] = {
    "Medge": (FIXED, 2),
    "D2V": (FIXED, 4),
    "D2E": (MIRRORS, 2),
    "D4V": (DIAGONALS, 4),
}


def widths(name: str, cells: int) -> range:
    """Return all widths of the sweeps for polyominoes of up to `cells` cells."""
    if name in ROTATED.values():
        return range(1, cells + 1)
    if name == OUTLINES[DIAGONALS]:  # one sweep of all columns, which grow
        return range((cells + 1) // 2, (cells + 1) // 2 + 1)
    mirrored = name in (MIRRORS, OUTLINES["M"])
    return range(1, ((cells + 2) // 3 if mirrored else (cells + 1) // 2) + 1)


def symmetry_of(name: str) -> orbit_graphs.Symmetry:
    """Return the group of a name; another name is a ValueError."""
    if name not in SUBJECTS:
        raise ValueError(f"no symmetry is called {name!r}: choose from {', '.join(SUBJECTS)}.")
    return next(each.symmetry for each in subjects(SQUARE) if each.name == SUBJECTS[name])


def orbit_graph(name: str, cells: int) -> OrbitGraph:
    """Build the orbit graph of a group for polyominoes of up to `cells` cells.

    >>> graph = orbit_graph("R90C", 5)
    >>> graph.weights[graph.roots].tolist()
    [1, 4]
    """
    return orbit_graphs.orbit_graph(symmetry_of(name), cells)
