"""Small problems, each of which compiles some of the kernels of polyforms."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from enumino.enum.kernels.listing import lattice_search, polycube_cavities
from enumino.families.polyforms.counts import count_polyforms
from enumino.families.polyforms.families import PolyformFamily
from enumino.families.polyforms.problem import Polyhexes


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


# Kernels of all lattices.
SHARED = (list_some, estimate, count_symmetric)


def rehearsals_of(family: PolyformFamily) -> tuple[Callable[[], None], ...]:
    """Return the calls that compile the kernels of one lattice alone."""

    def count_fixed() -> None:
        count_polyforms(family.name, 5, "fixed", in_process=True)

    return (count_fixed, count_cavities) if family.lattice.dimensions == 3 else (count_fixed,)
