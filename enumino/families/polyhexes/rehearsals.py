"""Small problems that compile all kernels of polyhexes, a part of them each.

The search that lists, and those on quotients, are the same for all lattices.
"""

from __future__ import annotations

from enumino.families.polyforms.counts import count_polyforms
from enumino.families.polyhexes.problem import Polyhexes


def list_some() -> None:
    """Compile the search that lists polyforms."""
    list(Polyhexes(4).batches([()]))


def estimate() -> None:
    """Compile what divides a search."""
    Polyhexes(4).probe((), 1, seed=1)


def count_fixed() -> None:
    """Compile the search that counts fixed ones."""
    count_polyforms("polyhexes", 5, "fixed", in_process=True)


def count_symmetric() -> None:
    """Compile the searches on quotients."""
    count_polyforms("polyhexes", 3, "free", in_process=True)


REHEARSALS = (list_some, estimate, count_fixed, count_symmetric)
