"""Items that are made on demand, of which some are kept."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from enumino.enum.forest import LazyItems


def of_100_bytes(number: int) -> tuple:
    return number, (np.zeros(20, np.uint8), np.zeros(10, np.int64))


def test_items_are_made_once_when_threads_ask_for_them() -> None:
    made: list[int] = []
    items = LazyItems(5, lambda i: made.append(i) or of_100_bytes(i))
    assert len(items) == 5
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(items.__getitem__, [3, 0, 3, 1, 2, 4] * 20))
    assert sorted(made) == [number for number, _ in items] == [0, 1, 2, 3, 4]
    assert found[0] is found[-4] is items[3]
    with pytest.raises(IndexError):
        _ = items[5]


@pytest.mark.parametrize(
    ("kept_bytes", "again"), [(0, [0, 1, 2, 0]), (200, [0, 1, 2, 0]), (300, [])]
)
def test_those_asked_for_last_are_kept(kept_bytes: int, again: list[int]) -> None:
    made: list[int] = []
    items = LazyItems(3, lambda i: made.append(i) or of_100_bytes(i), kept_bytes)
    for i in (0, 1, 2):
        assert items[i] is items[i]
    for i in (0, 1, 2, 0):
        assert items[i][0] == i
    assert made == [0, 1, 2, *again]
