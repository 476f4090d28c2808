"""Partitions of the vertices of a region or a graph into connected parts."""

from enumino.registry import Family

FAMILY = Family(
    name="partitions",
    summary="Partitions of a region or a graph into connected parts, such as districts.",
    example="--region 4x4 --parts 4 --sizes 4",
    package=__name__,
    parameters_name="PartitionParameters",
    problem_name="Partitions",
    rows_name="PartitionRows",
    small_problems={"search": {"region": "2x2", "parts": "2"}},
)
