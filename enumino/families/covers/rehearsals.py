"""Small problems, each of which compiles some of the kernels of exact covers."""

from __future__ import annotations

from enumino.families.covers.parameters import CoverEngine
from enumino.families.covers.problem import Covers
from enumino.objects.cover import CoverProblem


def by_bitsets() -> None:
    """Compile option bitsets, with rows of covers."""
    _all_verbs("option-bitsets")


def by_links() -> None:
    """Compile dancing links, with rows of covers."""
    _all_verbs("dancing-links")


def _all_verbs(engine: CoverEngine) -> None:
    problem = Covers(CoverProblem.from_subsets([["a"], ["b"], ["a", "b"]]), engine=engine)
    list(problem.batches([()]))
    problem.probe((), 1, seed=1)
    problem.count()


REHEARSALS = (by_links, by_bitsets)
