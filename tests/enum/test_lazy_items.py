"""Items that are made on demand, of which some are kept."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from enumino.enum.forest import LazyItems


class Tables(NamedTuple):
    number: int
    inner: tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]


def of_100_bytes(number: int) -> Tables:
    return Tables(number, (np.zeros(20, np.uint8), np.zeros(10, np.int64)))


def test_things_are_made_once_when_they_are_asked_for() -> None:
    made: list[int] = []
    things = LazyItems(5, lambda i: made.append(i) or of_100_bytes(i))
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
    things = LazyItems(3, lambda i: made.append(i) or of_100_bytes(i), kept_bytes)
    for i in (0, 1, 2):
        assert things[i] is things[i]
    assert made == [0, 1, 2]
    for i in (0, 1, 2, 0):
        assert things[i].number == i
    assert made == [0, 1, 2, *again]


def test_an_exclusive_item_is_held_by_one_thread() -> None:
    things, held, most = LazyItems(1, lambda index: [index]), [], []

    def hold(_: int) -> None:
        with things.exclusive(0) as thing:
            held.append(thing)
            most.append(len(held))
            time.sleep(0.001)
            held.pop()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(hold, range(40)))
    assert most == [1] * 40
