"""Small packings that compile what tilings do not: rows in space."""

from __future__ import annotations

from enumino.families.packings.problem import Packings


def list_in_space() -> None:
    """Compile the engines and rows for pieces of cubes, where tilings have not compiled them."""
    for engine in ("option-bitsets", "dancing-links"):
        problem = Packings("cubic", "2x2x2", "dicube", engine=engine)
        list(problem.batches([()]))
        problem.count()


REHEARSALS = (list_in_space,)
