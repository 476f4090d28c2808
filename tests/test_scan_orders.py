"""Orders of filling a room (an example): the same layouts in all, and the nodes of the page."""

import re
import runpy
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

ROOT = Path(__file__).parent.parent
EXAMPLE = runpy.run_path(str(ROOT / "examples" / "scan_orders.py"))
Cell = tuple[int, int]
rooms = arrays.arrays(np.bool_, st.tuples(st.integers(1, 5), st.integers(1, 5)))


def naive_search(cells: Sequence[Cell]) -> tuple[int, int, int]:
    """Layouts, nodes and deepest stack by recursion on sets of mats, with all points checked."""
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
    for cells in (*EXAMPLE["orders"](room).values(), np.array(shuffled, np.int64)):
        naive = naive_search([divmod(cell, room.shape[1]) for cell in cells.tolist()])
        assert EXAMPLE["search"](room, cells) == naive


def documented() -> list[tuple[int, int, str, int]]:
    """Rows, columns, order and nodes of every figure on the page."""
    page = (ROOT / "docs" / "tatami.md").read_text(encoding="utf-8")
    found, names = [], []
    for line in page.partition("## Other scan orders\n")[2].partition("\n## ")[0].splitlines():
        fields = [field.strip() for field in line.replace("*", "").strip("|").split("|")]
        if fields[0] == "room":
            names = fields[1:]
        elif size := re.fullmatch(r"(\d+)×(\d+)", fields[0]):
            for name, field in zip(names, fields[1:], strict=True):
                nodes = int(field.replace(",", ""))
                found.append((int(size[1]), int(size[2]), name, nodes))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "cols", "name", "nodes"), documented())
def test_the_page_tells_what_the_search_counts(rows: int, cols: int, name: str, nodes: int) -> None:
    """The largest searches, of a third of a billion nodes and more, are followed for a while."""
    room = np.ones((rows, cols), np.bool_)
    _, visited, _ = EXAMPLE["search"](room, EXAMPLE["orders"](room)[name], 5_000_000)
    assert visited == min(nodes, 5_000_000)
