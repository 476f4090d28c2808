"""Solutions of exact covers, and an example that has one."""

from __future__ import annotations

from enumino.objects.cover import CoverProblem
from tests import naive_cover

# Knuth's example of Algorithm C (TAOCP 7.2.2.1), whose solution is the options 1, 3 and 4.
XCC = """
| primary items, then secondary ones
p q r | x y

p q x y:A
p r x:A y
| a comment between options
p x:B
q x:A
r y:B
"""


def solutions(problem: CoverProblem) -> list[tuple[int, ...]]:
    """All solutions, by the textbook's search."""
    return naive_cover.over_sets(problem)[0]
