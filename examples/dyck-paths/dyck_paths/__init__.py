"""Dyck paths as a family of enumino: an example of a family in a package of its own."""

from enumino.registry import Family

FAMILY = Family(
    name="dyck-paths",
    summary="Paths of up and down steps that never go below their start.",
    package=__name__,
    parameters_name="DyckParameters",
    problem_name="DyckPaths",
    rows_name="DyckPathRows",
    example="--ups 1-4",
)
