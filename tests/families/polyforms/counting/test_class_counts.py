"""Counts as tasks: both methods, any division, every kind and class."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest

from enumino.errors import ProblemError
from enumino.families.polyforms.class_count import ClassCount, Search, Sizes
from enumino.families.polyforms.counting import class_counts, costs
from enumino.families.polyforms.counting.class_counts import (
    METHODS,
    METHODS_WITHOUT_HOLES,
    WALKED,
    by_size,
    without_holes_by_size,
)
from enumino.families.polyforms.counting.straight import busiest_first, count_width
from enumino.families.polyforms.counting.subjects import (
    COUNTED_BY,
    FOLDED,
    OUTLINES,
    ROTATED,
    SYMMETRIES,
)
from enumino.families.polyforms.counting.ways import Searched, Swept
from enumino.families.polyforms.polyomino_counts import size_count
from enumino.families.polyforms.problem import Polyominoes
from enumino.families.polyforms.published import squares as published
from enumino.objects.lattice import KINDS, SymmetryClass
from tests import naive
from tests.published import table

pytestmark = pytest.mark.slow


def run(count: ClassCount) -> Sizes:
    return count.numbers(in_process=True)


def swept(count: ClassCount) -> list[str]:
    return [way.name for way in count.work.ways if isinstance(way, Swept)]


def searched(count: ClassCount) -> set[str]:
    return {way.name for way in count.work.ways if isinstance(way, Searched)}


@pytest.mark.parametrize("method", METHODS)
def test_everything_published_is_met(method) -> None:
    count = by_size(range(1, 17), None, True, method)
    numbers = run(count)
    for cells in count.cells:
        for kind in KINDS:
            assert numbers[cells, kind, None] == published.polyominoes(cells, kind).value
        for symmetry in SymmetryClass:
            expected = published.polyominoes(cells, "free", symmetry).value
            assert numbers[cells, "free", str(symmetry)] == expected


@pytest.mark.parametrize("method", ["transfer-matrix", "rotated"])
def test_transfer_matrices_meet_what_is_published(method, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(costs, "matrix_is_cheaper", lambda *_: True)
    count = by_size(range(1, 25), None, True, method)
    rotated = ROTATED if method == "rotated" else {}
    assert swept(count) == [rotated.get(name, name) for name in COUNTED_BY]
    assert searched(count) == {"R90C", "R90V", "D2C", "X2C", "X2V", "D4C"}
    numbers = run(count)
    for (cells, kind, symmetry), number in numbers.items():
        assert number == published.polyominoes(cells, kind, symmetry).value
    assert len(numbers) == 24 * (len(KINDS) + len(SymmetryClass))


def test_matrices_are_chosen_where_they_are_cheaper() -> None:
    small, large = (by_size(range(1, n + 1)) for n in (20, 34))
    assert swept(small) == ["fixed"]
    assert swept(large) == list(COUNTED_BY)
    every = {group for name in swept(large) for group in COUNTED_BY[name]} | searched(large)
    assert every | set(FOLDED) == {"fixed", *SYMMETRIES}
    one_way = by_size(range(1, 29), method="search")
    assert swept(one_way) == []
    assert searched(one_way) | set(FOLDED) == {"fixed", *SYMMETRIES}
    polygons = {group for name in class_counts.POLYGONS for group in groups_of(name)}
    assert polygons | set(WALKED) == set(SYMMETRIES)


def groups_of(name: str) -> tuple[str, ...]:
    from enumino.families.polyforms.counting.polygons import COUNTED_BY

    return COUNTED_BY[next(kind for kind, sweep in OUTLINES.items() if sweep == name)]


def test_beyond_reach_the_published_numbers_of_fixed_ones_are_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted = by_size(range(15, 19), None, True)
    expected = run(counted)
    monkeypatch.setitem(class_counts.LARGEST, "transfer-matrix", 16)
    count = by_size(range(15, 19), None, True)
    assert fixed_to(count) == 16
    assert run(count) == expected
    assert [count.rests_on(n, None) for n in range(15, 19)] == ["", "", "A001168", "A001168"]
    assert [count.rests_on(18, s) for s in SymmetryClass] == ["A001168"] + 7 * [""]
    beyond = by_size(range(18, 19))
    assert fixed_to(beyond) == 9


def fixed_to(count: ClassCount) -> int:
    return next(way.cells for way in count.work.ways if way.name == "fixed")


def test_the_methods_agree_where_all_reach() -> None:
    """One grows cell by cell, the others sweep over boundaries of either lattice."""
    found = []
    for method in METHODS:
        count = by_size(range(1, 19), "fixed", False, method)
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
    assert sum(listed.values()) == published.polyominoes(cells, "fixed").value


@pytest.mark.parametrize("kind", KINDS)
def test_classes_of_a_kind_are_its_share_of_the_orbits(kind) -> None:
    count = by_size(range(1, 9), kind, True)
    numbers = run(count)
    for cells in range(1, 9):
        listed = [p.symmetry for p in naive.polyominoes(cells, kind)]
        assert numbers[cells, kind, None] == len(listed)
        for symmetry in SymmetryClass:
            assert numbers[cells, kind, str(symmetry)] == listed.count(symmetry)


@pytest.mark.parametrize("method", METHODS)
def test_any_division_gives_the_same(method, monkeypatch: pytest.MonkeyPatch) -> None:
    count = by_size(range(1, 15), None, True, method)
    whole = run(count)
    monkeypatch.setattr(Search, "seconds_per_task", 1e-6)
    monkeypatch.setattr("enumino.families.polyforms.class_count.PREFIXES_PER_TASK", 3)
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
    work = by_size(range(1, 14), None, True, "search").work
    for piece in work.tasks():
        seen: list[int] = []
        outcome = work(piece, lambda index, rows, nodes, seen=seen: seen.append(nodes))
        assert sum(seen) == outcome.nodes


@pytest.mark.parametrize("method", [*METHODS_WITHOUT_HOLES, "listing"])
def test_without_holes_equals_the_published_table(method) -> None:
    published = table("polyforms", "polyominoes/polyomino_without_holes_classes")
    rows = {int(row["n"]): row for row in published}
    for kind in KINDS:
        sizes = range(1, 13 if method == "listing" else 18)
        count = size_count(sizes, kind, True, method, without_holes=True)
        totals = count.totals(in_process=True)
        numbers = {(n.labels["cells"], kind, n.symmetry): n.count for n in totals}
        for cells in sizes:
            column = "one_sided_derived" if kind == "one-sided" else kind
            assert numbers[cells, kind, "total"] == int(rows[cells][column])
            if kind == "free":
                for symmetry in SymmetryClass:
                    name = "none_derived" if symmetry == "none" else str(symmetry)
                    assert numbers[cells, kind, str(symmetry)] == int(rows[cells][name])


def test_without_holes_meets_what_is_published() -> None:
    count = without_holes_by_size(range(1, 25), "free", by_symmetry=True)
    numbers = run(count)
    known = {key: published.polyominoes_without_holes(*key) for key in numbers}
    met = [key for key, each in known.items() if each and each.value == numbers[key]]
    assert len(met) == sum(bool(each and each.value is not None) for each in known.values())
    fixed = without_holes_by_size(range(1, 25), "fixed", method="polygons")
    assert not fixed.needs_groups
    alone = run(fixed)
    for cells in count.cells:
        orbits = sum(n * SymmetryClass(s).per_free("fixed") for (size, _, s), n in numbers.items()
                     if size == cells and s is not None)  # fmt: skip
        assert alone[cells, "fixed", None] == orbits
    with pytest.raises(ProblemError, match="from 1 to 55 cells, not of 56"):
        without_holes_by_size(range(50, 57))
    with pytest.raises(ProblemError, match="no 'chiral' polyominoes"):
        without_holes_by_size(range(5, 6), "chiral")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"cells": range(3)}, "with 0 to 2 cells .* 1 to 60 cells"),
        ({"cells": range(1, 42), "kind": "fixed"}, "with 1 to 41 cells .* takes 1 to 40 cells"),
        ({"cells": range(1, 62)}, "with 1 to 61 cells .* takes 1 to 60 cells"),
        ({"cells": range(31, 32), "method": "search"}, "31 cells .* 30 cells, --method transfer"),
        (
            {"cells": range(22, 23), "without_holes": True, "method": "listing"},
            "21 cells by listing: leave out --method",
        ),
        ({"cells": range(5, 6), "kind": "chiral"}, "no 'chiral' polyominoes"),
    ],
)
def test_what_cannot_be_counted_is_refused(parameters, message: str) -> None:
    asked = {"kind": None, "by_symmetry": False, "method": "transfer-matrix"} | parameters
    with pytest.raises(ProblemError, match=message):
        size_count(**asked)
