"""Verification finds every kind of fault in rows of packings."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from enumino.families.tilings.problem import Tilings
from enumino.families.tilings.rows import TilingRows
from tests.looping import each


def rows_of(problem: Tilings) -> tuple[TilingRows, pa.RecordBatch]:
    return TilingRows(problem.to_json()), next(iter(problem.batches([()]))).records


def changed(batch: pa.RecordBatch, name: str, row: int, value: Any) -> pa.RecordBatch:
    columns = {column: batch.column(column).to_pylist() for column in batch.schema.names}
    columns[name][row] = value
    plain = [
        pa.field(f.name, pa.string() if pa.types.is_dictionary(f.type) else f.type)
        for f in batch.schema
    ]
    return pa.record_batch(columns, schema=pa.schema(plain))


SOLID = Tilings("2x2x3", "dicube, tetracubes", up_to_symmetry=True, lattice="cubic")


@each(("column", "value", "what"), [
    ("pieces", 1, "has another number of pieces"),
    ("symmetry", "R", "has another symmetry class"),
    ("orbit", 47, "has another orbit"),
    ("placements", [0], "has other placements"),
    ("layout", "A", "does not cover the region with pieces side by side"),
])  # fmt: skip
def test_faults_are_found(column: str, value: Any, what: str) -> None:
    rows, batch = rows_of(SOLID)
    assert not list(rows.faults(batch))
    faults = list(rows.faults(changed(batch, column, 3, value)))
    assert (what, 3) in [(fault.what, fault.row) for fault in faults]


def test_images_of_a_packing_are_found() -> None:
    """Not all packings that are listed without regard to symmetry are first of their images."""
    problem = Tilings("triangle 3", "triamond, tetriamonds", lattice="triangular")
    every = next(iter(problem.batches([()]))).records
    parameters = Tilings(
        "triangle 3", "triamond, tetriamonds", up_to_symmetry=True, lattice="triangular"
    )
    faults = list(TilingRows(parameters.to_json()).faults(every))
    assert "is not the first of its images" in [fault.what for fault in faults]
