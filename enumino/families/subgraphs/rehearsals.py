"""A small problem that compiles the search for connected subgraphs."""

from __future__ import annotations

from functools import partial

from enumino.families.subgraphs.problem import Subgraphs
from enumino.objects.graph import Graph
from enumino.run.compilation import list_and_count

REHEARSALS = {"search": partial(list_and_count, Subgraphs(Graph("abc", [(0, 1), (1, 2)]), 2))}
