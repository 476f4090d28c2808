"""Laws of the transfer matrix for half-turns: other methods, boundaries and glue by flood fill."""

from __future__ import annotations

from math import comb

import numba
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from enumino.enum.kernels.matrices import _boundary as boundaries
from enumino.enum.kernels.matrices import _folded as folded
from enumino.enum.kernels.matrices._boundary import HIGH, LOW
from enumino.enum.kernels.matrices._folded import Key
from enumino.families.polyforms.counting import straight
from enumino.families.polyforms.counting.straight import (
    CENTRES,
    HalfTurnSweep,
    row_of_half,
)
from tests.looping import each
from tests.naive import is_connected
from tests.naive_transfer import column_boundary, loses_a_component

INTERPRETED = bool(numba.config.DISABLE_JIT)
FAR = 10**6


def swept(width: int, cells: int, **limbs: int) -> HalfTurnSweep:
    sweep = HalfTurnSweep(width, cells, **limbs)
    while not sweep.done:
        sweep.advance()
    return sweep


def found_anew(width: int, cells: int) -> HalfTurnSweep:
    """The sweep that looks every boundary up in every column."""
    sweep = HalfTurnSweep(width, cells)
    sweep.levels = None
    while not sweep.done:
        sweep.advance()
    return sweep


@pytest.mark.parametrize(("width", "cells"), [(1, 6), (2, 9), (3, 12), (7, 20), (9, 21)])
def test_boundaries_that_are_found_once_are_those_found_anew(width: int, cells: int) -> None:
    if INTERPRETED and cells > 12:
        pytest.skip("slow without compilation")
    once, anew = swept(width, cells), found_anew(width, cells)
    for name in CENTRES:
        assert np.array_equal(once.numbers[name], anew.numbers[name])
    assert (once.steps, once.peak_states) == (anew.steps, anew.peak_states)


def test_boundaries_are_forgotten_where_they_would_fill_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = swept(6, 14)
    monkeypatch.setattr(straight, "MOST_KEPT", 5000)
    sweep = HalfTurnSweep(6, 14)
    assert sweep.levels is not None
    while not sweep.done:
        sweep.advance()
    assert sweep.levels is None
    for name in CENTRES:
        assert np.array_equal(sweep.numbers[name], whole.numbers[name])


# --- The bound against true distances -------------------------------------------------------


def following(key: Key, row: int, rows: int, column: int, full: int) -> Key | None:
    """The boundary after one more cell, or None if that loses a component."""
    boundary = boundaries.decided(*key, row_of_half(row, rows, column), full == 1)
    return None if boundary[2] < 0 else boundaries.packed(*boundary)


def unpruned(
    rows: int, orbits: int
) -> list[tuple[int, int, dict[Key, list[tuple[Key, int]]], dict[Key, int]]]:
    """All boundaries of at most so many orbits, cell by cell: column, rows decided, where each
    one leads at what price, and the fewest orbits of those that are reached.
    """
    layers = []
    reached: dict[Key, int] = {(0, 0): 0}
    column = 1
    while reached:
        for row in range(rows):
            edges: dict[Key, list[tuple[Key, int]]] = {}
            found: dict[Key, int] = {}
            for key, low in reached.items():
                edges[key] = []
                for price in (0, 1):
                    target = following(key, row, rows, column, price)
                    if target is not None and low + price <= orbits:
                        edges[key].append((target, price))
                        found[target] = min(found.get(target, FAR), low + price)
            layers.append((column, row + 1, edges, found))
            reached = found
        column += 1
    return layers


def ends(key: Key, row: int, rows: int, column: int, scratch: folded.Scratch) -> bool:
    """Whether a polyomino may end with this boundary, by the widths of its two possible boxes."""
    even = row == rows and 2 * column >= rows
    odd = row == (rows + 1) // 2 and 2 * column - 1 >= rows
    return (even and folded.is_glued(key, rows, False, scratch)) or (
        odd and folded.is_glued(key, rows, True, scratch)
    )


