"""Connected induced subgraphs without thought: every set of nodes, walked through."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

Row = tuple[int, tuple[int, ...], int, int]


def subgraphs(nodes: int, edges: Iterable[tuple[int, int]], orders: Iterable[int]) -> set[Row]:
    """Order, nodes, edges and boundary of each."""
    near: dict[int, set[int]] = {node: set() for node in range(nodes)}
    for a, b in edges:
        if a != b:
            near[a].add(b)
            near[b].add(a)
    found = set()
    for order in orders:
        for chosen in combinations(range(nodes), order):
            inside, reached, ahead = set(chosen), {chosen[0]}, [chosen[0]]
            while ahead:
                for other in near[ahead.pop()] & inside - reached:
                    reached.add(other)
                    ahead.append(other)
            if reached == inside:
                inner = sum(len(near[node] & inside) for node in chosen) // 2
                outside = set().union(*(near[node] for node in chosen)) - inside
                found.add((order, chosen, inner, len(outside)))
    return found
