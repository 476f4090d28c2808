"""Laws of the walk of polyominoes up to a site perimeter."""

from __future__ import annotations

import importlib
import pickle
import sys
from collections import Counter
from pathlib import Path

import numba
import numpy as np
import pytest

from enumino.objects.polyomino import Polyomino
from tests import naive
from tests.looping import each

sys.path.append(str(Path(__file__).parents[4] / "examples"))
spw = importlib.import_module("site_perimeter_walk")
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
    for cells in range(1, 10):
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
