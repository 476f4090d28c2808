"""Laws of the simulated schedules of `benchmarks.scaling`."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.locks import speedup
from benchmarks.scheduling import HOUR, SECOND, Cluster, best_efficiency, simulate

LENGTHS = st.lists(st.integers(1, 100 * SECOND), min_size=1, max_size=60)
WORKERS = st.integers(1, 20)
COSTS = st.builds(
    Cluster,
    workers=WORKERS,
    starting=st.integers(0, 10 * SECOND),
    compiling=st.integers(0, 10 * SECOND),
    sending=st.integers(0, SECOND),
    driving=st.integers(0, SECOND),
    window=st.integers(1, 4),
)
TROUBLES = st.builds(
    replace,
    COSTS,
    slow=st.sampled_from([0.0, 0.1, 0.5, 1.0]),
    lost_per_hour=st.sampled_from([0.0, 1.0, 20.0]),
    noticing=st.integers(0, 60 * SECOND),
)


@given(LENGTHS)
def test_one_worker_takes_the_sum(lengths: list[int]) -> None:
    outcome = simulate(lengths, Cluster(1))
    assert outcome.makespan == outcome.busy == sum(lengths)
    assert outcome.efficiency == 1


@given(LENGTHS, COSTS)
def test_one_worker_pays_all_costs(lengths: list[int], cluster: Cluster) -> None:
    """Its driver is idle while it works: the next parts wait in the window, unless that is 1."""
    cluster = replace(cluster, workers=1, driving=0)
    outcome = simulate(lengths, cluster)
    once = cluster.starting + cluster.compiling
    assert outcome.makespan == once + sum(lengths) + cluster.sending * len(lengths)


@given(LENGTHS)
def test_very_many_workers_take_the_longest_part(lengths: list[int]) -> None:
    outcome = simulate(lengths, Cluster(len(lengths)))
    assert outcome.makespan == max(lengths)


@given(LENGTHS, WORKERS)
def test_no_list_schedule_is_twice_as_long_as_it_must_be(lengths: list[int], workers: int) -> None:
    """R. L. Graham, Bounds for certain multiprocessing anomalies (1966)."""
    makespan = simulate(lengths, Cluster(workers)).makespan
    least = max(max(lengths), -(-sum(lengths) // workers))
    assert least <= makespan
    assert workers * makespan <= sum(lengths) + (workers - 1) * max(lengths)


@given(LENGTHS, COSTS)
def test_more_workers_are_never_slower(lengths: list[int], cluster: Cluster) -> None:
    """Without faults, and with a driver that takes no time to hand out the first parts."""
    cluster = replace(cluster, driving=0)
    more = replace(cluster, workers=cluster.workers + 1)
    assert simulate(lengths, more).makespan <= simulate(lengths, cluster).makespan


@given(LENGTHS, TROUBLES, st.integers(0, 3))
def test_every_part_is_finished_once(lengths: list[int], cluster: Cluster, seed: int) -> None:
    outcome = simulate(lengths, cluster, seed)
    assert sorted(outcome.finished) == list(range(len(lengths)))
    assert outcome == simulate(lengths, cluster, seed)


@given(LENGTHS, TROUBLES, st.integers(0, 3))
def test_redone_work_is_counted(lengths: list[int], cluster: Cluster, seed: int) -> None:
    outcome = simulate(lengths, replace(cluster, slow=0.0, compiling=0), seed)
    kept = sum(lengths) + cluster.sending * len(lengths)
    assert outcome.busy == kept + outcome.redone
    assert outcome.lost > 0 or outcome.redone == 0
    assert outcome.makespan * cluster.workers >= outcome.busy


@given(LENGTHS, WORKERS)
def test_the_driver_is_one(lengths: list[int], workers: int) -> None:
    """However many workers there are, it hands out one part after the other."""
    driving = 10 * SECOND
    outcome = simulate(lengths, Cluster(workers, driving=driving))
    assert outcome.makespan >= driving * len(lengths)


@given(LENGTHS, COSTS, st.sampled_from([0.0, 0.5, 1.0]))
def test_nothing_beats_work_that_is_divided_at_will(
    lengths: list[int], cluster: Cluster, slow: float
) -> None:
    """Unless there are fewer parts than workers: then some need not start at all."""
    cluster = replace(cluster, slow=slow)
    if len(lengths) >= 5 * cluster.workers:
        best = best_efficiency(sum(lengths), cluster)
        assert 0 < simulate(lengths, cluster).efficiency <= best * (1 + 1e-9)


def test_slow_and_lost_workers_cost_what_they_must() -> None:
    lengths = [60 * SECOND] * 1000
    quick = simulate(lengths, Cluster(10)).makespan
    assert simulate(lengths, Cluster(10, slow=1.0, slowness=3)).makespan == 3 * quick
    lossy = simulate(lengths, Cluster(10, lost_per_hour=1.0))
    # A part of a minute is hit once in 60 hours, and half of it is lost then.
    assert lossy.redone / lossy.work == pytest.approx(0.5 * 60 * SECOND / HOUR, rel=0.5)


@given(st.floats(0, 1), st.integers(2, 64))
def test_threads_that_queue_for_a_lock_never_lose_nor_pass_its_rate(
    share: float, threads: int
) -> None:
    fewer, found = speedup(share, threads - 1), speedup(share, threads)
    assert speedup(share, 1) == pytest.approx(1)
    assert fewer <= found * (1 + 1e-9)
    assert found * max(share, 1 / threads) <= 1 + 1e-9
