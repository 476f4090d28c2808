"""The checks of tromino rows: sound rows pass, each kind of damage is told, other tilings too."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pyarrow as pa

from enumino.families.trominoes.checks import LayoutChecks, check_board, faults
from enumino.families.trominoes.construction import layouts, numbered_board
from enumino.families.trominoes.problem import Trominoes
from tests.looping import each

TYPES = {
    "board": pa.uint16(),
    "missing_row": pa.uint16(),
    "missing_col": pa.uint16(),
    "path": pa.string(),
    "layout": pa.string(),
    "symmetry": pa.string(),
    "orbit": pa.uint8(),
}
OFFSETS = {
    "a": ((0, 0), (0, 1), (1, 0)),
    "b": ((0, 0), (0, 1), (1, 1)),
    "c": ((0, 0), (1, 0), (1, 1)),
    "d": ((0, 0), (1, -1), (1, 0)),
}


@cache
def rows(k: int, with_layout: bool = True, up_to_symmetry: bool = False) -> pa.RecordBatch:
    """The rows of a board."""
    problem = Trominoes(1 << k, "all", up_to_symmetry)
    columns = next(problem.batches([()])).records.to_pydict()
    if not with_layout:
        del columns["layout"]
    return pa.record_batch({name: pa.array(v, TYPES[name]) for name, v in columns.items()})


def changed(batch: pa.RecordBatch, row: int, **values: Any) -> pa.RecordBatch:
    columns = batch.to_pydict()
    for name, value in values.items():
        columns[name][row] = value
    return pa.record_batch({name: pa.array(v, TYPES[name]) for name, v in columns.items()})


def told(batch: pa.RecordBatch, board: int, up_to_symmetry: bool = False) -> list[tuple[str, int]]:
    return [(fault.what, fault.row) for fault in faults(batch, board, None, up_to_symmetry)]


@each("up_to_symmetry", [False, True])
@each("with_layout", [False, True])
@each("k", range(1, 6))
def test_sound_rows_pass(k: int, with_layout: bool, up_to_symmetry: bool) -> None:
    batch = rows(k, with_layout, up_to_symmetry)
    assert told(batch, 1 << k, up_to_symmetry) == []
    assert told(batch.drop_columns(["path"]), 1 << k, up_to_symmetry) == []


DAMAGE = [
    ({"board": 4}, "is of a board that was not asked for"),
    ({"missing_row": 8}, "lacks a cell outside the board"),
    ({"path": "001"}, "has a path that leads to another cell"),
    ({"layout": ""}, "does not cover the board"),
    ({"layout": "b" * 21}, "does not cover the board"),
    ({"symmetry": "none"}, "has another symmetry class"),
    ({"orbit": 4}, "has another orbit"),
]


@each(("values", "what"), DAMAGE)
def test_damage_is_reported(values: dict[str, Any], what: str) -> None:
    batch = rows(3)
    assert (what, 0) in told(changed(batch, 0, **values), 8)
    assert {row for _, row in told(changed(batch, 0, **values), 8)} == {0}


def test_every_wrong_letter_is_reported() -> None:
    batch, at = rows(3), 17
    layout = batch["layout"][at].as_py()
    for i, letter in product(range(len(layout)), "abcd"):
        wrong = layout[:i] + letter + layout[i + 1 :]
        expected = [] if wrong == layout else [("does not cover the board", at)]
        assert told(changed(batch, at, layout=wrong), 8)[:1] == expected
    for wrong in (layout + "a", layout[:-1]):
        assert told(changed(batch, at, layout=wrong), 8)[0] == ("does not cover the board", at)


def test_rows_of_other_images_are_reported() -> None:
    batch, everything = rows(2, True, True), rows(2)
    at = everything["path"].to_pylist().index("31")
    values = {name: everything[name][at].as_py() for name in ("path", "layout")}
    values |= {"missing_row": 2, "missing_col": 3}
    wrong = changed(batch, 1, **values)
    assert told(wrong, 4, True) == [("is not the first of its images", 1)]
    assert told(changed(batch, 1, orbit=1), 4, True) == [("has another orbit", 1)]
    assert told(everything, 4, True)[0][0] == "has another orbit"


def tilings(side: int, missing: tuple[int, int]) -> Iterator[str]:
    """Every layout of trominoes of a board that lacks a cell."""

    def lay(free: frozenset[tuple[int, int]], layout: str) -> Iterator[str]:
        if not free:
            yield layout
            return
        r, c = min(free)
        for letter, offsets in OFFSETS.items():
            cells = {(r + dr, c + dc) for dr, dc in offsets}
            if cells <= free:
                yield from lay(free - cells, layout + letter)

    yield from lay(frozenset(product(range(side), repeat=2)) - {missing}, "")


def test_one_tiling_of_a_board_is_the_one_of_the_construction() -> None:
    checks = LayoutChecks(4)
    for cell, missing in enumerate(product(range(4), repeat=2)):
        every = np.array(list(tilings(4, missing)), object)
        owners, spoiled = checks.covered_without(pa.array(every), np.full(len(every), cell))
        assert not spoiled.any()
        of_construction = layouts(4, *([at] for at in missing)).tobytes().decode()
        assert every[checks.is_constructed(owners)].tolist() == [of_construction]


def test_other_tilings_are_told() -> None:
    batch = rows(3)
    for at in (0, 21, 63):
        row = batch.slice(at, 1).to_pylist()[0]
        every = tilings(8, (row["missing_row"], row["missing_col"]))
        other = next(layout for layout in every if layout != row["layout"])
        wrong = told(changed(batch, at, layout=other), 8)
        assert wrong == [("is not the tiling of the construction", at)]


def test_sound_boards_pass() -> None:
    for side in (2, 4, 8, 16):
        for row, col in product(range(side), repeat=2):
            assert check_board(numbered_board(side, (row, col)), row, col) is None


@each(
    ("cells", "message"),
    [
        ({(3, 2): 6}, "The missing cell 3,2 is covered by tromino 6."),
        ({(0, 5): 0}, "The numbers are not those from 1 to 21, each on three cells."),
        ({(0, 0): -1}, "The numbers are not those from 1 to 21"),
        ({(0, 0): 22}, "The numbers are not those from 1 to 21"),
        ({(0, 0): 21}, "The numbers are not those from 1 to 21"),
        ({(0, 0): 4, (0, 2): 3}, "The cells of tromino 3 are no L."),
        ({(0, 0): 2, (1, 1): 3}, "The cells of tromino 2 are no L."),
    ],
)
def test_damaged_boards_are_reported(cells: dict[tuple[int, int], int], message: str) -> None:
    board = numbered_board(8, (3, 2))
    for cell, number in cells.items():
        board[cell] = number
    assert (check_board(board, 3, 2) or "").startswith(message)
