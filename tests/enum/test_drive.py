"""The driver of kernels: sums beyond 64 bits, and calls that are short."""

from typing import Any, NamedTuple

import numpy as np
import pytest

from enumino.enum import drive
from enumino.enum.kernels.shared.cursor import DONE, NODES


class Position(NamedTuple):
    """The position in a search of some nodes."""

    cursor: Any


class Straight:
    """A search of a path: each node is an object, or many, and takes some seconds of the clock."""

    LEFT = 5  # of the cursor

    def __init__(self, seconds: float = 0, objects: int = 1) -> None:
        self.clock, self.calls = 0.0, [0.0]
        self._seconds, self._objects = seconds, objects

    def start(self, nodes: int) -> Position:
        return Position(np.array([0, 0, 0, 0, 0, nodes]))

    def tally(self, state: Position, counts: Any, max_nodes: int) -> None:
        visited = min(max_nodes, int(state.cursor[self.LEFT]))
        self.calls.append(visited * self._seconds)
        self.clock += self.calls[-1]
        state.cursor[NODES] += visited * self._objects
        counts[1] += visited * self._objects
        state.cursor[self.LEFT] -= visited
        state.cursor[DONE] = state.cursor[self.LEFT] == 0

    seek_and_probe = None


def test_sums_are_not_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """One call may add up to 2^63 - 1 objects."""
    monkeypatch.setattr(drive, "FIRST_NODES", 1)
    monkeypatch.setattr(drive, "MOST_NODES", 1)
    search: Any = Straight(objects=2**63 - 1)
    counts, nodes = drive.tally(search, search.start(5), np.zeros(2, np.int64))
    assert counts == {(1,): 5 * (2**63 - 1)}
    assert nodes == 5 * (2**63 - 1)


@pytest.mark.parametrize("seconds", [1e-9, 1e-6, 1e-4, 1e-2, 1])
def test_calls_are_short(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Signals are handled between calls: only the first may be long, whatever a node takes."""
    search: Any = Straight(seconds)
    monkeypatch.setattr(drive, "monotonic", lambda: search.clock)
    number = min(10**7, int(2000 / seconds))
    counts, nodes = drive.tally(search, search.start(number), np.zeros(2, np.int64))
    assert counts == {(1,): number}
    assert nodes == number
    assert max(search.calls[2:]) <= max(drive.CALL_SECONDS, seconds)
    assert len(search.calls) < 100 + 2 * number * seconds / drive.CALL_SECONDS
