"""The parameters of connected subgraphs: see `enumino.parameters`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from enumino.arguments import consecutive, written
from enumino.conditions import RowLimit, checked_limit
from enumino.errors import DamagedError, ProblemError
from enumino.objects.graph import MOST_NODES, Graph
from enumino.parameters import Given, Json, Option, Parameters, SizeRange, size_json, size_option
from enumino.words import interval, quoted

LARGEST = 255  # nodes of a subgraph


class GraphJson(msgspec.Struct):
    """A graph in plans, as `Graph.to_json` writes it."""

    nodes: Annotated[int, msgspec.Meta(ge=0, le=MOST_NODES)]
    edges: str
    names: list[str] | None = None


def _graph_of(graph: GraphJson, _: Any) -> Graph:
    try:
        return Graph.from_json(msgspec.to_builtins(graph))
    except ProblemError as error:
        raise DamagedError(
            f"The graph of the dataset is damaged: {error} Restore plan.json and manifest.json "
            "from a copy, or choose another folder."
        ) from error


@dataclass(frozen=True)
class SubgraphParameters(Parameters):
    """A graph, the sizes of its subgraphs, and by which columns totals are kept."""

    family: ClassVar[str] = "subgraphs"
    graph: Annotated[
        Graph,
        Json(GraphJson, Graph.to_json, _graph_of),
        Option(
            "--graph",
            "A list of edges (CSV), graph6, or JSON of NetworkX.",
            metavar="FILE",
            required=True,
        ),
    ]
    nodes: Annotated[
        SizeRange,
        size_json(Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]),
        size_option("--nodes", "Nodes of a subgraph, such as 4 or 1-6."),
    ] = Given()
    by: Annotated[
        Literal["edges"] | None,
        Json(omitted=True),
        Option("--by", "Also give totals by the number of edges."),
    ] = None
    limit: RowLimit = None
    name: Annotated[str, Json(str)] = "a graph"

    def __post_init__(self) -> None:
        if not isinstance(self.graph, Graph):
            raise ProblemError(f"A graph is a Graph, not {quoted(self.graph)}: see Graph.read.")
        if self.by not in (None, "edges"):
            raise ProblemError(f"Totals are kept by edges, not by {quoted(self.by)}.")
        nodes = consecutive(self.nodes, "number of nodes")
        if not 1 <= nodes[0] <= nodes[-1] <= LARGEST:
            raise ProblemError(
                f"Subgraphs of {interval(nodes[0], nodes[-1])} nodes are out of reach: give sizes "
                f"from 1 to {LARGEST}."
            )
        name = Path(written(self.name, "The name of a graph")).name
        self._set(nodes=nodes, limit=checked_limit(self.limit, "subgraph"), name=name)

    def options(self) -> dict[str, str]:
        """Return the options of the problem; the graph is named by its file."""
        return {**super().options(), "--graph": self.name}
