"""The checks of tromino rows: sound rows pass; damage and other tilings are reported."""

from functools import cache
from itertools import product
from typing import Any

import pyarrow as pa
import pytest

from enumino.families.trominoes.problem import Trominoes
from enumino.families.trominoes.rows import TrominoRows
from enumino.schema import arrow_schema

SCHEMA = arrow_schema(Trominoes(2).columns, signed=False)
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
    return [
        (fault.what, fault.row) for fault in TrominoRows(Trominoes(side).to_json()).faults(batch)
    ]


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
    (fault,) = TrominoRows(Trominoes(8, (0, 0)).to_json()).faults(rows(8).slice(9, 1))
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
