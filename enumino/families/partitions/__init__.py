"""Partitions of the vertices of a region or a graph into connected parts."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from enumino.registry import Family


class PartitionFamily(Family):
    """The family, whose counts have kernels of their own."""

    def small_counts(self) -> Mapping[str, Callable[[], object]]:
        counts: Any = self.module("counts")
        problem = self.problem_class("2x2", parts=2)
        return {"sweep": partial(counts.count_partitions, problem, method="transfer-matrix")}


FAMILY = PartitionFamily(
    name="partitions",
    summary="Partitions of a region or a graph into connected parts, such as districts.",
    example="--region 4x4 --parts 4 --sizes 4",
    package=__name__,
    parameters_name="PartitionParameters",
    problem_name="Partitions",
    rows_name="PartitionRows",
    small_problems={"search": {"region": "2x2", "parts": "2"}},
)
