"""Slow, obviously right counts of tatami layouts: mat after mat, and by Hickerson's recurrences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import numpy as np
import numpy.typing as npt

from enumino.objects.lattice import SymmetryClass

Room = npt.NDArray[np.bool_]
Layout = tuple[tuple[int, ...], ...]


def naive_layouts(room: Room, most: int) -> Iterator[tuple[Layout, int]]:
    """All layouts with up to `most` half mats, as grids of tile numbers, with their half mats."""
    rows, cols = room.shape
    tile = [[-1] * cols for _ in range(rows)]

    def four_meet(r: int, c: int) -> bool:
        around = [(r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)]
        if not all(0 <= i < rows and 0 <= j < cols for i, j in around):
            return False
        tiles = {tile[i][j] for i, j in around}
        return -1 not in tiles and len(tiles) == 4

    def cover(at: int, tiles: int, monomers: int) -> Iterator[tuple[Layout, int]]:
        if at == rows * cols:
            yield tuple(map(tuple, tile)), monomers
            return
        r, c = divmod(at, cols)
        if not room[r, c] or tile[r][c] >= 0:
            yield from cover(at + 1, tiles, monomers)
            return
        for cells in ([(r, c)], [(r, c), (r, c + 1)], [(r, c), (r + 1, c)]):
            if not all(i < rows and j < cols and room[i, j] and tile[i][j] < 0 for i, j in cells):
                continue
            single = len(cells) == 1
            if single and monomers == most:
                continue
            for i, j in cells:
                tile[i][j] = tiles
            corners = {(i + a, j + b) for i, j in cells for a in (0, 1) for b in (0, 1)}
            if not any(four_meet(*corner) for corner in corners):
                yield from cover(at + 1, tiles + 1, monomers + single)
            for i, j in cells:
                tile[i][j] = -1

    yield from cover(0, 0, 0)


def naive_distribution(room: Room, most: int) -> list[int]:
    numbers = Counter(monomers for _, monomers in naive_layouts(room, most))
    return [numbers[k] for k in range(most + 1)]


def renumbered(rows: list[tuple[int, ...]]) -> Layout:
    names: dict[int, int] = {}
    return tuple(tuple(names.setdefault(tile, len(names)) for tile in row) for row in rows)


def images(layout: Layout) -> list[Layout]:
    """The layout and its images: as it is, mirrored twice, half turn; the same transposed."""
    found: list[Layout] = []
    for grid in (list(layout), list(zip(*layout, strict=True))):
        for rows in (grid, grid[::-1]):
            found += [renumbered(rows), renumbered([row[::-1] for row in rows])]
    return found


def symmetry_of(layout: Layout) -> SymmetryClass:
    same, left_right, up_down, half_turn, *transposed = images(layout)
    assert same == layout
    assert layout not in transposed, "layouts of squares have no diagonal symmetry"
    mirrors = (left_right == layout) + (up_down == layout)
    if mirrors:
        return SymmetryClass.AXIS2 if mirrors == 2 else SymmetryClass.AXIS
    return SymmetryClass.ROTATE if half_turn == layout else SymmetryClass.NONE


@cache
def hickerson(short: int, long: int) -> int:
    """The recurrences as Hickerson wrote them, with short <= long only in the first call."""
    if short == 1:
        return int(long % 2 == 0)
    if short % 2:
        return 2 * any_blocks(short, long)
    return single_first(short, long) + block_first(short, long) + (long == 0)


@cache
def any_blocks(r: int, s: int) -> int:
    if s <= 0:
        return int(s == 0)
    return any_blocks(r, s - r + 1) + any_blocks(r, s - r - 1)


@cache
def single_first(r: int, s: int) -> int:
    if s <= 0:
        return 0
    return hickerson(2, s - 1) if r == 2 else block_first(r, s - 1) + (s == 1)


@cache
def block_first(r: int, s: int) -> int:
    if s <= 0:
        return 0
    if r == 2:
        return single_first(2, s - 2) + (s == 2)
    return single_first(r, s - r + 2) + single_first(r, s - r) + (s in (r - 2, r))
