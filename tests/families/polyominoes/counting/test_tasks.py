"""Counts as tasks: both methods, any division, every kind and class."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterable

import pytest

from enumino.errors import ProblemError
from enumino.families.polyominoes import published
from enumino.families.polyominoes.counting import tasks
from enumino.families.polyominoes.counting.orbit_graph import SYMMETRIES
from enumino.families.polyominoes.counting.sweep import count_width, widths
from enumino.families.polyominoes.counting.sweeps import COUNTED_BY, FOLDED
from enumino.families.polyominoes.counting.tasks import (
    METHODS,
    PolyominoCount,
    Task,
    run_task,
)
from enumino.families.polyominoes.counting.without_holes import SWEEP_METHODS, CountWithoutHoles
from enumino.families.polyominoes.problem import Polyominoes
from enumino.objects.lattice import KINDS, SymmetryClass
from enumino.run.checkpoints import Counted
from tests import naive
from tests.published import table

pytestmark = pytest.mark.slow


def run(pieces: Iterable[Task]) -> list[Counted]:
    return [run_task(piece, lambda index, rows, nodes: None) for piece in pieces]


@pytest.mark.parametrize("method", METHODS)
def test_everything_published_is_met(method) -> None:
    count = PolyominoCount(range(1, 17), None, True, method)
    numbers = count.combine(run(count.tasks()))
    for cells in count.cells:
        for kind in KINDS:
            assert numbers[cells, kind, None] == published.polyominoes(cells, kind).value
        for symmetry in SymmetryClass:
            expected = published.polyominoes(cells, "free", symmetry).value
            assert numbers[cells, "free", str(symmetry)] == expected


@pytest.mark.parametrize("method", ["transfer-matrix", "rotated"])
def test_transfer_matrices_meet_what_is_published(method, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks.costs, "matrix_is_cheaper", lambda *_: True)
    count = PolyominoCount(range(1, 25), None, True, method)
    ways = count.methods()
    assert [name for name, way in ways.items() if way != "search"] == list(COUNTED_BY)
    assert {ways["fixed"], ways["R180"]} == {method}
    searched = {name for name, way in ways.items() if way == "search"}
    assert searched == {"R90C", "R90V", "D2C", "X2C", "X2V", "D4C"}
    numbers = count.combine(run(count.tasks()))
    for (cells, kind, symmetry), number in numbers.items():
        assert number == published.polyominoes(cells, kind, symmetry).value
    assert len(numbers) == 24 * (len(KINDS) + len(SymmetryClass))


def test_matrices_are_chosen_where_they_are_cheaper() -> None:
    small, large = (PolyominoCount(range(1, n + 1)).methods() for n in (24, 34))
    assert [name for name, way in small.items() if way == "transfer-matrix"] == ["fixed"]
    assert [name for name, way in large.items() if way == "transfer-matrix"] == list(COUNTED_BY)
    every = {group for name in large for group in COUNTED_BY.get(name, (name,))}
    assert every | set(FOLDED) == {"fixed", *SYMMETRIES}
    searched = PolyominoCount(range(1, 29), method="search").methods()
    assert set(searched.values()) == {"search"}
    assert set(searched) | set(FOLDED) == {"fixed", *SYMMETRIES}


def test_beyond_reach_the_published_numbers_of_fixed_ones_are_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted = PolyominoCount(range(15, 19), None, True)
    expected = counted.combine(run(counted.tasks()))
    monkeypatch.setitem(tasks.LARGEST, "transfer-matrix", 16)
    count = PolyominoCount(range(15, 19), None, True)
    assert max(task.cells for task in count.tasks() if task.subject == "fixed") == 16
    assert count.combine(run(count.tasks())) == expected
    assert [count.rests_on(n, None) for n in range(15, 19)] == ["", "", "A001168", "A001168"]
    assert [count.rests_on(18, s) for s in SymmetryClass] == ["A001168"] + 7 * [""]
    beyond = PolyominoCount(range(18, 19))
    assert max(task.cells for task in beyond.tasks() if task.subject == "fixed") == 9


def test_the_methods_agree_where_all_reach() -> None:
    """One grows cell by cell, the others sweep over boundaries of either lattice."""
    found = []
    for method in METHODS:
        count = PolyominoCount(range(1, 19), "fixed", False, method)
        found.append(count.combine(run(count.tasks())))
    assert found[0] == found[1] == found[2]


def sides(records) -> list[list[int]]:
    return [records[name].to_pylist() for name in ("height", "width")]


def test_the_matrix_agrees_with_the_search_box_by_box() -> None:
    """Bounding boxes of all fixed polyominoes of 13 cells against the sweep of each width."""
    cells = 13
    listed: Counter[tuple[int, int]] = Counter()
    for batch in Polyominoes(cells, "fixed").batches([()]):
        listed.update(zip(*sides(batch.records), strict=True))
    for width in widths(cells):
        boxes = count_width(width, cells)
        for length in range(width, cells - width + 2):
            assert listed[width, length] == listed[length, width] == boxes[length, cells]
    assert sum(listed.values()) == published.polyominoes(cells, "fixed").value


@pytest.mark.parametrize("kind", KINDS)
def test_classes_of_a_kind_are_its_share_of_the_orbits(kind) -> None:
    count = PolyominoCount(range(1, 9), kind, True)
    numbers = count.combine(run(count.tasks()))
    for cells in range(1, 9):
        listed = [p.symmetry for p in naive.polyominoes(cells, kind)]
        assert numbers[cells, kind, None] == len(listed)
        for symmetry in SymmetryClass:
            assert numbers[cells, kind, str(symmetry)] == listed.count(symmetry)


@pytest.mark.parametrize("method", METHODS)
def test_any_division_gives_the_same(method, monkeypatch: pytest.MonkeyPatch) -> None:
    count = PolyominoCount(range(1, 15), None, True, method)
    whole = count.combine(run(count.tasks()))
    monkeypatch.setattr(tasks, "SECONDS_PER_TASK", 1e-6)
    monkeypatch.setattr(tasks, "PREFIXES_PER_TASK", 3)
    divided = count.tasks()
    assert len(divided) > 22
    assert count.tasks() == divided  # by the parameters only
    assert [piece.index for piece in divided] == list(range(len(divided)))
    assert sorted((p.seconds for p in divided), reverse=True) == [p.seconds for p in divided]
    outcomes = run(pickle.loads(pickle.dumps(divided)))
    assert count.combine(reversed(outcomes)) == whole


def test_nodes_are_reported_as_they_are_visited() -> None:
    for piece in PolyominoCount(range(1, 13), None, True, "search").tasks():
        seen: list[int] = []
        outcome = run_task(piece, lambda index, rows, nodes, seen=seen: seen.append(nodes))
        assert sum(seen) == outcome.nodes


@pytest.mark.parametrize("method", [*SWEEP_METHODS, "listing"])
def test_without_holes_equals_the_published_table(method) -> None:
    published = table("polyominoes", "polyomino_without_holes_classes")
    rows = {int(row["n"]): row for row in published}
    for kind in KINDS:
        count: PolyominoCount | CountWithoutHoles
        if method == "listing":
            count = PolyominoCount(range(1, 13), kind, True, without_holes=True)
            numbers = count.combine(run(count.tasks()))
        else:
            count = CountWithoutHoles(range(1, 18), kind, True, method)
            numbers = count.combine(count.run_task(t, lambda *_: None) for t in count.tasks())
        for cells in count.cells:
            column = "one_sided_derived" if kind == "one-sided" else kind
            assert numbers[cells, kind, None] == int(rows[cells][column])
            if kind == "free":
                for symmetry in SymmetryClass:
                    name = "none_derived" if symmetry == "none" else str(symmetry)
                    assert numbers[cells, kind, str(symmetry)] == int(rows[cells][name])


def test_without_holes_meets_what_is_published() -> None:
    count = CountWithoutHoles(range(1, 25), "free", by_symmetry=True)
    numbers = count.combine(count.run_task(t, lambda *_: None) for t in count.tasks())
    known = {key: published.polyominoes_without_holes(*key) for key in numbers}
    met = [key for key, each in known.items() if each and each.value == numbers[key]]
    assert len(met) == sum(bool(each and each.value is not None) for each in known.values())
    fixed = CountWithoutHoles(range(1, 25), "fixed", method="polygons")
    assert not fixed.needs_groups
    alone = fixed.combine(fixed.run_task(t, lambda *_: None) for t in fixed.tasks())
    for cells in count.cells:
        orbits = sum(n * SymmetryClass(s).per_free("fixed") for (size, _, s), n in numbers.items()
                     if size == cells and s is not None)  # fmt: skip
        assert alone[cells, "fixed", None] == orbits
    with pytest.raises(ProblemError, match="from 1 to 55 cells, not of 56"):
        CountWithoutHoles(range(50, 57))
    with pytest.raises(ProblemError, match="no 'chiral' polyominoes"):
        CountWithoutHoles(range(5, 6), "chiral")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"cells": range(3)}, "with 0 to 2 cells .* 1 to 60 cells"),
        ({"cells": range(1, 42), "kind": "fixed"}, "with 1 to 41 cells .* takes 1 to 40 cells"),
        ({"cells": range(1, 62)}, "with 1 to 61 cells .* takes 1 to 60 cells"),
        ({"cells": range(31, 32), "method": "search"}, "31 cells .* 30 cells, --method transfer"),
        (
            {"cells": range(22, 23), "without_holes": True},
            "21 cells by listing: leave out --method",
        ),
        ({"cells": range(5, 6), "kind": "chiral"}, "no 'chiral' polyominoes"),
        ({"cells": range(3, 3)}, "is empty"),
    ],
)
def test_what_cannot_be_counted_is_refused(parameters, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        PolyominoCount(**parameters)
