"""Small problems, each of which compiles some of the kernels of polyforms."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from enumino.families.polyforms.counting.sweeps import HalfTurnSweep
from enumino.families.polyforms.counts import count_polyforms, count_polyominoes
from enumino.families.polyforms.families import POLYHEXES, POLYOMINOES, PolyformFamily
from enumino.families.polyforms.problem import Polyhexes, Polyominoes
from enumino.run.compilation import estimate_and_count

Rehearsals = dict[str, Callable[[], object]]


def _list(problem: Polyominoes | Polyhexes) -> None:
    list(problem.batches([()]))


OF_SQUARES: Rehearsals = {
    "rows": partial(_list, Polyominoes(4)),
    "division and counts": partial(estimate_and_count, Polyominoes(4)),
    "symmetric rows": partial(_list, Polyominoes(4, symmetry="all")),
    "division and counts of symmetric ones": partial(
        estimate_and_count, Polyominoes(4, symmetry="all")
    ),
    "counts": partial(count_polyominoes, 4, in_process=True),
    "sweep of half-turns": HalfTurnSweep(2, 4).run,
}

OF_OTHER_LATTICES: Rehearsals = {
    "rows": partial(_list, Polyhexes(4)),
    "division": partial(Polyhexes(4).probe, (), 1, seed=1),
    "search for symmetric ones": partial(count_polyforms, "polyhexes", 3, "free", in_process=True),
}

REHEARSALS: Rehearsals = {
    "counts": partial(count_polyforms, "polyforms", 5, "fixed", lattice="kite", in_process=True),
}


def rehearsals_of(family: PolyformFamily) -> Rehearsals:
    """Return the calls that compile the kernels of a family, by what they compile."""
    if family is POLYOMINOES:
        return OF_SQUARES
    return {
        **(OF_OTHER_LATTICES if family is POLYHEXES else {}),
        "counts": partial(count_polyforms, family.name, 5, "fixed", in_process=True),
    }
