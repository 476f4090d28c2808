"""Orders of filling a room: the same layouts in all of them, and the nodes of a naive search."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from enumino.enum.kernels.listing import tatami_orders
from enumino.enum.kernels.listing.tatami_orders import DEEPEST, DONE, LAYOUTS, NODES

MANY = 1 << 40
PAGE = Path(__file__).parents[4] / "docs" / "tatami.md"
Cell = tuple[int, int]
rooms = arrays.arrays(np.bool_, st.tuples(st.integers(1, 5), st.integers(1, 5)))


def searched(room: np.ndarray, order: np.ndarray, max_nodes: int = MANY) -> tuple[int, int, int]:
    """Layouts, nodes and deepest stack of the whole search."""
    state = tatami_orders.new_state(room, order)
    while not state.cursor[DONE]:
        tatami_orders.run(state, max_nodes)
    return int(state.cursor[LAYOUTS]), int(state.cursor[NODES]), int(state.cursor[DEEPEST])


def naive_search(cells: Sequence[Cell]) -> tuple[int, int, int]:
    """The same by recursion on sets of dominoes, every point looked at after each placement."""
    points = {(i + di, j + dj) for i, j in cells for di, dj in product((0, 1), repeat=2)}
    free = set(cells)

    def four_meet(mats: list[frozenset[Cell]]) -> bool:
        mat_of = {cell: mat for mat in mats for cell in mat}
        around = ([(i - 1, j - 1), (i - 1, j), (i, j - 1), (i, j)] for i, j in points)
        return any(len({mat_of.get(cell) for cell in ring} - {None}) == 4 for ring in around)

    def visit(mats: list[frozenset[Cell]]) -> tuple[int, int, int]:
        covered = frozenset().union(*mats)
        at = next((cell for cell in cells if cell not in covered), None)
        if at is None:
            return 1, 1, len(mats)
        layouts, nodes, deepest = 0, 1, len(mats)
        for di, dj in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            other = (at[0] + di, at[1] + dj)
            if other in free - covered and not four_meet([*mats, frozenset({at, other})]):
                below = visit([*mats, frozenset({at, other})])
                layouts, nodes = layouts + below[0], nodes + below[1]
                deepest = max(deepest, below[2])
        return layouts, nodes, deepest

    return visit([])


@given(rooms, st.randoms(use_true_random=False))
def test_any_order_of_any_room_equals_a_naive_search(room: np.ndarray, random) -> None:
    order = np.flatnonzero(room)
    shuffled = random.sample(order.tolist(), order.size)
    for cells in (*tatami_orders.orders(room).values(), np.array(shuffled, np.int64)):
        naive = naive_search([divmod(cell, room.shape[1]) for cell in cells.tolist()])
        assert searched(room, cells) == naive


@pytest.mark.parametrize("max_nodes", [1, 13])
def test_stopping_changes_nothing(max_nodes: int) -> None:
    for room in (np.ones((6, 6), np.bool_), np.ones((0, 3), np.bool_), np.ones((3, 3), np.bool_)):
        for order in tatami_orders.orders(room).values():
            assert searched(room, order, max_nodes) == searched(room, order)


@pytest.mark.parametrize("order", [[0, 1, 2], [0, 1, 2, 2], [0, 1, 2, 4], [0, 1, 2, 3, 3]])
def test_an_order_that_is_no_permutation_is_refused(order: list[int]) -> None:
    room = np.ones((2, 2), np.bool_)
    with pytest.raises(ValueError, match="each of the 4 free cells once"):
        tatami_orders.new_state(room, np.array(order, np.int64))


def documented() -> list[tuple[int, int, str, int, int]]:
    """Rows, columns, order, nodes and deepest stack of every figure on the page."""
    found = []
    names: list[str] = []
    page = PAGE.read_text(encoding="utf-8")
    section = page.partition("## Other scan orders\n")[2].partition("\n## ")[0]
    for line in section.splitlines():
        fields = [field.strip() for field in line.replace("*", "").strip("|").split("|")]
        if fields[0] == "room":
            names = fields[1:]
        elif size := re.fullmatch(r"(\d+)×(\d+)", fields[0]):
            for name, field in zip(names, fields[1:], strict=True):
                nodes, deepest = (int(x.replace(",", "")) for x in field.split(" / "))
                found.append((int(size[1]), int(size[2]), name, nodes, deepest))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "cols", "name", "nodes", "deepest"), documented())
def test_the_page_tells_what_the_kernel_counts(
    rows: int, cols: int, name: str, nodes: int, deepest: int
) -> None:
    """The largest searches, of a third of a billion nodes and more, are followed for a while."""
    room = np.ones((rows, cols), np.bool_)
    state = tatami_orders.new_state(room, tatami_orders.orders(room)[name])
    tatami_orders.run(state, min(nodes + 1, 5_000_000))
    if nodes < 5_000_000:
        assert state.cursor[DONE] == 1
        assert (nodes, deepest) == (state.cursor[NODES], state.cursor[DEEPEST])
    else:
        assert state.cursor[DONE] == 0
        assert deepest >= state.cursor[DEEPEST]
