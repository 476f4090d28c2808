"""True distances from every boundary to the cheapest way to finish."""

from collections.abc import Callable, Iterator

from enumino.enum.kernels.matrices import boundary as boundaries
from enumino.enum.kernels.matrices.boundary import HIGH, LOW, NextCell

FAR = 10**6

# Words `before`, `after` and `occupied`, and flags.
State = tuple[int, int, int, int]
Edges = dict[State, list[tuple[State, int]]]


def distances(
    next_cells: list[NextCell], ends: Callable[[State, NextCell], bool]
) -> Iterator[tuple[State, NextCell, int]]:
    """All boundaries that can be finished within these cells, with the least weight of that.

    What goes on beyond the last cell is cut off: it is dearer than others with its boundary.
    """
    keys: set[State] = {(0, 0, 0, 0)}
    graph: list[tuple[NextCell, Edges]] = []
    for next_cell in next_cells:
        edges = {key: list(_following(key, next_cell)) for key in keys}
        graph.append((next_cell, edges))
        keys = {target for targets in edges.values() for target, _ in targets}
    cost: dict[State, int] = {}
    for next_cell, edges in reversed(graph):
        for key in {target for targets in edges.values() for target, _ in targets}:
            if ends(key, next_cell):
                cost[key] = 0
            if cost.setdefault(key, FAR) < FAR:
                yield key, next_cell, cost[key]
        cost = {
            key: min((price + cost[target] for target, price in targets), default=FAR)
            for key, targets in edges.items()
        }


def _following(key: State, next_cell: NextCell) -> Iterator[tuple[State, int]]:
    *boundary, flags = key
    before, after, occupied = boundaries.leave_empty(*boundary, next_cell.site)
    if occupied > 0 or (occupied == 0 and next_cell.layer == 1 and not next_cell.last):
        yield (before, after, occupied, flags), 0
    if next_cell.weight > 0:
        before, after, occupied = boundaries.occupy(*boundary, *next_cell[:3])
        yield (before, after, occupied, flags | next_cell.rim_flags), next_cell.weight


def spans(shortest: int) -> Callable[[State, NextCell], bool]:
    """Whether one component has touched both rims when a column ends, from `shortest` on."""

    def ends(key: State, next_cell: NextCell) -> bool:
        whole = key[3] == LOW + HIGH and (key[2] & ~key[0]).bit_count() == 1
        return bool(next_cell.last and next_cell.layer >= shortest and whole)

    return ends
