"""Windows: a lattice as counting kernels see it from one cell, by differences of indices.

Cells are numbered with a fixed number of them from one row, and from one layer, to the next, so
that cells far apart share a number. A search of n cells sees the cells within three steps of a
shape of n - 3 cells; two such cells are at most n + 2 steps apart.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from enumino.enum.kernels.counting._by_tables import Tables
from enumino.enum.kernels.counting.lattice_count import ARMS, BEHIND, BESIDE, Window
from enumino.objects.lattice import Lattice

# Cells from one row to the next by dimensions; in space rows from one layer to the next first.
_WIDTHS = {2: (64,), 3: (24, 24)}

_Offset = tuple[int, ...]


# Rows of a layer, and unit cells in a row, of lattices from files by dimensions.
_UNITS = {2: (40,), 3: (20, 20), 4: (16, 16, 16)}
_FAR = 64  # steps; no count is of so many cells


@cache
def window(lattice: Lattice) -> Window:
    """Return the window of a lattice; those from files have tables.

    >>> from enumino.objects.lattice import SQUARE
    >>> [arm[0] for arm in window(SQUARE).arms]
    [-64, -1, 1, 64, 0, 0, 0, 0]
    """
    if lattice.definition is not None:
        *rows, units = _UNITS[lattice.dimensions]
        sizes = _distances(rows, units * lattice.sublattices)
        # In space too many cells are within reach to look at all of them.
        apart = (
            min(_FAR, units // _longest_step(lattice))
            if rows
            else _distance_of_cells_alike(lattice, sizes)
        )
        return Window((), (), lattice.sublattices, sizes, apart - 3, _tables(lattice, sizes))
    *rows, width = _WIDTHS[lattice.dimensions]
    sizes = _distances(rows, width)
    even = _arms(lattice, sizes, 0)
    odd = _arms(lattice, sizes, lattice.sublattices - 1)
    odd = _in_the_order_of(even, odd)
    return Window(
        arms=tuple([tuple(arm) for arm in even]),
        shifts=tuple(
            tuple([there - here for here, there in zip(arm, other, strict=True)])
            for arm, other in zip(even, odd, strict=True)
        ),
        sublattices=lattice.sublattices,
        sizes=sizes,
        largest=_distance_of_cells_alike(lattice, sizes) - 3,
    )


def _distances(rows: list[int], width: int) -> tuple[int, ...]:
    """Return the differences of indices from one layer and from one row to the next."""
    found = [width]
    for number in reversed(rows):
        found.insert(0, number * found[0])
    return tuple(found)


def _index(step: _Offset, sizes: tuple[int, ...]) -> int:
    """Return the difference of the indices of cells that are a step apart."""
    return sum(k * size for k, size in zip(step, (*sizes, 1), strict=True))


def _tables(lattice: Lattice, sizes: tuple[int, ...]) -> Tables:
    """Return the surroundings of each cell of a unit cell."""
    degree, width = max(map(len, lattice.steps)), lattice.sublattices
    near = np.zeros((width, degree), np.int64)
    behind, beside = (np.zeros((width, degree, degree), np.int64) for _ in range(2))
    for own in range(width):
        cell = (0,) * (lattice.dimensions - 1) + (own,)
        around = lattice.neighbours(cell)
        for k, one in enumerate(around):
            near[own, k] = _index(one, sizes) - own
            beyond = lattice.neighbours(one)
            far = [each for each in beyond if each not in (cell, *around)]
            side = [each for each in around[k + 1 :] if each in beyond]
            behind[own, k, : len(far)] = [_index(each, sizes) - own for each in far]
            beside[own, k, : len(side)] = [_index(each, sizes) - own for each in side]
    return Tables(
        near,
        np.array([len(steps) for steps in lattice.steps], np.int64),
        *(each[:, :, : max(1, int((each != 0).sum(2).max()))] for each in (behind, beside)),
    )


def _arms(lattice: Lattice, sizes: tuple[int, ...], number: int) -> list[list[int]]:
    """Return the arms of a cell of the unit cell at 0: neighbours, cells behind and beside them."""
    cell = (0,) * (lattice.dimensions - 1) + (number,)
    near = lattice.neighbours(cell)
    start = _index(cell, sizes)
    arms = [[0] * (1 + BEHIND + BESIDE) for _ in range(ARMS)]
    for k, one in enumerate(near):
        around = lattice.neighbours(one)
        behind = [_index(each, sizes) - start for each in around if each not in (cell, *near)]
        beside = [_index(each, sizes) - start for each in near[k + 1 :] if each in around]
        arms[k][0] = _index(one, sizes) - start
        arms[k][1 : 1 + len(behind)] = behind
        arms[k][1 + BEHIND : 1 + BEHIND + len(beside)] = beside
    return arms


def _in_the_order_of(arms: list[list[int]], others: list[list[int]]) -> list[list[int]]:
    """Order arms so that most begin as given ones do: equal parts are compiled once."""
    common = {arm[0] for arm in arms} & {other[0] for other in others}
    by_step = {other[0]: other for other in others if other[0] in common}
    rest = [other for other in others if other[0] not in common]
    return [by_step[arm[0]] if arm[0] in common else rest.pop(0) for arm in arms]


def _longest_step(lattice: Lattice) -> int:
    """Return the most layers, rows or unit cells between neighbours.

    Cells of the same index are in another one by at least as many as `_UNITS` has.
    """
    count = lattice.sublattices
    return max(
        abs(k)
        for number, steps in enumerate(lattice.steps)
        for *rows, columns in steps
        for k in (*rows, (number + columns) // count)
    )


def _distance_of_cells_alike(lattice: Lattice, sizes: tuple[int, ...]) -> int:
    """Return the least number of steps between two cells of the same index, at most `_FAR`."""
    nearest = []
    for number in range(lattice.sublattices):
        start = (0,) * (lattice.dimensions - 1) + (number,)
        index = _index(start, sizes)
        known, outermost, distance = {start}, [start], 0
        while distance == 0 or (
            distance < _FAR and all(_index(cell, sizes) != index for cell in outermost)
        ):
            around = {near for cell in outermost for near in lattice.neighbours(cell)}
            outermost = list(around - known)
            known |= around
            distance += 1
        nearest.append(distance)
    return min(nearest)
