"""The options of connected subgraphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from enumino.cli.problems import options_of
from enumino.families.subgraphs.parameters import SubgraphParameters
from enumino.objects.graph import Graph
from enumino.parameters import values_of

if TYPE_CHECKING:
    from enumino.families.subgraphs.problem import Subgraphs

OPTIONS = options_of(SubgraphParameters)


def problem(graph: str, **given: Any) -> Subgraphs:
    """Make the problem of the `OPTIONS`."""
    from enumino.families.subgraphs.problem import Subgraphs

    return Subgraphs(Graph.read(graph), **values_of(SubgraphParameters, given), name=graph)
