"""Only the first rows of a search: at most the limit, and the same in every run."""

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import enumino
from enumino import Covers, Region, Tatami, Tilings
from enumino.enum.partition import partition
from enumino.enum.problem import LEAF
from enumino.errors import ProblemError
from enumino.families.tilings.counts import count_tilings
from enumino.registry import problem_from_json
from tests.forger import Forger

PILLAR = Region.parse("####\n#.##\n####\n####")
SMALL: dict[str, Callable[[int | None], Any]] = {
    "rooms": lambda k: Tatami("2x2..4x5", limit=k),
    "rooms by search": lambda k: Tatami(["3x4", "2x5"], (0, 3), limit=k),
    "classes of layouts": lambda k: Tatami(PILLAR, None, up_to_symmetry=True, limit=k),
    "no layouts": lambda k: Tatami("3x3", limit=k),
    "tilings": lambda k: Tilings("4x6", "domino", limit=k),
    "classes of tilings": lambda k: Tilings("4x4", "domino", up_to_symmetry=True, limit=k),
    "bounded classes": lambda k: Tilings("3x20", "pentominoes", each_once=True, up_to_symmetry=True,
                                         limit=k),
    "by dancing links": lambda k: Tilings("4x4", "L4, domino", engine="dancing-links", limit=k),
    "no tilings": lambda k: Tilings("5x6", "T4", limit=k),
    "covers": lambda k: Covers("queens 6", limit=k),
}  # fmt: skip
LIMITS = (1, 2, 3, 7, 50, 10**17)
HUGE = [
    Tatami("200x200", None, limit=3),
    Tatami("2x20000", limit=1),
    Tilings("30x30", "pentominoes", limit=3),
    Tilings("20x20", "domino", up_to_symmetry=True, limit=3),
    Tilings("12x12", "L-tromino, domino", engine="dancing-links", limit=3),
]


def rows(problem: Any, size: int = 1 << 17) -> list[str]:
    """The rows of a problem as text, in the order in which they are found."""
    found = []
    for batch in problem.batches([()], size):
        assert batch.records.num_rows <= size
        found += [json.dumps(row) for row in batch.records.to_pylist()]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_a_limit_keeps_the_first_rows(name: str) -> None:
    make = SMALL[name]
    whole, before = rows(make(None)), set[str]()
    for limit in LIMITS:
        problem = make(limit)
        found = rows(problem)
        assert len(found) == len(set(found)) == min(limit, len(whole))
        assert before <= set(found) <= set(whole)
        for size in (1, 3):
            assert set(rows(problem, size)) == set(found)
        if not name.endswith(("tilings", "classes", "links")):  # these are sorted
            assert found == whole[:limit]
        for by_key in (True, False):
            assert problem.count(by_key=by_key).total == len(found)
        before = set(found)
    assert set(found) == set(whole)


@pytest.mark.parametrize("name", SMALL)
def test_a_limit_is_part_of_the_problem_where_it_is_given(name: str) -> None:
    make = SMALL[name]
    whole, few = make(None), make(3)
    assert "limit" not in whole.to_json() or isinstance(whole, Covers)
    assert few.to_json() == {**whole.to_json(), "limit": 3}
    assert few.describe() == f"first 3 {whole.describe()}"
    assert few != whole
    for problem in (whole, few):
        again = problem_from_json(json.loads(json.dumps(problem.to_json())))
        assert again == problem == pickle.loads(pickle.dumps(problem))
        assert again.limit == problem.limit


@pytest.mark.slow
@pytest.mark.parametrize("problem", HUGE, ids=lambda problem: problem.describe())
def test_a_limit_ends_the_search_in_one_piece(problem: Any) -> None:
    divided = partition(problem)
    assert [[tree.prefix for tree in part] for part in divided.parts] == [[()]]
    assert divided.expected.rows == problem.limit
    assert problem.branching(()) == LEAF
    found = problem.count()
    assert found.total == problem.limit
    assert found.nodes < 1e7


@pytest.mark.parametrize("limit", [0, -1, 2.5, "x"])
@pytest.mark.parametrize("name", ["rooms by search", "tilings", "covers"])
def test_limits_that_are_none(name: str, limit: Any) -> None:
    with pytest.raises(ProblemError, match=r"leaves no|The limit must be a whole number"):
        SMALL[name](limit)


def test_transfer_matrices_do_not_count_the_first_tilings() -> None:
    problem = Tilings("6x6", "domino", limit=5)
    (line,) = count_tilings(problem)
    assert (line.count, line.published) == (5, None)
    assert count_tilings(Tilings("6x6", "domino", limit=10_000))[0].agrees
    with pytest.raises(ProblemError, match="does not take conditions, limits"):
        count_tilings(problem, method="transfer-matrix")


@pytest.mark.parametrize("name", [*list(SMALL)[:3], "tilings", "classes of tilings", "covers"])
def test_the_first_rows_are_listed_and_verified(name: str, tmp_path: Path) -> None:
    def listed(limit: int) -> tuple[Path, str]:
        """The folder of a listing, and what verification says."""
        root = tmp_path / str(limit)
        enumino.enumerate_to(root, SMALL[name](limit), threads=1)
        report = enumino.verify(root)
        assert report.ok
        return root, str([check.detail for check in report.checks])

    for limit in (1, 3):
        root, said = listed(limit)
        dataset = enumino.open_dataset(root)
        assert len(dataset) == limit
        assert {line.published for line in dataset.totals} == {None}
        assert f"{limit} of at most {limit} rows" in said
        assert "counted as well" not in said
    Forger(root).plan(lambda plan: plan["problem"].update(limit=2))
    assert "3 of at most 2 rows" in str([check.detail for check in enumino.verify(root).checks])
    root, said = listed(100_000)  # a limit that is not reached: a whole listing
    totals = enumino.open_dataset(root).totals
    assert name.startswith("classes") or any(line.agrees for line in totals)
    assert name == "covers" or "counted as well" in said
