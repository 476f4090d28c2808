"""What is made on demand, and what of it is kept."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from enumino.enum.on_demand import MadeOnDemand


class Tables(NamedTuple):
    number: int
    inner: tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]


def of_100_bytes(number: int) -> Tables:
    return Tables(number, (np.zeros(20, np.uint8), np.zeros(10, np.int64)))


def test_things_are_made_once_when_they_are_asked_for() -> None:
    made: list[int] = []
    things = MadeOnDemand(5, lambda i: made.append(i) or of_100_bytes(i))
    assert len(things) == 5
    assert things[3] is things[3]
    assert [thing.number for thing in things] == [0, 1, 2, 3, 4]
    assert made == [3, 0, 1, 2, 4]
    with pytest.raises(IndexError):
        _ = things[5]


@pytest.mark.parametrize(
    ("kept_bytes", "again"), [(0, [0, 1, 2, 0]), (200, [0, 1, 2, 0]), (300, [])]
)
def test_those_asked_for_last_are_kept(kept_bytes: int, again: list[int]) -> None:
    made: list[int] = []
    things = MadeOnDemand(3, lambda i: made.append(i) or of_100_bytes(i), kept_bytes)
    for i in (0, 1, 2):
        assert things[i] is things[i]
    assert made == [0, 1, 2]
    for i in (0, 1, 2, 0):
        assert things[i].number == i
    assert made == [0, 1, 2, *again]


def test_the_one_that_was_used_last_stays() -> None:
    made: list[int] = []
    things = MadeOnDemand(3, lambda i: made.append(i) or of_100_bytes(i), capacity=200)
    for i in (0, 1, 0, 2, 0):
        assert things[i].number == i
    assert made == [0, 1, 2]


def test_threads_may_share_them() -> None:
    things = MadeOnDemand(7, of_100_bytes, capacity=250)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda i: things[i % 7].number, range(2000)))
    assert found == [i % 7 for i in range(2000)]
