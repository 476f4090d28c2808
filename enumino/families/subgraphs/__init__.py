"""Connected induced subgraphs of any graph."""

from enumino.registry import Family

FAMILY = Family(
    name="subgraphs",
    summary="Connected induced subgraphs of a graph, or of each graph in a file.",
    example='--graph "king 4x4" --nodes 1-4',
    package=__name__,
    parameters_name="SubgraphParameters",
    problem_name="Subgraphs",
    rows_name="SubgraphRows",
    small_problems={"search": {"graph": {"nodes": 3, "edges": "1;2;"}, "nodes": "2"}},
)
