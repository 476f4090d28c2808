"""Exact covers without geometry: Knuth's format, matrices, subsets, puzzles."""

from enumino.registry import Family

FAMILY = Family(
    name="cover",
    summary="Exact covers: Knuth's DLX format, matrices, subsets, puzzles.",
    example="queens 8",
    package=__name__,
    parameters_name="CoverParameters",
    problem_name="Covers",
    rows_name="CoverRows",
)
