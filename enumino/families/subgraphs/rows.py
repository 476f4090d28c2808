"""Rows of connected subgraphs: totals, checks, names."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from enumino.datasets.checks import Check, Fault
from enumino.datasets.documents import Counts, ParametersJson
from enumino.datasets.queries.conditions import not_met
from enumino.datasets.rows import Rows
from enumino.datasets.totals import Total
from enumino.errors import DatasetError
from enumino.families.subgraphs import checks
from enumino.families.subgraphs.parameters import SubgraphParameters


class SubgraphRows(Rows):
    """Rows of connected subgraphs, one subgraph per row."""

    identity = ("nodes",)
    drawn_from = ("nodes",)

    def __init__(self, problem: ParametersJson | SubgraphParameters) -> None:
        if not isinstance(problem, SubgraphParameters):
            problem = SubgraphParameters.from_json(problem)
        self.asked, self.limit = problem, problem.limit

    @property
    def row_cells(self) -> int:
        return int(self.asked.sizes[-1])

    def totals(self, counts: Counts) -> list[Total]:
        sizes = sorted({*self.asked.sizes, *(size for (size,) in counts)})
        return [Total({"nodes": size}, counts.get((size,), 0)) for size in sizes]

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        yield from (found := list(checks.faults(self.asked, rows)))
        if not found:
            yield from not_met(self, self.asked.only, rows)

    def laws(self, counts: Counts) -> Iterator[Check]:
        """Check the sizes and the limit."""
        if others := {size for size, *_ in counts} - set(self.asked.sizes):
            yield Check("sizes", False, f"{min(others)} nodes were not asked for")
        yield from super().laws(counts)

    def object_of(self, row: Mapping[str, Any]) -> tuple[str, ...]:
        names = self.asked.network.names
        if not all(0 <= node < len(names) for node in row["nodes"]):
            raise DatasetError(
                f"A row has a node beyond the {len(names):,} nodes of its graph: `enumino verify` "
                "says which files are wrong."
            )
        return tuple(names[node] for node in row["nodes"])

    def picture(self, thing: tuple[str, ...]) -> str:
        return " ".join(thing)

    def tables(self) -> dict[str, pa.Table]:
        names = self.asked.network.names
        numbers = np.arange(len(names), dtype=np.int32)
        found = {"node": numbers, "name": list(names)}
        if self.asked.orders:
            found["graph"] = self.asked.graphs_with(numbers)
        return {"names.parquet": pa.table(found)}
