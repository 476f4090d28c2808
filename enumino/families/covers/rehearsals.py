"""Small problems, each of which compiles an engine with rows of covers."""

from __future__ import annotations

from functools import partial

from enumino.families.covers.problem import Covers
from enumino.objects.cover import CoverProblem
from enumino.run.compilation import list_and_count

_SUBSETS = CoverProblem.from_subsets([["a"], ["b"], ["a", "b"]])

REHEARSALS = {
    "dancing links": partial(list_and_count, Covers(_SUBSETS, engine="dancing-links")),
    "option bitsets": partial(list_and_count, Covers(_SUBSETS, engine="option-bitsets")),
}
