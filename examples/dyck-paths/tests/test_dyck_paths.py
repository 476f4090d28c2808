"""The laws of the family, and its paths beside a naive list."""

from itertools import product

import pytest
from dyck_paths.problem import DyckPaths
from dyck_paths.rows import DyckPathRows
from problem_laws import check_laws

from enumino.errors import ProblemError


@pytest.mark.parametrize("ups", [1, 4, range(1, 6)])
def test_the_family_keeps_the_laws(ups: int | range) -> None:
    problem = DyckPaths(ups)
    check_laws(problem, DyckPathRows(problem.to_json()))


@pytest.mark.parametrize("ups", range(1, 7))
def test_paths_are_those_of_a_naive_list(ups: int) -> None:
    words = map("".join, product("UD", repeat=2 * ups))
    naive = [
        word
        for word in words
        if word.count("U") == ups
        and all(word[:i].count("D") <= word[:i].count("U") for i in range(2 * ups))
    ]
    (batch,) = DyckPaths(ups).batches([()])
    assert sorted(batch.records.column("path").to_pylist()) == sorted(naive)


def test_probes_estimate_the_number_of_paths() -> None:
    problem = DyckPaths(6)
    assert abs(problem.probe((), 2000, seed=1) / problem.count().total - 1) < 0.1


@pytest.mark.parametrize("ups", [0, 16, range(10, 20), []])
def test_other_sizes_are_refused(ups: object) -> None:
    with pytest.raises(ProblemError):
        DyckPaths(ups)
