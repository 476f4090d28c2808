"""Small problems, each of which compiles some of the kernels of polyominoes."""

from __future__ import annotations

from enumino.families.polyominoes.counting.sweeps import (
    DIAGONALS,
    FIXED,
    HALF_TURNS,
    MIRRORS,
    ROTATED,
)
from enumino.families.polyominoes.counting.ways import Searched, Swept, count_small
from enumino.families.polyominoes.counts import count_polyominoes
from enumino.families.polyominoes.problem import Polyominoes


def list_some() -> None:
    """Compile the search, and the kernels that measure the polyominoes."""
    list(Polyominoes(4).batches([()]))


def estimate() -> None:
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


def count_turned() -> None:
    """Compile the search for those that a half-turn maps to themselves."""
    count_small(Searched("R180C", 8))


def count_mirrored() -> None:
    """Compile the search for the other symmetric ones."""
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


REHEARSALS = (
    list_some,
    count_turned,
    count_mirrored,
    estimate,
    count_by_columns,
    count_by_matrix,
    count_by_search,
    sweep_turned,
    sweep_mirrored,
    sweep_rotated,
    sweep_without_holes,
)
