"""Rows of connected subgraphs: totals, names, and checks by another traversal, in NumPy."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from enumino.arrays import Flags
from enumino.datasets.checks import VALUES_AT_ONCE, Check, Fault, first_faults
from enumino.datasets.documents import Counts, ParametersJson
from enumino.datasets.queries.conditions import not_met
from enumino.datasets.rows import Rows
from enumino.datasets.totals import Total
from enumino.errors import DatasetError
from enumino.families.subgraphs.parameters import SubgraphParameters
from enumino.objects.graph import Graph


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
        yield from (found := list(_faults(self.asked, rows)))
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


def _faults(asked: SubgraphParameters, rows: pa.RecordBatch) -> Iterator[Fault]:
    """Yield the faults of the rows of a problem."""
    graph, orders = asked.network, asked.sizes
    lists = rows.column("nodes")
    offsets = lists.offsets.to_numpy().astype(np.int64)
    values = lists.values.to_numpy().astype(np.int64)
    lengths = np.diff(offsets)
    wrong = (lengths != rows.column("size").to_numpy()) | ~np.isin(lengths, orders)
    yield from first_faults([("does not have as many nodes as it says", wrong)], range(len(wrong)))
    if wrong.any():
        return
    if asked.orders:
        others = asked.graphs_with(values[offsets[:-1]]) != rows.column("graph").to_numpy()
        yield from first_faults([("has the number of another graph", others)], range(len(others)))
    for length in np.unique(lengths).tolist():
        of_size = np.flatnonzero(lengths == length)
        lots = max(1, of_size.size * length * length // VALUES_AT_ONCE)
        for part in np.array_split(of_size, lots):
            nodes = values[offsets[part][:, None] + np.arange(length)]
            yield from first_faults(_wrong(graph, rows, part, nodes), part)


def _wrong(
    graph: Graph, rows: pa.RecordBatch, part: Any, nodes: Any
) -> Iterator[tuple[str, Flags]]:
    """Yield each kind of fault and its rows, among rows with the same number of nodes."""
    unknown = ((nodes < 0) | (nodes >= len(graph))).any(1)
    yield "has a node that is not in the graph", unknown
    falling = (np.diff(nodes, axis=1) <= 0).any(1)
    yield "does not have its nodes ascending", falling
    if unknown.any() or falling.any():
        return
    # Neighbours, as pairs of a row and a node, are in the subgraph of the row or in its boundary.
    starts, neighbours = graph.adjacency
    row, at = (each.ravel() for each in np.broadcast_arrays(np.arange(len(nodes))[:, None], nodes))
    degrees = starts[at + 1] - starts[at]
    entry = np.repeat(starts[at] - np.cumsum(degrees) + degrees, degrees)
    near = neighbours[entry + np.arange(entry.size)]
    beside = np.repeat(row, degrees) * len(graph) + near
    places = np.searchsorted(row * len(graph) + at, beside).clip(max=row.size - 1)
    inside = (row * len(graph) + at)[places] == beside
    next_to = np.zeros((row.size, nodes.shape[1]), bool)
    next_to[np.repeat(np.arange(row.size), degrees)[inside], places[inside] % nodes.shape[1]] = True
    next_to = next_to.reshape(*nodes.shape, -1)
    yield "is not connected", ~_connected(next_to)
    edges = next_to.sum((1, 2)) // 2
    yield "has another number of edges", edges != rows.column("edges").to_numpy()[part]
    outside = np.unique(beside[~inside]) // len(graph)
    boundary = np.bincount(outside, minlength=len(nodes))
    yield "has another boundary", boundary != rows.column("boundary").to_numpy()[part]


def _connected(next_to: Flags) -> Flags:
    """Return whether a traversal from the first node of each subgraph reaches all its nodes."""
    reached = np.zeros(next_to.shape[:2], bool)
    reached[:, 0] = True
    found = 0
    while found < (found := int(reached.sum())):
        reached |= (next_to & reached[:, :, None]).any(axis=1)
    return np.asarray(reached.all(axis=1))
