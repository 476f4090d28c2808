"""Hypothesis strategies for the things this package is about."""

from __future__ import annotations

from hypothesis import strategies as st

from enumino.enum.partition import children
from enumino.enum.problem import Prefix, Problem
from enumino.objects.polyform import Polyform


@st.composite
def polyominoes(draw: st.DrawFn, largest: int = 12) -> Polyform:
    """Connected shapes, grown cell by cell."""
    cells = {(0, 0)}
    for _ in range(draw(st.integers(0, largest - 1))):
        rim = sorted(
            {(r + dr, c + dc) for r, c in cells for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))}
            - cells
        )
        cells.add(draw(st.sampled_from(rim)))
    return Polyform(cells)


@st.composite
def antichains(draw: st.DrawFn, problem: Problem, splits: int = 12) -> list[Prefix]:
    """Sets of prefixes that divide the whole tree: a random subtree is divided, again and again.

    Leaves and empty subtrees are drawn too, so that trees are also split past their leaves.
    """
    frontier: list[Prefix] = [()]
    for _ in range(draw(st.integers(0, splits))):
        if not frontier:
            break
        chosen = frontier.pop(draw(st.integers(0, len(frontier) - 1)))
        frontier.extend(children(problem, chosen))
    return sorted(frontier)
