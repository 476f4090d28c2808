"""Small problems, each of which compiles some of the kernels of polyforms."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

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
from enumino.families.polyforms.counts import count_polyforms, count_polyominoes
from enumino.families.polyforms.families import POLYHEXES, POLYOMINOES, PolyformFamily
from enumino.families.polyforms.problem import Polyhexes, Polyominoes
from enumino.run.compilation import estimate_and_count

Rehearsals = dict[str, Callable[[], object]]


def _list(problem: Polyominoes | Polyhexes) -> None:
    list(problem.batches([()]))


def _list_large() -> None:
    """Compile the search and the attributes for masks of more than two words: list one shape."""
    list(Polyominoes(22).batches([(0,) * 22]))


def _count_by_columns() -> None:
    """Compile the walks that count by columns such as the perimeter, and counts of rows by them."""
    count_polyominoes(4, by="holes", in_process=True)
    count_polyominoes(4, by="holes", method="listing", in_process=True)


def _count(*ways: Searched | Swept) -> None:
    for way in ways:
        count_small(way)


def _find_cavities() -> None:
    columns = lattice_search.new_columns(1)
    lines = np.zeros((3, 64), np.uint64)
    polycube_cavities.measure(columns.masks, columns.numbers, lines, 0, 0)


OF_SQUARES: Rehearsals = {
    "rows": partial(_list, Polyominoes(4)),
    "rows of large masks": _list_large,
    "search for symmetric ones": partial(_count, Searched(MIRRORS, 8)),
    "division and counts": partial(estimate_and_count, Polyominoes(4)),
    "symmetric rows": partial(_list, Polyominoes(4, symmetry="all")),
    "division and counts of symmetric ones": partial(
        estimate_and_count, Polyominoes(4, symmetry="all")
    ),
    "counts by columns": _count_by_columns,
    # 12 cells need the steps that come once each column has equally many counts.
    "transfer matrix": partial(
        count_polyominoes, 12, "fixed", method="transfer-matrix", in_process=True
    ),
    "search": partial(_count, Searched(FIXED, 8)),
    "sweep of half-turns": partial(_count, Swept(HALF_TURNS, 8)),
    "sweeps of mirrors": partial(_count, Swept(MIRRORS, 8), Swept(DIAGONALS, 8)),
    "sweeps of the rotated lattice": partial(
        _count, Swept(ROTATED[FIXED], 8), Swept(ROTATED[HALF_TURNS], 8)
    ),
    "sweep without holes": partial(count_polyominoes, 4, without_holes=True, in_process=True),
}

OF_OTHER_LATTICES: Rehearsals = {
    "rows": partial(_list, Polyhexes(4)),
    "division": partial(Polyhexes(4).probe, (), 1, seed=1),
    "search for symmetric ones": partial(count_polyforms, "polyhexes", 3, "free", in_process=True),
}

OF_LATTICES_FROM_FILES: Rehearsals = {
    "counts": partial(count_polyforms, "polyforms", 5, "fixed", lattice="kite", in_process=True),
}


def rehearsals_of(family: PolyformFamily) -> Rehearsals:
    """Return the calls that compile the kernels of a family, by what they compile."""
    if family is POLYOMINOES:
        return OF_SQUARES
    return {
        **(OF_OTHER_LATTICES if family is POLYHEXES else {}),
        "counts": partial(count_polyforms, family.name, 5, "fixed", in_process=True),
        **({"cavities": _find_cavities} if family.lattice.dimensions == 3 else {}),
    }