def bound_is_admissible(cells: int) -> None:
    orbits = cells // 2
    scratch = folded.new_scratch()
    made = tight = 0
    for rows in range(1, orbits + 1):
        by_column = np.zeros(rows // 2 + 1, np.uint8)
        distance: dict[Key, int] = {}
        for column, row, edges, reached in reversed(unpruned(rows, orbits)):
            for key, low in reached.items():
                true = 0 if ends(key, row, rows, column, scratch) else distance.get(key, FAR)
                distance[key] = true
                if low + true <= orbits:
                    folded.needs(key, row, rows, scratch, by_column)
                    bound = by_column[min(column, rows // 2 + 1) - 1]
                    assert bound <= true, (rows, column, row, key)
                    made += 1
                    tight += bound == true
            distance = {
                key: min((price + distance[target] for target, price in targets), default=FAR)
                for key, targets in edges.items()
            }
        assert distance[0, 0] >= rows
    assert tight > 0.6 * made


def test_bound_is_never_above_the_cheapest_way_to_finish() -> None:
    bound_is_admissible(10 if INTERPRETED else 16)


@pytest.mark.long
def test_bound_is_admissible_for_more_boundaries() -> None:
    bound_is_admissible(20)


def finishes(key: Key, row: int, rows: int, column: int, orbits: int) -> bool:
    """Whether a polyomino ends with at most so many orbits more, by going on in all ways."""
    reached = {key: 0}
    scratch = folded.new_scratch()
    while reached:
        if row == rows:
            row, column = 0, column + 1
        found: dict[Key, int] = {}
        for before, spent in reached.items():
            for price in range(min(2, orbits - spent + 1)):
                target = following(before, row, rows, column, price)
                if target is not None:
                    found[target] = min(found.get(target, FAR), spent + price)
        reached, row = found, row + 1
        if any(ends(target, row, rows, column, scratch) for target in reached):
            return True
    return False


@pytest.mark.slow
@settings(max_examples=60)
@given(
    st.integers(5, 15),
    st.integers(-2, 1),
    st.integers(1, 9),
    st.booleans(),
    st.lists(st.booleans(), min_size=6, max_size=40),
)
def test_bound_holds_for_random_boundaries(
    rows: int, beyond: int, spacing: int, touched: bool, cells: list[bool]
) -> None:
    """Higher boxes than those of which all boundaries are known: cells at random, or far apart."""
    key = (0, 0)
    for number, full in enumerate(cells):
        wanted = full and number % spacing in (0, spacing // 2)
        at = (number % rows, rows, number // rows + 1)
        after = following(key, *at, int(wanted)) or following(key, *at, 1)
        assert after is not None
        key = after
    if boundaries.unpacked(*key)[2] == 0:
        return
    if touched:
        key = (key[0], key[1] | LOW | HIGH)
    row, column = (len(cells) - 1) % rows + 1, max(1, rows // 2 + beyond)
    by_column = np.zeros(rows // 2 + 1, np.uint8)
    folded.needs(key, row, rows, folded.new_scratch(), by_column)
    bound = int(by_column[min(column, rows // 2 + 1) - 1])
    assume(bound <= 5)
    assert not finishes(key, row, rows, column, bound - 1)


# --- Boundaries and glue --------------------------------------------------------------------


def built(rows: int, cells: list[bool]) -> tuple[list[list[bool]], Key]:
    """Build a grid cell by cell as long as its boundary is connected to all components."""
    boundary, flags = (0, 0, 0), 0
    grid: list[list[bool]] = [[False] * rows, []]  # an empty column left of the first
    for full in cells:
        row = len(grid[-1])
        grid[-1].append(full)
        after = boundaries.leave_empty(*boundary, row)
        if not full:
            assert (after[2] < 0) == loses_a_component(grid)
        if full or after[2] < 0:
            grid[-1][-1] = True  # go on with a cell here
            after = boundaries.occupy(*boundary, row, row - 1)
            flags |= LOW | HIGH if row in (0, rows - 1) else 0
        boundary = after
        if len(grid[-1]) == rows:
            grid.append([])
    return grid if grid[-1] else grid[:-1], boundaries.packed(*boundary, flags)


@settings(max_examples=80)
@given(st.one_of(st.integers(1, 7), st.integers(29, 31)), st.lists(st.booleans(), max_size=90))
def test_boundaries_are_those_of_a_flood_fill(rows: int, cells: list[bool]) -> None:
    grid, key = built(rows, cells)
    *boundary, _flags = boundaries.unpacked(*key)
    assert tuple(boundary) == column_boundary(grid)
    image = boundaries.mirrored(*boundary, rows)
    assert image == column_boundary([column[::-1] for column in grid]) or len(grid[-1]) < rows
    assert boundaries.mirrored(*image, rows) == tuple(boundary)


@settings(max_examples=150)
@given(st.integers(1, 6), st.integers(1, 4), st.booleans(), st.lists(st.booleans(), max_size=24))
def test_glue_is_that_of_a_flood_fill(
    rows: int, columns: int, odd: bool, cells: list[bool]
) -> None:
    half = (rows + 1) // 2
    wanted = rows * (columns - 1) + (half if odd else rows)
    grid, key = built(rows, (cells + [False] * wanted)[:wanted])
    length = 2 * columns - odd
    placed = {(x, y) for x, column in enumerate(grid[1:]) for y, full in enumerate(column) if full}
    whole = placed | {(length - 1 - x, rows - 1 - y) for x, y in placed}
    one = bool(whole) and is_connected(frozenset(whole)) and any(y == 0 for _, y in whole)
    assert folded.is_glued(key, rows, odd, folded.new_scratch()) == one


# --- Numbers and state ----------------------------------------------------------------------


@each("rows", [3, 4, 7, 8, 19, 20, 21, 22, 23, 24])
def test_fewest_cells_that_span_a_square(rows: int) -> None:
    """Stairs from the centre to a corner, or a bar with stairs: 4 C(b - 1, (b - 1) / 2) - 3 of
    2 b - 1 cells for odd b, 4 C(b - 2, (b - 2) / 2) of 2 b cells for even b."""
    if INTERPRETED and rows > 8:
        pytest.skip("slow without compilation")
    odd = rows % 2 == 1
    cells = 2 * rows - 1 if odd else 2 * rows
    found = swept(rows, cells).numbers["R180C" if odd else "R180V"]
    fewest = 4 * comb(rows - 1, rows // 2) - 3 if odd else 4 * comb(rows - 2, rows // 2 - 1)
    assert found[cells] == fewest
    assert not found[:cells].any()
