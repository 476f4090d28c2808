"""Fixed shapes counted with three closed levels: against listing, published numbers, any cut."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enumino.enum.kernels.counting import lattice_count
from enumino.enum.windows import window
from enumino.objects.lattice_definition import shipped
from enumino.objects.lattice_derivation import lattice_of
from enumino.objects.lattices import LATTICES
from tests.looping import each
from tests.naive_polyforms import NAIVE
from tests.splitting import count_all, count_in_steps, count_split

# OEIS A001168, A006770, A001207, A001420, A001931, A096267; the empty shape is not counted.
FIXED = {
    "square": [0, 1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446, 135268, 505861, 1903890, 7204874],
    "king": [0, 1, 4, 20, 110, 638, 3832, 23592, 147941],
    "hexagonal": [0, 1, 3, 11, 44, 186, 814, 3652, 16689, 77359],
    "triangular": [0, 2, 3, 6, 14, 36, 94, 250, 675, 1838, 5053, 14016, 39169],
    "cubic": [0, 1, 3, 15, 86, 534, 3481, 23502],
    "stick": [0, 2, 6, 22, 88, 372, 1628, 7312],
}
# Counted by tables; the numbers are those of `tests.naive_lattices`.
FROM_FILES = {
    "kite": [0, 6, 12, 32, 93, 288, 926],
    "trihexagonal": [0, 3, 6, 21, 73, 273, 1049],
}
SMALL = {"square": 7, "king": 5, "hexagonal": 6, "triangular": 8, "cubic": 5, "stick": 5}


def search(name: str, cells: int) -> lattice_count.Search:
    lattice = LATTICES[name] if name in LATTICES else lattice_of(shipped(name))
    return lattice_count.new_search(window(lattice), cells)


@pytest.mark.parametrize("name", FIXED)
def test_equals_listing(name: str) -> None:
    sizes = range(1, SMALL[name] + 1)
    expected = [0] + [len(NAIVE[name].shapes(cells)) for cells in sizes]
    assert count_all(lattice_count, search(name, SMALL[name])) == expected


@pytest.mark.slow
@pytest.mark.parametrize("name", FIXED)
def test_equals_published(name: str) -> None:
    for cells in range(4, len(FIXED[name])):
        assert count_all(lattice_count, search(name, cells)) == FIXED[name][: cells + 1]


@pytest.mark.parametrize("name", [*FIXED, *FROM_FILES])
@settings(max_examples=8)
@given(choices=st.lists(st.integers(0, 1000), max_size=30), cells=st.integers(4, 6))
def test_any_cut_gives_the_whole(name: str, choices: list[int], cells: int) -> None:
    found = count_split(lattice_count, search(name, cells), choices)
    assert found == (FIXED | FROM_FILES)[name][: cells + 1]


@each("max_nodes", [1, 2, 7, 100])
@each("name", [*FIXED, *FROM_FILES])
def test_resumes_after_any_number_of_nodes(name: str, max_nodes: int) -> None:
    at_once = search(name, 6)
    counts = count_all(lattice_count, at_once)
    assert count_in_steps(lattice_count, search(name, 6), max_nodes) == (counts, at_once.nodes)


def test_complete_prefix_is_a_leaf() -> None:
    found = search("hexagonal", 4)
    assert lattice_count.seek(found, (0, 0, 0, 0)) == lattice_count.LEAF
    assert count_all(lattice_count, found) == [0, 0, 0, 0, 1]


@pytest.mark.parametrize("prefix", [(2,), (-1,), (0, 5), (0, -1), (1, 0, 0, 0, 0)])
def test_unknown_prefix(prefix: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="names no node"):
        lattice_count.seek(search("triangular", 4), prefix)


@pytest.mark.parametrize("name", FIXED)
def test_size_out_of_range(name: str) -> None:
    most = window(LATTICES[name]).largest
    for cells in (3, most + 1):
        with pytest.raises(ValueError, match=f"takes 4 to {most} cells"):
            search(name, cells)


@pytest.mark.parametrize("straight", [0, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", FIXED)
def test_longest_shapes_do_not_meet_themselves(name: str, straight: int) -> None:
    """The shapes below one of all but two cells, beside a search that knows sets only."""
    lattice = LATTICES[name]
    cells = window(lattice).largest
    found = lattice_count.new_search(window(lattice), cells)
    prefix: tuple[int, ...] = (0,)
    while len(prefix) < cells - 2:
        children = lattice_count.seek(found, prefix)
        prefix = (*prefix, min(straight, children - 1))
    lattice_count.seek(found, prefix)
    counts = count_all(lattice_count, found)
    assert counts[len(prefix) :] == naive_subtree(name, prefix, cells)


@settings(max_examples=12 if numba.config.DISABLE_JIT else 25)
@given(st.data())
def test_any_deep_subtree_equals_naive_search(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(FIXED)))
    cells = data.draw(st.integers(4, window(LATTICES[name]).largest), "cells")
    depth = data.draw(st.integers(max(1, cells - 3), cells), "depth")
    straight, found = data.draw(st.sampled_from([0, 1, 2]), "straight"), search(name, cells)
    prefix: tuple[int, ...] = ()
    for _ in range(depth):
        children = lattice_count.seek(found, prefix)
        if children == 0:
            break
        turn = data.draw(st.integers(0, 6))
        prefix += (
            min(straight if turn < 6 else turn - 5, children - 1) if prefix else 0,
        )  # the first root
    lattice_count.seek(found, prefix)
    assert count_all(lattice_count, found)[len(prefix) :] == naive_subtree(name, prefix, cells)


def naive_subtree(name: str, prefix: tuple[int, ...], cells: int) -> list[int]:
    """Redelmeier's search in its plainest form, in an unbounded lattice, below a prefix."""
    lattice = LATTICES[name]
    counts = np.zeros(cells + 1, int)
    root = (0,) * (lattice.dimensions - 1) + (prefix[0],)
    arms = window(lattice)

    def visit(size: int, untried: list[tuple[int, ...]], reached: frozenset[object]) -> None:
        counts[size] += size >= len(prefix)
        if size == cells:
            return
        choices = range(len(untried)) if size >= len(prefix) else [prefix[size]]
        for j in choices:
            cell = untried[len(untried) - 1 - j]
            near = sorted(lattice.neighbours(cell), key=lambda near: order(cell, near))
            fresh = [c for c in near if c not in reached and c > root]
            visit(size + 1, untried[: len(untried) - 1 - j] + fresh, reached | set(fresh))

    def order(cell: tuple[int, ...], near: tuple[int, ...]) -> int:
        """In the order of the window's arms."""
        number = cell[-1] % lattice.sublattices
        steps = [
            arm[0] + shift[0] * number for arm, shift in zip(arms.arms, arms.shifts, strict=True)
        ]
        step = [b - a for a, b in zip(cell, near, strict=True)]
        return steps.index(sum(k * size for k, size in zip(step, (*arms.sizes, 1), strict=True)))

    prefix = (0, *prefix[1:])
    visit(0, [root], frozenset([root]))
    return counts[len(prefix) :].tolist()
