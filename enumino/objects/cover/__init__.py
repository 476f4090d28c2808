"""Exact cover problems as values, their input formats, and ready-made problems."""

from enumino.objects.cover.formats import PlainCover
from enumino.objects.cover.problem import CoverProblem
from enumino.objects.cover.ready_made import (
    describe_solution,
    langford,
    queens,
    ready_made,
    subsets,
    sudoku,
    sudoku_cells,
)

__all__ = [
    "CoverProblem",
    "PlainCover",
    "describe_solution",
    "langford",
    "queens",
    "ready_made",
    "subsets",
    "sudoku",
    "sudoku_cells",
]
