"""Small problems that compile all kernels of the construction."""

from __future__ import annotations

from enumino.families.trominoes.problem import Trominoes


def all_verbs() -> None:
    """Compile the construction."""
    problem = Trominoes(2)
    list(problem.batches([()]))
    problem.probe((), 1, seed=1)
    problem.count()


REHEARSALS = (all_verbs,)
