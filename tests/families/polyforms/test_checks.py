"""The checks of polyform rows: sound rows pass, and planted damage is found on every lattice."""

from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enumino.families.polyforms import checks
from enumino.families.polyforms.columns import MASKS, polyform_columns
from enumino.families.polyforms.problem import Polyforms
from enumino.objects.box import mask_of
from enumino.objects.lattice import KINDS, Lattice
from enumino.objects.lattices import LATTICES
from enumino.objects.point_group import Kind
from enumino.schema import arrow_schema
from tests.families.polyforms.listings import FAMILIES, WORD, row_of
from tests.naive_polyforms import NAIVE, Point, Shape

every = pytest.mark.parametrize("make", FAMILIES)


def batch_of(lattice: Lattice, rows: list[dict[str, Any]]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pylist(
        rows, arrow_schema(polyform_columns(lattice, len(MASKS)), signed=False)
    )


@st.composite
def grown(draw: st.DrawFn, lattice: Lattice, most: int = 13) -> Shape:
    """Connected shapes; some of the large ones have holes."""
    naive = NAIVE[lattice.name]
    shape = {naive.seeds[0]}
    for _ in range(draw(st.integers(0, most - 1))):
        around = sorted({near for point in shape for near in naive.near(point)} - shape)
        shape.add(around[draw(st.integers(0, len(around) - 1))])
    return frozenset(shape)


def told(lattice: Lattice, rows: list[dict[str, Any]], kind: Kind = "free") -> set[str]:
    return {fault.what for fault in checks.faults(batch_of(lattice, rows), lattice, kind)}


@pytest.mark.slow
@pytest.mark.parametrize("lattice", LATTICES.values(), ids=LATTICES)
@given(data=st.data())
@settings(max_examples=15)
def test_sound_rows_pass_and_others_do_not(data: st.DataObject, lattice: Lattice) -> None:
    """Rows of all sizes together, as the definition has them; then one number is another one."""
    kind = data.draw(st.sampled_from(KINDS))
    shapes = data.draw(st.lists(grown(lattice), min_size=1, max_size=6))
    rows = [row_of(lattice, shape, kind) for shape in shapes]
    assert told(lattice, rows, kind) == set()
    at = data.draw(st.integers(0, len(rows) - 1))
    columns = ["orbit", "perimeter", "site_perimeter", *["holes"] * (lattice.dimensions == 2)]
    column = data.draw(st.sampled_from(columns))
    by = data.draw(st.integers(1, 255))
    rows[at] = rows[at] | {column: (rows[at][column] + by) % 256}
    (fault,) = checks.faults(batch_of(lattice, rows), lattice, kind)
    assert column.split("_")[0] in fault.what
    assert fault.row == at


def laid_out(lattice: Lattice, cells: list[Point]) -> dict[str, Any]:
    """The box and the mask of cells, connected or not."""
    shape = lattice.normalised(cells)
    box = lattice.box(shape)
    bits = mask_of(shape, box)
    sides = dict(zip(("width", "height", "depth"), box[::-1], strict=False))
    return sides | {name: bits >> 64 * k & WORD for k, name in enumerate(MASKS)}


def apart(row: dict[str, Any], lattice: Lattice) -> dict[str, Any]:
    """As many cells, but three rows lie between the last one and the others."""
    cells = [(0,) * (lattice.dimensions - 1) + (lattice.sublattices * k,) for k in range(9)]
    number = row["cells"]
    far = (*[0] * (lattice.dimensions - 2), 4, 0)
    return laid_out(lattice, [*cells[: number - 1], far])


PLANTED: dict[str, tuple[Callable[[dict[str, Any], Lattice], dict[str, Any]], str]] = {
    "another class": (
        lambda row, lattice: {"symmetry": next(
            str(name) for name in lattice.class_names if str(name) != row["symmetry"])},
        "has another symmetry class"),
    "a cell more": (
        lambda row, lattice: {"cells": row["cells"] + 1}, "has another number of cells"),
    "no cell": (lambda row, lattice: dict.fromkeys(MASKS, 0), "has another number of cells"),
    "no box": (lambda row, lattice: {"height": 0}, "has no bounding box"),
    "a narrow box": (
        lambda row, lattice: {"width": lattice.sublattices, "height": 1},
        "has cells outside its bounding box"),
    "a huge box": (
        lambda row, lattice: {"width": 254, "height": 255}, "does not fill its bounding box"),
    "a gap": (apart, "is not connected"),
}  # fmt: skip


@pytest.mark.slow
@every
@pytest.mark.parametrize("what", PLANTED)
def test_what_is_planted_is_found(make: type[Polyforms], what: str) -> None:
    """In one of many rows of several sizes, in each of some places."""
    lattice = make(1).entry.lattice
    rows = [
        row | dict.fromkeys(MASKS, 0) | row
        for batch in make(range(1, FAMILIES[make] + 1)).batches([()])
        for row in batch.records.to_pylist()
    ]
    plant, words = PLANTED[what]
    for at in (len(rows) // 2, len(rows) - 1):
        changed = {**rows[at], **plant(rows[at], lattice)}
        planted = [*rows[:at], changed, *rows[at + 1 :]]
        batch = batch_of(lattice, planted)
        found = list(checks.faults(batch, lattice, "free"))
        assert at in {fault.row for fault in found if fault.what.startswith(words)}, found
