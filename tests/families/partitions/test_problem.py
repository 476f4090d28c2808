"""Partitions: listings by definition, checks, counts and published numbers."""

import random
from collections import Counter
from itertools import combinations
from math import isclose
from typing import Any

import numba
import numpy as np
import pytest
from problem_laws import check_laws

from enumino import Graph, Partitions, ProblemError, count_by_search
from enumino.errors import DamagedError
from enumino.families.partitions.counts import count_of
from enumino.families.partitions.rows import PartitionRows
from enumino.objects.board import letter
from tests import naive_partitions as naive
from tests.dataset_tools import faults, rows_found, stored

INTERPRETED = bool(numba.config.DISABLE_JIT)
ORDERS = [1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 10]
KITE = Graph("abcde", [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (3, 4)])


@pytest.mark.parametrize("seed", range(20 if INTERPRETED else 500))
def test_partitions_by_definition(seed: int) -> None:
    chosen = random.Random(seed)
    order = chosen.choice(ORDERS[: 12 if INTERPRETED else None])
    pairs = list(combinations(range(order), 2))
    edges = set(chosen.sample(pairs, min(len(pairs), chosen.randint(order - 1, 2 * order))))
    fewest = chosen.randint(1, order)
    parts = range(fewest, chosen.choice([fewest, chosen.randint(fewest, order)]) + 1)
    lightest, heaviest = chosen.choice([(1, 1), (0, 3), (2, 9)])
    weights = [*(chosen.randint(lightest, heaviest) for _ in range(order - 1)), heaviest]
    mean = sum(weights) // fewest
    least = chosen.choice([0, max(0, mean - chosen.randint(0, 2))])
    bounds = range(least, max(least, chosen.choice([sum(weights), mean + 1, mean + 3])) + 1)
    found = naive.partitions(order, edges, parts, bounds, weights)
    given: dict[str, Any] = {"weights": weights, "within": f"{bounds[0]}-{bounds[-1]}"}
    if heaviest == 1 and least > 0:
        given = {"sizes": bounds}
    try:
        problem = Partitions(graph=Graph([*map(str, range(order))], edges), parts=parts, **given)
    except ProblemError:
        assert not found
        return
    listed = rows_found(problem)
    assert sorted(tuple(row["layout"]) for row in listed) == sorted(found)
    for row in listed[:: 1 + len(listed) // 50]:
        *own, trees = naive.row_of(tuple(row["layout"]), edges, weights)
        row.setdefault("weights", row["sizes"])
        assert [row[name] for name in ("parts", "sizes", "weights", "cut_edges")] == own
        assert isclose(row["log_trees"], trees, abs_tol=1e-12)  # type: ignore[arg-type]
    assert problem.count().total == len(found)
    assert not faults(problem, stored(problem))
    by_sizes = Counter((row["parts"], "+".join(map(str, row["sizes"]))) for row in listed)
    assert count_by_search(problem, by=["parts", "sizes"]).counts == by_sizes
    if problem.weights is None:
        swept = count_of(problem, ("sizes",), "transfer-matrix").whole(threads=1)
        assert swept.counts == by_sizes


@pytest.mark.parametrize(
    "problem",
    [
        Partitions("3x4", parts="2-4", sizes="2-5"),
        Partitions("4x4", parts=4, sizes=4, up_to_symmetry=True),
        Partitions("##.##/#####/.###.", parts=3, contiguity="queen", sizes="3-5"),
        Partitions("hexagon 2", lattice="hexagonal", parts="2-3", up_to_symmetry=True),
        Partitions("1x2x3", lattice="cubic", parts=3, only="cut_edges <= 4"),
        Partitions("2x4", parts=8, limit=5),
        Partitions(graph=KITE, parts="1-5", weights=[5, 0, 3, 2, 4], within="0-9"),
        Partitions(graph=KITE, parts=2, weights=[5, 0, 3, 2, 4], within="50%", limit=2),
        Partitions("7x15", parts=105),
    ],
    ids=Partitions.describe,
)
def test_the_family_keeps_the_laws(problem: Partitions) -> None:
    rows = PartitionRows(problem.to_json())
    check_laws(problem, rows)
    recounted = [*rows.recounts(problem.count().counts)]
    assert len(recounted) == (problem.only is None and problem.limit is None)
    assert all(check.ok for check in recounted)


@pytest.mark.parametrize(
    ("region", "lattice", "contiguity", "parts", "sizes"),
    [
        ("3x3", "square", "rook", "1-9", None),
        ("3x4", "square", "queen", "3", "3-5"),
        ("4x4", "square", "rook", "4", "3-5"),
        ("###/#.#/###", "square", "queen", "1-8", None),
        ("hexagon 2", "hexagonal", "rook", "1-7", None),
        ("hexagon 1", "triangular", "rook", "1-6", None),
        ("2x2x2", "cubic", "rook", "1-8", None),
    ],
)
def test_one_partition_of_each_class(
    region: str, lattice: str, contiguity: Any, parts: str, sizes: str | None
) -> None:
    given: Any = {"lattice": lattice, "contiguity": contiguity, "parts": parts, "sizes": sizes}
    whole = Partitions(region, **given)
    classes = Partitions(region, **given, up_to_symmetry=True)
    assert whole.area is not None
    every = [tuple(map(_part, row["layout"])) for row in rows_found(whole)]
    kept = whole.area.images[whole.area.images[:, 0] >= 0]
    images = [range(len(whole.area)), *kept.tolist()]
    firsts = {tuple(map(_part, row["layout"])): row["orbit"] for row in rows_found(classes)}
    assert firsts == naive.first_images(every, images)
    # Burnside: the mean number of partitions that a symmetry keeps.
    fixed = sum(naive.numbered([own[v] for v in image]) == own for own in every for image in images)
    assert fixed == len(images) * len(firsts)
    assert classes.count().total == len(firsts)
    assert not faults(whole, stored(whole)) + faults(classes, stored(classes))


def _part(name: str) -> int:
    return [letter(part) for part in range(16)].index(name)


@pytest.mark.parametrize(("side", "number"), [(1, 1), (2, 4), (3, 12), (4, 225)])
def test_parts_of_equal_size(side: int, number: int) -> None:
    """A348789 counts squares in parts of equal size, of any number."""
    area = side * side
    sizes = [size for size in range(1, area + 1) if area % size == 0]
    whole = f"{side}x{side}"
    found = [Partitions(whole, parts=area // size, sizes=size).count().total for size in sizes]
    assert sum(found) == number


@pytest.mark.skipif(INTERPRETED, reason="a million partitions")
@pytest.mark.slow
def test_sums_over_sizes_and_numbers_of_parts() -> None:
    whole = count_by_search(Partitions("4x4", parts="1-16"), by=["parts", "sizes"])
    assert whole.total == 1_691_690  # A145835
    by_sizes = count_of(Partitions("4x4", parts="1-16"), ("sizes",), "transfer-matrix").whole()
    assert by_sizes.counts == whole.counts
    for parts, sizes in whole.counts:
        assert sum(map(int, sizes.split("+"))) == 16
        assert sizes.count("+") + 1 == parts
    by_parts = [Partitions("4x4", parts=parts).count().total for parts in (1, 2, 3, 15, 16)]
    assert by_parts == [1, 627, 10830, 24, 1]
    assert sum(n for (parts, *_), n in whole.counts.items() if parts == 3) == 10830


def test_a_search_without_bounds_has_no_dead_ends() -> None:
    for problem in (Partitions("3x4", parts=4), Partitions(graph=KITE, parts="2-4")):
        found = problem.count()
        assert found.nodes == 2 * found.total - 1


def test_weights_of_a_dataset_are_checked() -> None:
    plain = Partitions(graph=KITE, parts=2, weights=[1, 2, 3, 4, 5], within="7-8").to_json()
    for weights in ([1, 2], [], [1, 2, 3, 4, -5], [1, 2, 3, 4, 10**16], None):
        with pytest.raises(DamagedError):
            Partitions.from_json({**plain, "vertices": {"weights": weights}})
    with pytest.raises(ProblemError, match="do not fit 5 vertices"):
        Partitions(graph=KITE, parts=2, weights=[1] * 6)


def test_many_parts_have_letters_of_several_bytes() -> None:
    problem = Partitions("1x120", parts=119)
    rows = rows_found(problem)
    assert {len(row["layout"]) for row in rows} == {120}
    assert len(rows) == 119
    assert not faults(problem, stored(problem))
    assert np.isclose([row["log_trees"] for row in rows], 0).all()
