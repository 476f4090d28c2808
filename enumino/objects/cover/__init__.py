"""Exact cover problems as values, their input formats, and ready-made problems."""

from enumino.objects.cover.problem import CoverProblem
from enumino.objects.cover.ready_made import (
    describe_solution,
    langford,
    langford_sequence,
    queens,
    queens_columns,
    ready_made,
    subsets,
    sudoku,
    sudoku_cells,
    sudoku_grid,
)

__all__ = [
    "CoverProblem",
    "describe_solution",
    "langford",
    "langford_sequence",
    "queens",
    "queens_columns",
    "ready_made",
    "subsets",
    "sudoku",
    "sudoku_cells",
    "sudoku_grid",
]
