"""The parameters of connected subgraphs: see `enumino.parameters`."""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np

from enumino.arguments import consecutive
from enumino.arrays import I32
from enumino.errors import ProblemError
from enumino.objects.graph import Graph, PlainGraph
from enumino.objects.named_graphs import FORMS, graphs_of, side_by_side
from enumino.parameters import (
    Parameters,
    Sizes,
    checked_condition,
    checked_limit,
    option,
    row_limit,
    sizes_text,
)
from enumino.words import quoted

LARGEST = 255  # nodes of a subgraph

if TYPE_CHECKING:
    AnyGraph = str | Path | Graph | PlainGraph | Sequence[Graph]
else:
    AnyGraph = PlainGraph


@dataclass(frozen=True)
class SubgraphParameters(Parameters):
    """A graph or several graphs, and the sizes of subgraphs."""

    family: ClassVar[str] = "subgraphs"

    graph: AnyGraph = option(
        "--graph FILE|NAME",
        "Edges in .csv, .tsv or .txt, a graph in .json (NetworkX), a graph on each line in .g6 or "
        f".s6; or {FORMS}, and further graphs of NetworkX.",
    )
    nodes: Sizes = option("--nodes N|A-B", "Number of nodes of a subgraph, such as 4 or 1-6.")
    limit: int | None = row_limit()
    name: str = "a graph"
    _: KW_ONLY
    only: str | None = option(
        "--only CONDITION", 'Keep only subgraphs that meet a condition: "edges = size - 1".', None
    )
    orders: tuple[int, ...] = ()  # the numbers of nodes of several graphs

    def __post_init__(self) -> None:
        graphs: Any = self.graph
        if isinstance(graphs, str | Path):
            self._set(name=str(graphs))
            graphs = graphs_of(graphs)
        if isinstance(graphs, Graph):
            graphs = [graphs]
        if isinstance(graphs, Sequence) and graphs and all(isinstance(g, Graph) for g in graphs):
            whole = side_by_side(graphs) if graphs[1:] else graphs[0]
            self._set(graph=whole.plain(), orders=tuple(map(len, graphs)) if graphs[1:] else ())
        if not isinstance(self.graph, PlainGraph):
            raise ProblemError(f"A graph is a Graph or a file, not {quoted(self.graph)}.")
        if self.orders and (min(self.orders) < 0 or sum(self.orders) != self.graph.nodes):
            raise ProblemError(f"The graphs do not have {self.graph.nodes:,} nodes together.")
        self._set(nodes=sizes_text(self.nodes, "number of nodes"))
        if not 1 <= self.sizes[0] <= self.sizes[-1] <= LARGEST:
            raise ProblemError(
                f"Subgraphs of {self.nodes} nodes are out of reach: give sizes from 1 to {LARGEST}."
            )
        self._set(only=checked_condition(self.only), limit=checked_limit(self.limit, "subgraph"))
        self._set(name=Path(self.name).name)

    @cached_property
    def network(self) -> Graph:
        """The graph."""
        return cast("PlainGraph", self.graph).graph()

    @cached_property
    def sizes(self) -> range:
        """The numbers of nodes of a subgraph."""
        return consecutive(self.nodes)

    def graphs_with(self, nodes: I32) -> I32:
        """Return the numbers of the graphs that have some nodes, from 1."""
        found = np.searchsorted(np.cumsum(self.orders), nodes, "right")
        return found.astype(np.int32) + np.int32(1)
