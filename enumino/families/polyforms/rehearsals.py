"""Small counts, which compile what listings of polyforms do not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from enumino.families.polyforms.counting.sweeps import HalfTurnSweep
from enumino.families.polyforms.counts import count_polyforms, count_polyominoes
from enumino.families.polyforms.families import POLYHEXES, POLYOMINOES, PolyformFamily


def counts_of(family: PolyformFamily) -> Mapping[str, Callable[[], object]]:
    """Return the calls for a family, by what they compile; other lattices share a kernel."""
    if family is POLYOMINOES:
        return {
            "counts": partial(count_polyominoes, 4, in_process=True),
            "sweep of half-turns": HalfTurnSweep(2, 4).run,
        }
    if family is POLYHEXES:
        return {"counts": partial(count_polyforms, family.name, 3, "free", in_process=True)}
    return {}
