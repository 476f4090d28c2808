"""Boundaries of partial polyominoes by flood fill: the oracle of the transfer matrix."""

from __future__ import annotations

from collections import defaultdict

from enumino.objects.lattice import Cell


def boundary_codes(grid: list[list[bool]]) -> list[int]:
    """Codes of the last cell of each row; `grid[column][row]`, the last column perhaps short.

    0 empty, 1 alone in its component, 2 first, 3 middle, 4 last cell of its component from the
    top, where the component counts only with its cells on the boundary.
    """
    placed = {(x, y) for x, column in enumerate(grid) for y, full in enumerate(column) if full}
    width = len(grid[0])
    step = len(grid[-1])
    boundary = [(len(grid) - 1 if y < step else len(grid) - 2, y) for y in range(width)]
    members: dict[frozenset[Cell], list[int]] = defaultdict(list)
    for cell in boundary:
        if cell in placed:
            members[_component(cell, placed)].append(cell[1])
    codes = [0] * width
    for rows in members.values():
        for y in rows:
            codes[y] = 3
        codes[rows[0]], codes[rows[-1]] = (1, 1) if len(rows) == 1 else (2, 4)
    return codes


def loses_a_component(grid: list[list[bool]]) -> bool:
    """Whether some component of the placed cells has left the boundary."""
    placed = {(x, y) for x, column in enumerate(grid) for y, full in enumerate(column) if full}
    step = len(grid[-1])
    front = {(len(grid) - 1 if y < step else len(grid) - 2, y) for y in range(len(grid[0]))}
    return any(not _component(cell, placed) & front for cell in placed)


def _component(cell: Cell, placed: set[Cell]) -> frozenset[Cell]:
    seen, untried = {cell}, [cell]
    while untried:
        x, y = untried.pop()
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if near in placed and near not in seen:
                seen.add(near)
                untried.append(near)
    return frozenset(seen)


def _around(shape: frozenset[Cell]) -> set[Cell]:
    near = {(x + dx, y + dy) for x, y in shape for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return near - shape


def _moved(shape: frozenset[Cell]) -> frozenset[Cell]:
    left, top = min(x for x, _ in shape), min(y for _, y in shape)
    return frozenset((x - left, y - top) for x, y in shape)
