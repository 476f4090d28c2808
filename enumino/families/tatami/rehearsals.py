"""Small problems, each of which compiles some of the kernels of tatami layouts."""

from __future__ import annotations

from enumino.families.tatami.counts import count_tatami
from enumino.families.tatami.problem import Tatami


def list_by_blocks() -> None:
    """Compile the search by blocks."""
    _all_verbs(Tatami("2x3"))


def list_by_search() -> None:
    """Compile the search by cells."""
    _all_verbs(Tatami("2x3", method="search"))


def count_by_matrix() -> None:
    """Compile the transfer matrix."""
    count_tatami("2x3", (0, None), method="transfer-matrix")


def _all_verbs(problem: Tatami) -> None:
    list(problem.batches([()]))
    problem.probe((), 1, seed=1)
    problem.count()


REHEARSALS = (list_by_search, list_by_blocks, count_by_matrix)
