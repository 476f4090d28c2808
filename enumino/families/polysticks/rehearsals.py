"""Small problems that compile the kernels of polysticks alone; polyhexes share the others."""

from __future__ import annotations

from enumino.families.polyforms.counts import count_polyforms


def count_fixed() -> None:
    """Compile the search that counts fixed ones."""
    count_polyforms("polysticks", 5, "fixed", in_process=True)


REHEARSALS = (count_fixed,)
