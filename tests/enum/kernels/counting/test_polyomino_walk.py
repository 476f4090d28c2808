"""Laws of the walk of polyominoes, by cells and up to a site perimeter."""

from __future__ import annotations

import pickle
from collections import Counter
from typing import Any

import numba
import numpy as np
import pytest
import site_perimeter_walk as spw
from hypothesis import given
from hypothesis import strategies as st

from enumino.enum.kernels.counting import polyomino_walk, quotient, symmetric_walk
from enumino.enum.kernels.shared import histogram
from enumino.enum.orbit_graphs import graph_and_cells
from enumino.enum.symmetric_shapes import subjects
from enumino.objects.lattice import SQUARE
from enumino.objects.polyomino import Polyomino
from tests import naive
from tests.looping import each
from tests.naive import normal
from tests.naive_redelmeier import row
from tests.splitting import count_all
from tests.strategies import polyominoes

NUMBERS = ("perimeter", "site_perimeter", "holes")


def numbers(shape: Any) -> tuple[int, ...]:
    """Cells, perimeter, site perimeter and holes, by the definitions."""
    found = row(normal(set(shape)), "fixed")
    return (found[0], *found[7:])


@given(polyominoes(largest=10), st.randoms(use_true_random=False))
def test_what_a_cell_adds_is_in_the_table(shape: Polyomino, random: Any) -> None:
    """Cells placed in any connected order, anywhere on the board."""
    added = polyomino_walk.new_state(1, 4, polyomino_walk.NUMBERS).added
    nearby = getattr(polyomino_walk.nearby, "py_func", polyomino_walk.nearby)  # a step of kernels
    rows = np.zeros(64, np.uint64)
    left = random.randrange(2, 61 - max(c for _, c in shape.cells))
    placed: set[tuple[int, int]] = set()
    key = 1 << 32 | 1 << 40
    waiting = [random.choice(sorted(shape.cells))]
    while waiting:
        r, c = waiting.pop(random.randrange(len(waiting)))
        near = nearby(rows, np.uint64(c + left), np.uint64(r + 2))
        key = (key + int(added[int(near)])) % 2**64
        rows[r + 2] |= np.uint64(1 << c + left)
        placed.add((r, c))
        found = tuple(key >> 8 * byte & 255 for byte in (0, 3, 4, 5))
        assert found == numbers(placed)
        around = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & set(shape.cells) - placed
        waiting = sorted({*waiting, *around})


def test_a_row_holds_what_is_in_reach() -> None:
    most = polyomino_walk.MAX_CELLS
    state = polyomino_walk.new_state(1, most, ("cells",))
    origin = int(state.untried[0]) & 63
    assert origin - (most - 1) - 2 >= 0
    assert origin + most - 1 + 2 <= 63
    assert symmetric_walk.CENTRE - symmetric_walk.REACH - 1 >= 0
    assert symmetric_walk.CENTRE + symmetric_walk.REACH + 1 <= 63
    assert 4 * symmetric_walk.MAX_CELLS <= 255
    assert all(2 * most + 2 <= 255 for _ in NUMBERS)


@pytest.mark.slow
@pytest.mark.parametrize("max_nodes", [25, 1000])
def test_walks_go_on_where_they_were_left(max_nodes: int) -> None:
    found = histogram.new_histogram(1 << 15)
    state = polyomino_walk.new_state(2, 6, polyomino_walk.NUMBERS)
    while not state.cursor[polyomino_walk.DONE]:
        polyomino_walk.walk(state, found, max_nodes)
        state = pickle.loads(pickle.dumps(state))
    counts = Counter[int]()
    for key, count in histogram.numbers_of(found, 6).items():
        counts[key[0]] += count
    assert counts == {2: 2, 3: 6, 4: 19, 5: 63, 6: 216}


@pytest.mark.slow
@each("subject", subjects(SQUARE))
def test_the_shapes_that_a_group_keeps_are_those_of_the_other_count(subject: Any) -> None:
    cells = 11
    graph, orbits = graph_and_cells(subject.symmetry, cells)
    state = symmetric_walk.new_state(graph, orbits, 1, cells, (1 << 48) - 1)
    found = histogram.new_histogram(1 << 12)
    while not state.cursor[symmetric_walk.DONE]:
        symmetric_walk.walk(state, found, 100)
        state = pickle.loads(pickle.dumps(state))
    counts = [0] * (cells + 1)
    for key, count in histogram.numbers_of(found, 6).items():
        counts[key[0]] += count
    assert counts == count_all(quotient, quotient.new_search(graph))


INTERPRETED = bool(numba.config.DISABLE_JIT)

# Free ones: A366443, beyond 15 by us; fixed ones: A216820.
FREE = [0, 0, 0, 0, 1, 0, 1, 1, 5, 5, 23, 46, 187, 552, 2145, 7818]
FIXED = [0, 0, 0, 0, 1, 0, 2, 4, 12, 32, 110, 340, 1209, 4272, 16166, 61848]


def walked(most: int, nodes: int = 1 << 24) -> np.ndarray:
    state = spw.new_state(most)
    while not state.cursor[spw.DONE]:
        spw.walk(state, nodes)
    return state.counts


def test_all_are_found_by_size_and_with_their_symmetries() -> None:
    """No polyomino of more than 8 cells has 10 empty cells or less beside it (A001971)."""
    most = 10
    grown: Counter[tuple[int, int, int]] = Counter()
    for cells in range(1, 9):
        for shape in naive.shapes(cells):
            sites = len(set().union(*map(naive.neighbours, shape)) - shape)
            if sites <= most:
                images = [image.cells for image in Polyomino(shape).images()]
                kept = [naive.normal(image) == naive.normal(shape) for image in images]
                grown[spw.FIXED, sites, cells] += 1
                grown[spw.ALL, sites, cells] += sum(kept)
    counts = walked(most)
    found = {
        (int(kind), int(sites), int(cells)): int(counts[kind, sites, cells])
        for kind, sites, cells in zip(*np.nonzero(counts), strict=True)
        if kind != spw.TURNED
    }
    assert found == grown


@each("most", range(4, 11 if INTERPRETED else 16))
def test_numbers_are_the_published_ones(most: int) -> None:
    fixed, turned, kept = walked(most).sum(axis=2).tolist()
    assert fixed == FIXED[: most + 1]
    assert kept == [8 * n for n in FREE[: most + 1]]
    assert all(n % 4 == 0 and 2 * n >= k for n, k in zip(turned, kept, strict=True))


@pytest.mark.parametrize("nodes", [1, 7])
def test_a_walk_is_taken_up_from_a_pickle(nodes: int) -> None:
    state = spw.new_state(9)
    while not state.cursor[spw.DONE]:
        spw.walk(state, nodes)
        state = pickle.loads(pickle.dumps(state))
    assert np.array_equal(state.counts, walked(9))


@pytest.mark.parametrize("most", [3, 29])
def test_what_does_not_fit_is_refused(most: int) -> None:
    with pytest.raises(ValueError, match=f"a site perimeter of {most}"):
        spw.new_state(most)
