"""The checks of tromino rows: sound rows pass; damage and other tilings are reported."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pyarrow as pa
import pytest

from enumino.families.trominoes.checks import faults
from enumino.families.trominoes.problem import Trominoes
from enumino.schema import arrow_schema

SCHEMA = arrow_schema(Trominoes(2).columns, signed=False)
OFFSETS = {
    "a": ((0, 0), (0, 1), (1, 0)),
    "b": ((0, 0), (0, 1), (1, 1)),
    "c": ((0, 0), (1, 0), (1, 1)),
    "d": ((0, 0), (1, -1), (1, 0)),
}
OTHER = "is not the tiling of the construction"


@cache
def rows(side: int) -> pa.RecordBatch:
    """The rows of a board."""
    columns = next(Trominoes(side).batches([()])).records.to_pydict()
    return pa.record_batch(columns, schema=SCHEMA)


def changed(batch: pa.RecordBatch, row: int, **values: Any) -> pa.RecordBatch:
    columns = batch.to_pydict()
    for name, value in values.items():
        columns[name][row] = value
    return pa.record_batch(columns, schema=SCHEMA)


def told(batch: pa.RecordBatch, side: int) -> list[tuple[str, int]]:
    return [(fault.what, fault.row) for fault in faults(batch, side, None)]


@pytest.mark.parametrize("side", [2, 4, 8, 16, 32])
def test_sound_rows_pass(side: int) -> None:
    assert told(rows(side), side) == []


DAMAGE = [
    ({"board": 4}, "is of a board that was not asked for"),
    ({"missing_row": 8}, "has a missing cell outside the board"),
    ({"missing_col": 1}, OTHER),
    ({"layout": ""}, OTHER),
    ({"layout": "b" * 21}, OTHER),
    ({"layout": "é" * 21}, OTHER),
    ({"symmetry": "none"}, "has another symmetry class"),
]


@pytest.mark.parametrize(("values", "what"), DAMAGE)
def test_damage_is_reported(values: dict[str, Any], what: str) -> None:
    found = told(changed(rows(8), 0, **values), 8)
    assert (what, 0) in found
    assert {row for _, row in found} == {0}


def test_another_cell_is_reported() -> None:
    (fault,) = faults(rows(8).slice(9, 1), 8, (0, 0))
    assert fault.what == "has another missing cell than was asked for"


def test_every_wrong_letter_is_reported() -> None:
    batch, at = rows(8), 17
    layout = batch["layout"][at].as_py()
    for i, letter in product(range(len(layout)), "abcd"):
        wrong = layout[:i] + letter + layout[i + 1 :]
        expected = [] if wrong == layout else [(OTHER, at)]
        assert told(changed(batch, at, layout=wrong), 8) == expected
    for wrong in (layout + "a", layout[:-1]):
        assert told(changed(batch, at, layout=wrong), 8) == [(OTHER, at)]


def tilings(side: int, missing: tuple[int, int]) -> Iterator[str]:
    """Every layout of trominoes on a board without one cell."""

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


def test_other_tilings_are_told() -> None:
    for at in range(16):
        row = rows(4).slice(at, 1).to_pylist()[0]
        for layout in tilings(4, (row["missing_row"], row["missing_col"])):
            expected = [] if layout == row["layout"] else [(OTHER, at)]
            assert told(changed(rows(4), at, layout=layout), 4) == expected
    other = next(layout for layout in tilings(8, (0, 0)) if layout != rows(8)["layout"][0].as_py())
    assert told(changed(rows(8), 0, layout=other), 8) == [(OTHER, 0)]
