"""Counts as tasks: both methods, any division, every kind and class."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest

from enumino.errors import ProblemError
from enumino.families.polyforms.counting import costs
from enumino.families.polyforms.counting.methods import (
    POLYGONS,
    WALKED,
    Polygons,
    RotatedMatrix,
    SquareSearch,
    TransferMatrix,
    WithoutHoles,
    count_of,
)
from enumino.families.polyforms.counting.polyform_count import CountByTasks
from enumino.families.polyforms.counting.straight import busiest_first, count_width
from enumino.families.polyforms.counting.subjects import (
    COUNTED_BY,
    FOLDED,
    OUTLINES,
    ROTATED,
    SYMMETRIES,
)
from enumino.families.polyforms.counting.ways import Searched, Swept
from enumino.families.polyforms.counting.work import Search
from enumino.families.polyforms.families import POLYOMINOES
from enumino.families.polyforms.problem import Polyominoes
from enumino.objects.lattice import KINDS, SymmetryClass
from enumino.published import TOTAL
from tests import naive
from tests.published import table

pytestmark = pytest.mark.slow


METHODS = (SquareSearch, TransferMatrix, RotatedMatrix)


def run(count: CountByTasks) -> dict[tuple[int, str, str], int]:
    """The numbers by size, kind, and symmetry class or total."""
    lines = count.totals(in_process=True)
    return {(n.labels["cells"], n.labels["kind"], n.symmetry): n.count for n in lines}


def swept(count: CountByTasks) -> list[str]:
    return [way.name for way in count.ways if isinstance(way, Swept)]


def searched(count: CountByTasks) -> set[str]:
    return {way.name for way in count.ways if isinstance(way, Searched)}


@pytest.mark.parametrize("method", METHODS)
def test_everything_published_is_met(method) -> None:
    count = method(POLYOMINOES, range(1, 17), by_symmetry=True)
    numbers = run(count)
    for cells in count.cells:
        for kind in KINDS:
            assert numbers[cells, kind, "total"] == POLYOMINOES.published(cells, kind).value
        for symmetry in SymmetryClass:
            expected = POLYOMINOES.published(cells, "free", symmetry).value
            assert numbers[cells, "free", str(symmetry)] == expected


@pytest.mark.parametrize("method", METHODS[1:])
def test_transfer_matrices_meet_what_is_published(method, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costs, "matrix_is_cheaper", lambda *_: True)
    count = method(POLYOMINOES, range(1, 23), by_symmetry=True)
    rotated = ROTATED if method is RotatedMatrix else {}
    assert swept(count) == [rotated.get(name, name) for name in COUNTED_BY]
    assert searched(count) == {"R90C", "R90V", "D2C", "X2C", "X2V", "D4C"}
    numbers = run(count)
    for (cells, kind, symmetry), number in numbers.items():
        named = None if symmetry == TOTAL else symmetry
        assert number == POLYOMINOES.published(cells, kind, named).value
    assert len(numbers) == 22 * (len(KINDS) + len(SymmetryClass))


def test_matrices_are_chosen_where_they_are_cheaper() -> None:
    small, large = (TransferMatrix(POLYOMINOES, range(1, n + 1)) for n in (20, 34))
    assert swept(small) == ["fixed"]
    assert swept(large) == list(COUNTED_BY)
    every = {group for name in swept(large) for group in COUNTED_BY[name]} | searched(large)
    assert every | set(FOLDED) == {"fixed", *SYMMETRIES}
    one_way = SquareSearch(POLYOMINOES, range(1, 29))
    assert swept(one_way) == []
    assert searched(one_way) | set(FOLDED) == {"fixed", *SYMMETRIES}
    polygons = {group for name in POLYGONS for group in groups_of(name)}
    assert polygons | set(WALKED) == set(SYMMETRIES)


def groups_of(name: str) -> tuple[str, ...]:
    from enumino.families.polyforms.counting.polygons import COUNTED_BY

    return COUNTED_BY[next(kind for kind, sweep in OUTLINES.items() if sweep == name)]


def test_beyond_reach_the_published_numbers_of_fixed_ones_are_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted = TransferMatrix(POLYOMINOES, range(15, 19), by_symmetry=True)
    expected = run(counted)
    monkeypatch.setattr(TransferMatrix, "reach", 16)
    count = TransferMatrix(POLYOMINOES, range(15, 19), by_symmetry=True)
    assert fixed_to(count) == 16
    assert run(count) == expected
    assert [count.rests_on(n) for n in range(15, 19)] == ["", "", "A001168", "A001168"]
    assert [count.rests_on(18, s) for s in SymmetryClass] == ["A001168"] + 7 * [""]
    beyond = TransferMatrix(POLYOMINOES, range(18, 19))
    assert fixed_to(beyond) == 9


def fixed_to(count: CountByTasks) -> int:
    return next(way.cells for way in count.ways if way.name == "fixed")


def test_the_methods_agree_where_all_reach() -> None:
    """One grows cell by cell, the others sweep over boundaries of either lattice."""
    found = []
    for method in METHODS:
        count = method(POLYOMINOES, range(1, 17), "fixed")
        found.append(run(count))
    assert found[0] == found[1] == found[2]


def sides(records) -> list[list[int]]:
    return [records[name].to_pylist() for name in ("height", "width")]


def test_the_matrix_agrees_with_the_search_box_by_box() -> None:
    """Bounding boxes of all fixed polyominoes of 13 cells against the sweep of each width."""
    cells = 13
    listed: Counter[tuple[int, int]] = Counter()
    for batch in Polyominoes(cells, "fixed").batches([()]):
        listed.update(zip(*sides(batch.records), strict=True))
    for width in busiest_first(cells):
        boxes = count_width(width, cells)
        for length in range(width, cells - width + 2):
            assert listed[width, length] == listed[length, width] == boxes[length, cells]
    assert sum(listed.values()) == POLYOMINOES.published(cells, "fixed").value


@pytest.mark.parametrize("kind", KINDS)
def test_classes_of_a_kind_are_its_share_of_the_orbits(kind) -> None:
    count = TransferMatrix(POLYOMINOES, range(1, 8), kind, by_symmetry=True)
    numbers = run(count)
    for cells in range(1, 8):
        listed = [p.symmetry for p in naive.polyominoes(cells, kind)]
        assert numbers[cells, kind, "total"] == len(listed)
        for symmetry in SymmetryClass:
            assert numbers[cells, kind, str(symmetry)] == listed.count(symmetry)


@pytest.mark.parametrize("method", METHODS)
def test_any_division_gives_the_same(method, monkeypatch: pytest.MonkeyPatch) -> None:
    count = method(POLYOMINOES, range(1, 15), by_symmetry=True)
    whole = count.numbers(in_process=True)
    monkeypatch.setattr(Search, "seconds_per_task", 1e-6)
    monkeypatch.setattr("enumino.families.polyforms.counting.work.PREFIXES_PER_TASK", 3)
    monkeypatch.setattr(Search, "most_tasks", 20)
    divided = count.work.tasks()
    assert len(divided) > 22
    assert count.work.tasks() == divided  # by the parameters only
    assert [piece.index for piece in divided] == list(range(len(divided)))
    assert sorted((p.seconds for p in divided), reverse=True) == [p.seconds for p in divided]
    work, sums = pickle.loads(pickle.dumps(count.work)), Counter()
    for piece in reversed(pickle.loads(pickle.dumps(divided))):
        sums.update(work(piece, lambda *_: None).counts)
    assert count.combine(sums) == whole


def test_nodes_are_reported_as_they_are_visited() -> None:
    work = SquareSearch(POLYOMINOES, range(1, 14), by_symmetry=True).work
    for piece in work.tasks():
        seen: list[int] = []
        outcome = work(piece, lambda index, rows, nodes, seen=seen: seen.append(nodes))
        assert sum(seen) == outcome.nodes


@pytest.mark.parametrize("method", ["transfer-matrix", "polygons", "listing"])
def test_without_holes_equals_the_published_table(method) -> None:
    published = table("polyforms", "polyominoes/polyomino_without_holes_classes")
    rows = {int(row["n"]): row for row in published}
    for kind in KINDS:
        sizes = range(1, 13 if method == "listing" else 18)
        numbers = run(
            count_of(POLYOMINOES, sizes, kind, by_symmetry=True, method=method, without_holes=True)
        )
        for cells in sizes:
            column = "one_sided_derived" if kind == "one-sided" else kind
            assert numbers[cells, kind, "total"] == int(rows[cells][column])
            if kind == "free":
                for symmetry in SymmetryClass:
                    name = "none_derived" if symmetry == "none" else str(symmetry)
                    assert numbers[cells, kind, str(symmetry)] == int(rows[cells][name])


@pytest.mark.long
def test_without_holes_meets_what_is_published() -> None:
    count = WithoutHoles(POLYOMINOES, range(1, 25), by_symmetry=True, without_holes=True)
    numbers = run(count)
    known = {
        (cells, kind, symmetry): POLYOMINOES.published(
            cells, kind, None if symmetry == TOTAL else symmetry, without_holes=True
        )
        for cells, kind, symmetry in numbers
    }
    met = [key for key, each in known.items() if each and each.value == numbers[key]]
    assert len(met) == sum(bool(each and each.value is not None) for each in known.values())
    fixed = Polygons(POLYOMINOES, range(1, 25), "fixed", without_holes=True)
    assert not fixed.needs_groups
    alone = run(fixed)
    for cells in count.cells:
        orbits = sum(n * SymmetryClass(s).per_free("fixed") for (size, _, s), n in numbers.items()
                     if size == cells and s != TOTAL)  # fmt: skip
        assert alone[cells, "fixed", TOTAL] == orbits


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"cells": range(3)}, "of 1 to 60 cells, not of 0 to 2"),
        ({"cells": range(1, 42), "kind": "fixed"}, "fixed .* 1 to 40 cells, not of 1 to 41"),
        ({"cells": range(1, 62)}, "of 1 to 60 cells, not of 1 to 61"),
        ({"cells": range(31, 32), "method": "search"}, "1 to 30 cells, not of 31; --method transf"),
        (
            {"cells": range(33, 34), "without_holes": True, "method": "listing"},
            "33 cells cannot be listed: sizes of free ones go from 1 to 32",
        ),
        ({"cells": range(50, 57), "without_holes": True}, "holes of 1 to 55 cells, not of 50 to 5"),
        ({"cells": range(5, 6), "kind": "chiral"}, "no 'chiral' polyominoes"),
        ({"cells": range(5, 6), "kind": "chiral", "without_holes": True}, "no 'chiral' polyomin"),
    ],
)
def test_what_cannot_be_counted_is_refused(parameters, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        count_of(POLYOMINOES, **{"method": "transfer-matrix"} | parameters)
