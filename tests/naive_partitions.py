"""Partitions of a graph into connected parts by definition, from all set partitions."""

from collections.abc import Iterable, Sequence
from functools import cache
from math import log

Pair = tuple[int, int]
Owners = tuple[int, ...]  # the part of each vertex; parts are numbered by first vertices


@cache
def set_partitions(vertices: int) -> list[Owners]:
    """All partitions of a set.

    >>> set_partitions(2)
    [(0, 0), (0, 1)]
    """
    if vertices == 0:
        return [()]
    before = set_partitions(vertices - 1)
    return [(*each, part) for each in before for part in range(max(each, default=-1) + 2)]


def parts_of(owners: Owners) -> list[tuple[int, ...]]:
    """The vertices of each part."""
    found: list[list[int]] = [[] for _ in range(max(owners) + 1)]
    for vertex, part in enumerate(owners):
        found[part].append(vertex)
    return [*map(tuple, found)]


def is_connected(part: Sequence[int], edges: set[Pair]) -> bool:
    reached = [part[0]]
    for u in reached:
        reached += [v for v in part if v not in reached and (min(u, v), max(u, v)) in edges]
    return len(reached) == len(part)


def spanning_trees(vertices: int, edges: Sequence[Pair]) -> int:
    """The number of spanning trees: without the first edge, and with its ends made one."""
    if vertices == 1 or not edges:
        return int(vertices == 1)
    (one, other), *rest = edges
    joined = [tuple(one if end == other else end for end in edge) for edge in rest]
    return spanning_trees(vertices, rest) + spanning_trees(
        vertices - 1, [(a, b) for a, b in joined if a != b]
    )


def partitions(
    vertices: int, edges: set[Pair], parts: range, bounds: range, weights: Sequence[int]
) -> set[Owners]:
    """Partitions into connected parts whose numbers and sums of weights are in two ranges."""
    known: dict[tuple[int, ...], bool] = {}

    def is_fine(part: tuple[int, ...]) -> bool:
        if part not in known:
            known[part] = sum(weights[v] for v in part) in bounds and is_connected(part, edges)
        return known[part]

    return {
        owners
        for owners in set_partitions(vertices)
        if max(owners) + 1 in parts and all(map(is_fine, parts_of(owners)))
    }


def row_of(owners: Owners, edges: set[Pair], weights: Sequence[int]) -> tuple[object, ...]:
    """The parts, their sizes, weights, the cut edges, and the logarithm of spanning trees."""
    parts = parts_of(owners)
    cut = sum(owners[a] != owners[b] for a, b in edges)
    inside = [[pair for pair in edges if {*pair} <= {*part}] for part in parts]
    trees = (log(spanning_trees(len(p), own)) for p, own in zip(parts, inside, strict=True))
    sums = sorted(sum(weights[v] for v in part) for part in parts)
    return len(parts), sorted(map(len, parts)), sums, cut, sum(trees)


def first_images(found: Iterable[Owners], images: Sequence[Sequence[int]]) -> dict[Owners, int]:
    """The smallest image of each partition under a group, with the number of images."""
    orbits: dict[Owners, int] = {}
    for owners in found:
        own = {numbered([owners[v] for v in image]) for image in images}
        orbits[min(own)] = len(own)
    return orbits


def numbered(owners: Sequence[int]) -> Owners:
    """A partition whose parts are numbered by first vertices."""
    number: dict[int, int] = {}
    return tuple([number.setdefault(part, len(number)) for part in owners])
