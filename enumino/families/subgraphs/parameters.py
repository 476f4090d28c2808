"""The parameters of connected subgraphs: see `enumino.parameters`."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from enumino.arguments import consecutive
from enumino.errors import ProblemError
from enumino.objects.graph import Graph, PlainGraph
from enumino.parameters import Parameters, Sizes, checked_limit, option, row_limit, sizes_text
from enumino.words import quoted

LARGEST = 255  # nodes of a subgraph

if TYPE_CHECKING:
    AnyGraph = str | Path | Graph | PlainGraph
else:
    AnyGraph = PlainGraph


@dataclass(frozen=True)
class SubgraphParameters(Parameters):
    """A graph, and the sizes of its subgraphs."""

    family: ClassVar[str] = "subgraphs"

    graph: AnyGraph = option(
        "--graph FILE", "Edges in .csv, .tsv or .txt, or a graph in .json (NetworkX), .g6 or .s6."
    )
    nodes: Sizes = option("--nodes N|A-B", "Number of nodes of a subgraph, such as 4 or 1-6.")
    limit: int | None = row_limit()
    name: str = "a graph"

    def __post_init__(self) -> None:
        if isinstance(self.graph, str | Path):
            self._set(name=str(self.graph), graph=Graph.read(self.graph))
        if isinstance(self.graph, Graph):
            self._set(graph=self.graph.plain())
        if not isinstance(self.graph, PlainGraph):
            raise ProblemError(f"A graph is a Graph or a file, not {quoted(self.graph)}.")
        self._set(nodes=sizes_text(self.nodes, "number of nodes"))
        if not 1 <= self.sizes[0] <= self.sizes[-1] <= LARGEST:
            raise ProblemError(
                f"Subgraphs of {self.nodes} nodes are out of reach: give sizes from 1 to {LARGEST}."
            )
        limit = checked_limit(self.limit, "subgraph")
        self._set(limit=limit, name=Path(self.name).name)

    @cached_property
    def network(self) -> Graph:
        """The graph."""
        return cast("PlainGraph", self.graph).graph()

    @cached_property
    def sizes(self) -> range:
        """The numbers of nodes of a subgraph."""
        return consecutive(self.nodes)
