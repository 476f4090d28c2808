"""Small problems that compile the kernels of polycubes alone; polyhexes share the others."""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels import lattice_search, polycube_cavities
from enumino.families.polyforms.counts import count_polyforms


def count_fixed() -> None:
    """Compile the search that counts fixed ones."""
    count_polyforms("polycubes", 5, "fixed", in_process=True)


def count_cavities() -> None:
    """Compile what finds the cavities of a listing."""
    columns = lattice_search.new_columns(1)
    lines = np.zeros((3, 64), np.uint64)
    polycube_cavities.measure(columns.masks, columns.numbers, lines, 0, 0)


REHEARSALS = (count_fixed, count_cavities)
