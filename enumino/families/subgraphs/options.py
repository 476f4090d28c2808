"""The options of connected subgraphs: the graph is in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from enumino.cli.problems import options_of
from enumino.families.subgraphs.parameters import SubgraphParameters
from enumino.objects.graph import Graph

if TYPE_CHECKING:
    from enumino.families.subgraphs.problem import Subgraphs

OPTIONS = options_of(SubgraphParameters)


def problem(graph: str, **given: Any) -> Subgraphs:
    """Make the problem of the options."""
    from enumino.families.subgraphs.problem import Subgraphs

    return Subgraphs(Graph.read(graph), **given, name=graph)
