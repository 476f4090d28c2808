"""Splitting, weighing and packing: laws that hold for any tree."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.enum import partition as division
from enumino.enum.partition import (
    MAX_PARTS,
    SUBTREES_PER_PART,
    Subtree,
    busy,
    pack,
    partition,
    split,
    tapered,
)
from enumino.enum.problem import Tally
from enumino.errors import ProblemError
from enumino.families.partitions.problem import Partitions
from enumino.families.polyforms.problem import Polyominoes
from enumino.objects.lattice import KINDS

subtrees = st.lists(
    st.tuples(st.lists(st.integers(0, 5), max_size=4).map(tuple), st.floats(0.5, 1e6)),
    unique_by=lambda pair: pair[0],
    max_size=60,
).map(lambda pairs: [Subtree(*pair) for pair in pairs])


@given(subtrees, st.integers(1, 12), st.booleans())
def test_packing_keeps_every_subtree_once_and_fills_the_sizes(trees, bins: int, even: bool) -> None:
    sizes = [1.0] * bins if even else tapered(bins)
    packed = pack(trees, sizes)
    assert sorted(s for part in packed for s in part) == sorted(trees)
    assert len(packed) <= bins
    assert all(part == sorted(part) for part in packed)
    weights = [sum(s.nodes for s in part) for part in packed]
    assert weights == sorted(weights, reverse=True)
    if trees:
        largest = sum(weights) / sum(sizes)
        assert max(weights) <= largest + max(s.nodes for s in trees) + 1e-6


@given(st.sampled_from(KINDS), st.floats(1, 2000))
def test_splitting_divides_the_whole(kind, heaviest: float) -> None:
    problem = Polyominoes(range(1, 7), kind)
    pieces = split(problem, heaviest, probes=10)
    total = Tally()
    for piece in pieces:
        total += problem.count(piece.prefix)
    assert total.counts == problem.count().counts
    assert pieces == sorted(pieces)
    assert pieces == split(problem, heaviest, probes=10)


def test_small_problems_are_one_part() -> None:
    divided = partition(Polyominoes(range(1, 9)))
    assert [[s.prefix for s in part] for part in divided.parts] == [[()]]


def test_parts_have_their_sizes_in_true_nodes_and_keep_threads_busy() -> None:
    problem = Polyominoes(range(1, 14))
    divided = partition(problem, rows_per_part=2_000)
    parts = [sum(problem.count(s.prefix).nodes for s in part) for part in divided.parts]
    assert len(parts) == pytest.approx(divided.expected.rows / 2_000, rel=0.05)
    sizes = tapered(len(parts))
    assert max(parts) < 1.5 * sum(parts) / sum(sizes)
    assert sum(parts) == problem.count().nodes
    assert divided.expected.nodes == pytest.approx(sum(parts), rel=0.3)
    for threads in (1, 2, 4, 8, 16):
        assert busy(parts, threads) > 0.96, threads


@pytest.mark.slow
def test_the_largest_problems_stay_within_the_limit_of_parts() -> None:
    divided = partition(Polyominoes(21, "fixed"))
    assert len(divided.parts) == MAX_PARTS
    assert sum(map(len, divided.parts)) < 10 * SUBTREES_PER_PART * MAX_PARTS


def test_a_hopeless_search_is_refused_at_the_first_hopeless_subtree(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a region of 900 cells, walks from the root end too soon, and twelve thousand are left."""
    found: list[Any] = []
    estimate = division.estimate

    def noted(*asked: Any, **how: Any) -> float:
        found.append(asked)
        return estimate(*asked, **how)

    monkeypatch.setattr(division, "estimate", noted)
    with pytest.raises(ProblemError, match="more than a thousand years"):
        partition(Partitions("30x30", parts=2), parts=84)
    assert len(found) < 100
