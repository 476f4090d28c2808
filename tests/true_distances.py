"""True distances from every boundary to the cheapest way to finish."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from enumino.enum.kernels.matrices import _boundary
from enumino.enum.kernels.matrices._boundary import HIGH, LOW, NextCell

FAR = 10**6

# Words `before`, `after` and `occupied`, and flags.
State = tuple[int, int, int, int]
Edges = dict[State, list[tuple[State, int]]]


def distances(
    places: list[NextCell], ends: Callable[[State, NextCell], bool]
) -> Iterator[tuple[State, NextCell, int]]:
    """All boundaries that can be finished within these places, with the least price of that.

    What goes on beyond the last place is cut off: it is dearer than others with its boundary.
    """
    keys: set[State] = {(0, 0, 0, 0)}
    graph: list[tuple[NextCell, Edges]] = []
    for place in places:
        edges = {key: list(_following(key, place)) for key in keys}
        graph.append((place, edges))
        keys = {target for targets in edges.values() for target, _ in targets}
    cost: dict[State, int] = {}
    for place, edges in reversed(graph):
        for key in {target for targets in edges.values() for target, _ in targets}:
            if ends(key, place):
                cost[key] = 0
            if cost.setdefault(key, FAR) < FAR:
                yield key, place, cost[key]
        cost = {
            key: min((price + cost[target] for target, price in targets), default=FAR)
            for key, targets in edges.items()
        }


def _following(key: State, place: NextCell) -> Iterator[tuple[State, int]]:
    *boundary, flags = key
    before, after, occupied = _boundary.leave_empty(*boundary, place.site)
    if occupied > 0 or (occupied == 0 and place.layer == 1 and not place.last):
        yield (before, after, occupied, flags), 0
    if place.price > 0:
        before, after, occupied = _boundary.occupy(*boundary, place.site, place.other)
        yield (before, after, occupied, flags | place.rim), place.price


def spans(shortest: int) -> Callable[[State, NextCell], bool]:
    """Whether one component has touched both rims when a column ends, from `shortest` on."""

    def ends(key: State, place: NextCell) -> bool:
        whole = key[3] == LOW + HIGH and (key[2] & ~key[0]).bit_count() == 1
        return bool(place.last and place.layer >= shortest and whole)

    return ends
