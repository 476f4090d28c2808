"""The columns of connected subgraphs."""

from __future__ import annotations

from enumino.schema import Column

SIZE = Column("size", "int32", "Nodes of the subgraph.", key=True)
NODES = Column(
    "nodes",
    "list<int32>",
    "The nodes of the subgraph, ascending; names.parquet names them.",
    distinct=True,
)
BOUNDARY = Column("boundary", "int32", "Nodes outside that are next to one of the subgraph.")


def columns_of(*, by_edges: bool) -> tuple[Column, ...]:
    """Return the columns; totals are kept by the number of edges as well if `by_edges`."""
    edges = Column("edges", "int32", "Edges between the nodes of the subgraph.", key=by_edges)
    return SIZE, NODES, edges, BOUNDARY
