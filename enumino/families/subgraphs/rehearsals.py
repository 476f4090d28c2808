"""A small problem that compiles the search for connected subgraphs."""

from __future__ import annotations

from enumino.families.subgraphs.problem import Subgraphs
from enumino.objects.graph import Graph


def all_verbs() -> None:
    """Compile all verbs of the search."""
    problem = Subgraphs(Graph("abc", [(0, 1), (1, 2)]), 2)
    list(problem.batches([()]))
    problem.probe((), 1, seed=1)
    problem.count()


REHEARSALS = (all_verbs,)
