"""Hypothesis strategies for the things this package is about."""

from random import Random

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


def divided(problem: Problem, random: Random, splits: int = 12) -> list[Prefix]:
    """Prefixes that divide the whole tree: a random subtree is divided, again and again.

    Leaves and empty subtrees are chosen too, so that trees are also divided past their leaves.
    """
    frontier: list[Prefix] = [()]
    for _ in range(random.randint(0, splits)):
        if frontier:
            chosen = frontier.pop(random.randrange(len(frontier)))
            frontier.extend(children(problem.branching, chosen))
    return sorted(frontier)


def antichains(problem: Problem) -> st.SearchStrategy[list[Prefix]]:
    """Prefixes that divide the whole tree."""
    return st.randoms(use_true_random=False).map(lambda random: divided(problem, random))
