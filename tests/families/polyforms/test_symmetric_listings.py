"""Listings of symmetric shapes: the rows of the whole listing of their classes, constructed."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pytest

import enumino
from enumino import LatticePolyforms, Polycubes, Polyominoes
from enumino.errors import ProblemError
from enumino.families.polyforms.problem import Polyforms
from enumino.objects.lattice import KINDS
from tests.families.polyforms.listings import FAMILIES, in_order, table

SYMMETRIC: dict[Callable[..., Polyforms], int] = {
    **FAMILIES,
    partial(LatticePolyforms, lattice="kite"): 5,
    partial(LatticePolyforms, lattice="cairo"): 5,
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("make", SYMMETRIC)
def test_symmetric_shapes_are_the_whole_listing_filtered(
    make: Callable[..., Polyforms], kind: Any
) -> None:
    whole = make(range(1, SYMMETRIC[make] + 1), kind)
    rows = table(whole)
    names = [str(each.name) for each in make(1).entry.lattice.classes if each.order > 1]
    problem = make(whole.cells, kind, symmetry=names)
    assert problem.only_symmetric
    found = table(problem)
    expected = rows.filter(pc.is_in(pc.cast(rows["symmetry"], pa.string()), pa.array(names)))
    assert found.schema == expected.schema
    assert in_order(found) == in_order(expected)
    assert problem.count().counts == {
        key: count for key, count in whole.count().counts.items() if key[1] in names
    }
    few = make(whole.cells, kind, symmetry=(names[-1], "none" if "none" in names else names[0]))
    kept = [row for row in in_order(rows) if row["symmetry"] in few.symmetry]
    assert in_order(table(few)) == kept


def test_symmetric_shapes_of_a_box_are_not_searched_beyond_it() -> None:
    names = "axis2", "rotate2", "diag2", "all"
    filtered = Polyominoes(range(1, 17), within="4x4", only=f"symmetry in {names}")
    constructed = Polyominoes(range(1, 17), within="4x4", symmetry=names)
    assert in_order(table(constructed)) == in_order(table(filtered))
    larger = Polyominoes(range(1, 37), within="6x6", symmetry=names).count()
    assert larger.total == 645
    assert larger.nodes < 10_000
    cubes = Polycubes(range(1, 7), within="2x2x3")
    flat = [row for row in in_order(table(cubes)) if row["symmetry"] in ("EE", "BE")]
    assert in_order(table(Polycubes(cubes.cells, within="2x2x3", symmetry="EE,BE"))) == flat


def test_symmetric_shapes_of_a_box_may_be_larger(tmp_path: Path) -> None:
    """A268339: masks have room for the box, if not for all shapes of the size."""
    for side, number in ((5, 17), (6, 17), (7, 163)):
        sizes = range(1, side * side + 1)
        problem = Polyominoes(sizes, box=(side, side), symmetry="all")
        assert problem.count().total == number
    root = tmp_path / "board"
    enumino.enumerate_to(root, Polyominoes(range(42, 50), within="7x7", symmetry="all"), threads=1)
    assert enumino.verify(root, full=True).ok
    rows = enumino.open_dataset(root).rows("cells > 46")
    assert sorted(row["cells"] for row in rows) == [48, 49]
    with pytest.raises(ProblemError, match=r"in a box of 8x8 .* go from 1 to 63"):
        Polyominoes(64, within="8x8", symmetry="all")


def test_symmetric_shapes_meet_other_conditions() -> None:
    rows = in_order(table(Polyominoes(range(1, 11), "fixed")))
    problem = Polyominoes(range(1, 11), "fixed", within="4x3", symmetry="axis,all", only="holes>0")
    expected = [
        row
        for row in rows
        if row["symmetry"] in ("axis", "all") and row["holes"] and row["height"] < 5
        if row["width"] < 4
    ]
    assert len(expected) > 2
    assert in_order(table(problem)) == expected


@pytest.mark.slow
def test_a_dataset_of_large_symmetric_shapes_is_verified(tmp_path: Path) -> None:
    problem = Polyominoes(range(16, 22), symmetry="all,diag2,rotate2,axis2")
    enumino.enumerate_to(tmp_path, problem, threads=2, rows_per_part=500)
    assert enumino.verify(tmp_path, full=True).ok
    dataset = enumino.open_dataset(tmp_path)
    assert sum(line.agrees is True for line in dataset.totals) > 6
    assert dataset.manifest.title == (
        "free polyominoes with 16 to 21 cells of class rotate2, axis2, diag2 or all"
    )
    shapes = list(dataset.objects("height * width > 100"))
    assert shapes
    assert {str(shape.symmetry) for shape in shapes} <= {*problem.classes}
