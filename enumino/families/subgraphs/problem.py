"""Connected subgraphs of a graph: parameters -> a search -> columns."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import pyarrow as pa

from enumino.arrays import I64
from enumino.datasets.queries.conditions import WithCondition
from enumino.enum import speeds
from enumino.enum.forest import Forest
from enumino.enum.kernel import Kernel
from enumino.enum.problem import Expectation
from enumino.enum.records import Ragged, wrap
from enumino.families.subgraphs.parameters import SubgraphParameters
from enumino.parameters import LONGEST_CONDITION
from enumino.schema import Column
from enumino.words import first_of, in_a_line, plural, span

if TYPE_CHECKING:
    from enumino.enum.kernels.listing.connected_subgraphs import Columns, Tables

NODES = "The nodes of the subgraph, ascending; names.parquet has their names."
COLUMNS = (
    Column("size", "int32", "Nodes of the subgraph.", key=True),
    Column("nodes", "list<int32>", NODES),
    Column("edges", "int32", "Edges between the nodes of the subgraph."),
    Column("boundary", "int32", "Nodes outside the subgraph with a neighbour in it."),
)
GRAPH = Column("graph", "int32", "The number of the graph in its file, from 1.")
BATCH_NODES = 1 << 23  # the most nodes of all subgraphs of a batch
BYTES_PER_NODE = 0.5  # for estimates only


class Subgraphs(WithCondition, SubgraphParameters, Forest):
    """All connected induced subgraphs of a graph that have some numbers of nodes.

    Parameters
    ----------
    graph : Graph, str, path, or sequence of Graph
        A graph, its file (see `Graph.read`) or its name, such as ``"king 4x4"``. Several graphs, or
        the lines of a file in graph6 or sparse6, get a column ``graph``.
    nodes : int or range
        Numbers of nodes of a subgraph, consecutive, from 1 to 255.
    limit : int, optional
        The most subgraphs: the search stops after them.
    name : str
        Name of the graph in descriptions, by default the name of its file.
    only : str, optional
        A condition on columns, such as ``"edges = size - 1"`` for trees.

    Raises
    ------
    ProblemError
        If a number is out of range, or the graph or the condition cannot be read.

    Examples
    --------
    >>> from enumino import Graph, Subgraphs
    >>> square = Graph("abcd", [(0, 1), (1, 2), (2, 3), (3, 0)])
    >>> Subgraphs(square, range(1, 5)).count().total
    13

    References
    ----------
    D. H. Redelmeier, Counting polyominoes: yet another attack, Discrete Math. 36 (1981);
    S. Wernicke, Efficient detection of network motifs, IEEE/ACM Trans. Comput. Biol. Bioinform. 3
    (2006).
    """

    tree_version: ClassVar[int] = 1

    @property
    def columns(self) -> tuple[Column, ...]:
        return (*COLUMNS, GRAPH) if self.orders else COLUMNS

    @property
    def counted(self) -> tuple[Column, ...]:
        return tuple(column for column in self.columns if column.name != "nodes")

    def describe(self) -> str:
        graph = f"{plural(len(self.network), 'node')} and {plural(len(self.network.edges), 'edge')}"
        what = first_of(self.limit, "connected subgraph")
        kind = f"{len(self.orders):,} graphs" if self.orders else "a graph"
        only = "" if self.only is None else f", where {in_a_line(self.only, LONGEST_CONDITION)}"
        return f"{what} with {span(self.sizes, 'node')} of {self.name}, {kind} of {graph}{only}"

    def expect(self, nodes: float) -> Expectation:
        return self._expected(nodes, 1, 4 + BYTES_PER_NODE * self.sizes[-1], speeds.SUBGRAPHS)

    @property
    def _kernel(self) -> Kernel:
        from enumino.enum.kernels.listing import connected_subgraphs

        return connected_subgraphs

    @cached_property
    def _trees(self) -> list[Tables]:
        from enumino.enum.kernels.listing.connected_subgraphs import MOST_ROOTS, Tables

        starts, neighbours = self.network.adjacency
        block = -(-len(self.network) // MOST_ROOTS)
        limits = np.array([self.sizes[0], self.sizes[-1], max(1, block)], np.int64)
        return [Tables(limits, starts, neighbours)]

    @property
    def _walk_cost(self) -> int:
        most = int(np.diff(self.network.adjacency[0]).max(initial=1))
        return int(self.sizes[-1]) * most

    def _new_columns(self, rows: int) -> Columns:
        rows = max(1, min(rows, BATCH_NODES // self.sizes[-1]))
        return self._kernel.new_columns(rows, rows * self.sizes[-1])

    def _records(self, columns: Columns, filled: int) -> pa.RecordBatch:
        size, edges, boundary = columns.numbers
        nodes = Ragged(columns.members, columns.offsets)
        found = {"size": size, "nodes": nodes, "edges": edges, "boundary": boundary}
        if self.orders:
            found["graph"] = self.graphs_with(columns.members[columns.offsets[:filled]])
        return wrap(self.columns, found, filled)

    def _new_counts(self, tree: int) -> I64:
        return np.zeros(int(self.sizes[-1]) + 1, np.int64)

    def _key(self, tree: int, index: tuple[int, ...]) -> tuple[int, ...]:
        return index
