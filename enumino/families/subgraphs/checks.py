"""Check connected subgraphs with NumPy: each is traversed again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.checks import Fault, first_faults
from enumino.families.subgraphs.parameters import SubgraphParameters

VALUES = 1 << 20  # of an array of rows that are checked together

Flags = npt.NDArray[np.bool_]


class SubgraphChecks:
    """Check of rows against the edges of the graph."""

    def __init__(self, asked: SubgraphParameters) -> None:
        self.nodes, self.sizes = len(asked.network), asked.sizes
        edges = asked.network.edges
        both = np.concatenate([edges, edges[:, ::-1]])
        self.keys = np.sort(both[:, 0] * self.nodes + both[:, 1])
        self.starts = np.searchsorted(self.keys, np.arange(self.nodes + 1) * self.nodes)

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Yield the faults of the rows, the first of each kind and size."""
        lists = rows.column("nodes")
        offsets = lists.offsets.to_numpy().astype(np.int64)
        values = lists.values.to_numpy().astype(np.int64)
        lengths, sizes = np.diff(offsets), rows.column("size").to_numpy()
        ends = self.sizes[0], self.sizes[-1]
        wrong = (lengths != sizes) | (lengths < ends[0]) | (lengths > ends[1])
        what = "does not have as many nodes as it says"
        yield from first_faults([(what, wrong)], range(len(wrong)))
        if wrong.any():
            return
        for length in np.unique(lengths).tolist():
            of_size = np.flatnonzero(lengths == length)
            for part in np.array_split(of_size, max(1, of_size.size * length * length // VALUES)):
                nodes = values[offsets[part][:, None] + np.arange(length)]
                yield from first_faults(self._wrong(rows, part, nodes), part)

    def _wrong(self, rows: pa.RecordBatch, part: Any, nodes: Any) -> Iterator[tuple[str, Flags]]:
        """Yield the rows with each kind of fault, of subgraphs with as many nodes."""
        unknown = ((nodes < 0) | (nodes >= self.nodes)).any(1)
        yield "has a node that the graph lacks", unknown
        falling = (np.diff(nodes, axis=1) <= 0).any(1)
        yield "does not have its nodes ascending", falling
        if unknown.any() or falling.any():
            return
        next_to = self._adjacent(nodes[:, :, None], nodes[:, None, :])
        yield "is not connected", ~_connected(next_to)
        edges = next_to.sum((1, 2)) // 2
        yield "has another number of edges", edges != rows.column("edges").to_numpy()[part]
        boundary = self._boundary(nodes)
        yield "has another boundary", boundary != rows.column("boundary").to_numpy()[part]

    def _adjacent(self, first: Any, second: Any) -> Flags:
        """Whether pairs of nodes are edges."""
        wanted = first * self.nodes + second
        if not self.keys.size:
            return np.zeros(wanted.shape, bool)
        at = np.minimum(np.searchsorted(self.keys, wanted), self.keys.size - 1)
        found: Flags = self.keys[at] == wanted
        return found

    def _boundary(self, nodes: Any) -> Any:
        """Count the nodes outside that are next to one inside."""
        first, last = self.starts[nodes], self.starts[nodes + 1]
        degrees = (last - first).ravel()
        within = np.arange(degrees.sum()) - np.repeat(np.cumsum(degrees) - degrees, degrees)
        near = self.keys[np.repeat(first.ravel(), degrees) + within] % self.nodes
        row = np.repeat(np.repeat(np.arange(len(nodes)), nodes.shape[1]), degrees)
        pairs = np.unique(row * self.nodes + near)
        inside = np.sort((np.arange(len(nodes))[:, None] * self.nodes + nodes).ravel())
        outside = pairs[~np.isin(pairs, inside, assume_unique=True)]
        return np.bincount(outside // self.nodes, minlength=len(nodes))


def _connected(next_to: Flags) -> Flags:
    """Whether all nodes of each subgraph are reached from its first."""
    reached = np.zeros(next_to.shape[:2], bool)
    reached[:, 0] = True
    found = 0
    while found < (found := int(reached.sum())):
        reached |= (next_to & reached[:, :, None]).any(axis=1)
    return np.asarray(reached.all(axis=1))
