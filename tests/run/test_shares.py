"""Shares of a plan divide its parts, evenly, whatever is done already."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import enumino
from enumino.datasets.plan import Part, Plan
from enumino.run import planning
from enumino.run.planning import plan_for


def planned(nodes: list[float], seconds: float = 1.0) -> Plan:
    """A plan of parts with these weights, heaviest first as in every plan."""
    expected = {"rows": 1, "nodes": sum(nodes), "bytes": 1, "seconds": seconds}
    parts = [Part.of([(index,)], n, n) for index, n in enumerate(sorted(nodes, reverse=True))]
    return Plan(
        title="",
        problem={"family": "polyominoes"},
        tree_version=1,
        rows_per_part=1,
        versions={},
        columns=enumino.Polyominoes(3).columns,
        expected=expected,
        parts=tuple(parts),
    ).identified()


def indices(plan: Plan) -> list[int]:
    return [part.index for part in plan.parts]


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=60), st.integers(1, 80))
def test_each_part_is_in_one_share(nodes: list[float], count: int) -> None:
    plan = planned(nodes)
    divided = [indices(planning.share(plan, number, count)) for number in range(1, count + 1)]
    assert sorted(index for share in divided for index in share) == indices(plan)
    assert all(share == sorted(share) for share in divided)  # heaviest first, as planned


@given(st.lists(st.integers(1, 10**9), min_size=1, max_size=60), st.integers(1, 80))
def test_shares_are_even(nodes: list[float], count: int) -> None:
    """No share is heavier than the lightest one by more than a part (R. L. Graham, 1969)."""
    plan = planned(nodes)
    weights = [
        sum(part.seconds for part in planning.share(plan, number, count).parts)
        for number in range(1, count + 1)
    ]
    assert max(weights) - min(weights) <= max(part.seconds for part in plan.parts)
    assert sum(weight > 0 for weight in weights) == min(count, len(nodes))


def test_an_endless_number_of_shares_takes_no_time() -> None:
    plan = plan_for(enumino.Polyominoes(range(1, 9)), 100)
    assert indices(planning.share(plan, 1, 10**18)) == [0]
    assert indices(planning.share(plan, 10**18, 10**18)) == []


@pytest.mark.parametrize(
    ("parts", "seconds", "jobs"),
    [
        (1, 1e9, 1),  # a part is in one piece
        (4000, 1.0, 1),
        (4000, planning.JOB_SECONDS, 1),
        (4000, 100 * planning.JOB_SECONDS, 100),
        (4000, 1e9, planning.MOST_JOBS),
        (7, 1e9, 7),
    ],
)
def test_jobs_take_minutes(parts: int, seconds: float, jobs: int) -> None:
    assert planning.jobs(planned([1.0] * parts, seconds)) == jobs
