"""Knuth's estimates: the mean over seeds is the true number of nodes, first choices are uniform."""

import statistics

import numba
import numpy as np
import pytest

from enumino import Trominoes
from enumino.enum.drive import mixed
from enumino.enum.kernels.shared.walks import draw
from enumino.enum.problem import Problem
from tests.enum.test_kernels import SEARCHES

SEEDS = 300
PROBLEMS: dict[str, Problem] = {**SEARCHES, "trominoes": Trominoes(4)}


@pytest.mark.compiled
@pytest.mark.parametrize("name", PROBLEMS)
def test_the_mean_of_estimates_is_the_truth(name: str) -> None:
    """Within four standard errors; the rest of a walk that ends early has the same weight."""
    problem = PROBLEMS[name]
    walks = 5 if numba.config.DISABLE_JIT else 50
    estimates = [problem.probe((), walks, seed=seed) for seed in range(SEEDS)]
    error = statistics.stdev(estimates) / SEEDS**0.5
    truth = problem.count(by_key=False).nodes
    assert abs(statistics.mean(estimates) - truth) <= max(4 * error, 1e-9), (truth, error)


@pytest.mark.parametrize("children", [2, 3, 4, 7, 16, 100])
def test_first_choices_are_uniform(children: int) -> None:
    """By the chi-square statistic; the first seeds are the ones that were not."""
    number = 20_000 if not numba.config.DISABLE_JIT else 4_000
    chosen = first_choices(number, children)
    expected = number / children
    found = np.bincount(chosen, minlength=children)
    statistic = float(((found - expected) ** 2 / expected).sum())
    degrees = children - 1
    assert abs(statistic - degrees) < 5 * (2 * degrees) ** 0.5 + 5, found


@numba.njit
def choice(random, children):  # type: ignore[no-untyped-def]
    return draw(random, children, 1.0, 1.0)[1]


def first_choices(number: int, children: int) -> list[int]:
    return [int(choice(mixed(seed), np.int64(children))) for seed in range(number)]


def test_mixing_takes_every_seed_to_a_state_of_its_own() -> None:
    states = {int(mixed(seed)) for seed in range(-1000, 1000)}
    assert len(states) == 2000
    assert 0 not in states
