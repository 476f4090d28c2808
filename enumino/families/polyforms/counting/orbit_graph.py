"""The groups of symmetries of polyominoes by their names, and their orbit graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enumino.enum import orbit_graphs
from enumino.enum.symmetric_shapes import subjects
from enumino.objects.lattice import SQUARE

if TYPE_CHECKING:
    from enumino.enum.kernels.counting._orbits import OrbitGraph

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


def orbit_graph(name: str, cells: int) -> OrbitGraph:
    """Build the orbit graph of the group `name` for polyominoes of up to `cells` cells.

    Raises
    ------
    ValueError
        When there is no group of that name.

    Examples
    --------
    >>> graph = orbit_graph("R90C", 5)
    >>> graph.weights[graph.roots].tolist()
    [1, 4]
    """
    if name not in SUBJECTS:
        raise ValueError(f"no symmetry is called {name!r}: choose from {', '.join(SUBJECTS)}.")
    (symmetry,) = (e.symmetry for e in subjects(SQUARE) if e.name == SUBJECTS[name])
    return orbit_graphs.orbit_graph(symmetry, cells)
