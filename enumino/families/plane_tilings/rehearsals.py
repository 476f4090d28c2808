"""A problem that compiles all searches for tilings of the plane."""

from __future__ import annotations

from functools import partial

from enumino.families.plane_tilings.problem import PlaneTilings


def _decide(problem: PlaneTilings) -> None:
    list(problem.batches([()]))


# The anisohedral octomino with too small periods, so that all searches are made.
OCTOMINO = "...#./.####/##.../#...."
REHEARSALS = {"searches": partial(_decide, PlaneTilings(shape=OCTOMINO, tiles=2, coronas=3))}
