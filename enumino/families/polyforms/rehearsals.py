"""Small problems, each of which compiles some of the kernels of polyforms."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from enumino.enum.kernels.listing import lattice_search, polycube_cavities
from enumino.families.polyforms.counting.subjects import (
    DIAGONALS,
    FIXED,
    HALF_TURNS,
    MIRRORS,
    ROTATED,
)
from enumino.families.polyforms.counting.ways import Searched, Swept, count_small
from enumino.families.polyforms.counts import count_polyforms
from enumino.families.polyforms.families import POLYHEXES, POLYOMINOES, PolyformFamily
from enumino.families.polyforms.polyomino_counts import count_polyominoes
from enumino.families.polyforms.problem import Polyhexes, Polyominoes


def list_some() -> None:
    """Compile the search that lists polyforms."""
    list(Polyhexes(4).batches([()]))


def estimate() -> None:
    """Compile the kernels that divide a search."""
    Polyhexes(4).probe((), 1, seed=1)


def count_symmetric() -> None:
    """Compile the searches on quotients."""
    count_polyforms("polyhexes", 3, "free", in_process=True)


def count_cavities() -> None:
    """Compile the search for cavities of a listing."""
    columns = lattice_search.new_columns(1)
    lines = np.zeros((3, 64), np.uint64)
    polycube_cavities.measure(columns.masks, columns.numbers, lines, 0, 0)


def list_polyominoes() -> None:
    """Compile the search, and the kernels that measure the polyominoes."""
    list(Polyominoes(4).batches([()]))


def estimate_polyominoes() -> None:
    """Compile the kernels that divide a search and count its rows."""
    Polyominoes(4).probe((), 1, seed=1)
    Polyominoes(4).count()


def count_by_columns() -> None:
    """Compile the walks that count by columns such as the perimeter, and counts of rows by them."""
    count_polyominoes(4, by="holes", in_process=True)
    count_polyominoes(4, by="holes", method="listing", in_process=True)


def count_by_matrix() -> None:
    """Compile the transfer matrix, and the steps once each column has equally many counts."""
    count_polyominoes(12, "fixed", method="transfer-matrix", in_process=True)


def sweep_without_holes() -> None:
    """Compile the transfer matrix for polyominoes without holes."""
    count_polyominoes(4, without_holes=True, in_process=True)


def count_by_search() -> None:
    """Compile the search that counts fixed polyominoes."""
    count_small(Searched(FIXED, 8))


def count_mirrored() -> None:
    """Compile the search for symmetric ones."""
    count_small(Searched("Mcell", 8))


def sweep_turned() -> None:
    """Compile the transfer matrix for half-turns."""
    count_small(Swept(HALF_TURNS, 8))


def sweep_mirrored() -> None:
    """Compile the transfer matrices for mirrors."""
    count_small(Swept(MIRRORS, 8))
    count_small(Swept(DIAGONALS, 8))


def sweep_rotated() -> None:
    """Compile the transfer matrices on the rotated lattice."""
    count_small(Swept(ROTATED[FIXED], 8))
    count_small(Swept(ROTATED[HALF_TURNS], 8))


# Kernels of squares only.
OF_SQUARES = (
    list_polyominoes,
    count_mirrored,
    estimate_polyominoes,
    count_by_columns,
    count_by_matrix,
    count_by_search,
    sweep_turned,
    sweep_mirrored,
    sweep_rotated,
    sweep_without_holes,
)

# Kernels of all other lattices.
SHARED = (list_some, estimate, count_symmetric)


def rehearsals_of(family: PolyformFamily) -> tuple[Callable[[], None], ...]:
    """Return the calls that compile the kernels of a family."""

    def count_fixed() -> None:
        count_polyforms(family.name, 5, "fixed", in_process=True)

    if family is POLYOMINOES:
        return OF_SQUARES
    shared = SHARED if family is POLYHEXES else ()
    solid = (count_cavities,) if family.lattice.dimensions == 3 else ()
    return (*shared, count_fixed, *solid)
