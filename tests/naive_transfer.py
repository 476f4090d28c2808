"""Boundaries of partial shapes by flood fill: the oracle of the transfer matrices."""

from collections import defaultdict

from enumino.objects.lattice import Cell


def column_boundary(grid: list[list[bool]], hexagons: bool = False) -> tuple[int, int, int]:
    """Words `before`, `after` and `occupied`, with a bit a row, of the last cells of all rows.

    `grid[column][row]`, the last column perhaps short. The first two have the cells whose
    component has another cell above them or below them on the boundary.
    """
    placed = {(x, y) for x, column in enumerate(grid) for y, full in enumerate(column) if full}
    width = len(grid[0])
    step = len(grid[-1])
    boundary = [(len(grid) - 1 if y < step else len(grid) - 2, y) for y in range(width)]
    members: dict[frozenset[Cell], list[int]] = defaultdict(list)
    for cell in boundary:
        if cell in placed:
            members[_component(cell, placed, hexagons)].append(cell[1])
    before = sum(1 << y for rows in members.values() for y in rows[1:])
    after = sum(1 << y for rows in members.values() for y in rows[:-1])
    return before, after, sum(1 << y for rows in members.values() for y in rows)


def loses_a_component(grid: list[list[bool]], hexagons: bool = False) -> bool:
    """Whether some component of the placed cells has left the boundary."""
    placed = {(x, y) for x, column in enumerate(grid) for y, full in enumerate(column) if full}
    step = len(grid[-1])
    front = {(len(grid) - 1 if y < step else len(grid) - 2, y) for y in range(len(grid[0]))}
    return any(not _component(cell, placed, hexagons) & front for cell in placed)


def _component(cell: Cell, placed: set[Cell], hexagons: bool) -> frozenset[Cell]:
    seen, untried = {cell}, [cell]
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1), *([(1, -1), (-1, 1)] if hexagons else [])]
    while untried:
        x, y = untried.pop()
        for near in [(x + dx, y + dy) for dx, dy in steps]:
            if near in placed and near not in seen:
                seen.add(near)
                untried.append(near)
    return frozenset(seen)


def diagonal_boundary(
    placed: set[tuple[int, int]], width: int, layer: int, decided: set[int]
) -> tuple[int, int, int] | None:
    """Boundary of cells (diagonal, layer): words `before`, `after`, `occupied` with a bit a slot.

    Of `layer` the diagonals `decided` are. None if a component has left the boundary. A cell is
    on it if it is decided last at its slot, diagonal // 2.
    """
    front = {}
    for slot in range((width + 1) // 2):
        for diagonal in (2 * slot, 2 * slot + 1):
            for s in (layer - 1, layer):
                if (diagonal, s) in placed and (
                    s == layer or not {2 * slot, 2 * slot + 1} & decided
                ):
                    front[slot] = (diagonal, s)
    components: list[list[int]] = []
    rest = set(placed)
    while rest:
        seen = {untried := rest.pop()}
        todo = [untried]
        while todo:
            d, s = todo.pop()
            for near in ((d + 1, s + 1), (d + 1, s - 1), (d - 1, s + 1), (d - 1, s - 1)):
                if near in placed and near not in seen:
                    seen.add(near)
                    todo.append(near)
        rest -= seen
        components.append([slot for slot, cell in sorted(front.items()) if cell in seen])
    if not all(components):
        return None
    before = sum(1 << slot for slots in components for slot in slots[1:])
    after = sum(1 << slot for slots in components for slot in slots[:-1])
    return before, after, sum(1 << slot for slot in front)
