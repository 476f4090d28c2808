"""Plane tilings: how copies of each shape tile the plane, with a witness."""

from enumino.registry import Family

FAMILY = Family(
    name="plane-tilings",
    summary="Shapes, and how copies of each tile the plane.",
    example="--cells 1-8",
    package=__name__,
    parameters_name="PlaneTilingParameters",
    problem_name="PlaneTilings",
    rows_name="PlaneTilingRows",
    # An anisohedral shape, which all kernels search for.
    small_problems={"searches": {"shape": "...#./.####/##.../#...."}},
)
