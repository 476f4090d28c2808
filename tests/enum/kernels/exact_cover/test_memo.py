"""Counts with a memo: equal to the search, in parts, with any room, beyond 64 bits."""

import pickle
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enumino.enum.exact_cover import MEMORY, cover_tables, memos
from enumino.enum.exact_cover.memos import Memo
from enumino.enum.kernels.exact_cover import dancing_links, memo
from enumino.enum.kernels.shared.cursor import DONE
from enumino.errors import ProblemError
from tests.enum.kernels.exact_cover import solutions
from tests.enum.kernels.exact_cover.test_covers import ONCE, Problem, cover_of, options

pytestmark = pytest.mark.compiled
ROOT = ()


def count(counted: Memo, prefix: tuple[int, ...] = ROOT) -> int:
    return counted.count(prefix, lambda nodes: None)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Problems with bounds, secondary items and colours, whose options share their items."""
    primary, secondary = draw(st.integers(1, 6)), draw(st.integers(0, 3))
    bounds = st.sampled_from([ONCE, ONCE, ONCE, (0, 1), (0, 2), (0, 9), (1, 3), (2, 2), (2, 9)])
    return Problem(
        range(primary),
        range(primary + secondary),
        [tuple(option.items()) for option in draw(options(primary, secondary, 16))],
        [draw(bounds) for _ in range(primary)],
    )


@settings(max_examples=500)
@given(
    problem=problems(), slots=st.sampled_from([2, 4, 8, 1024]), room=st.sampled_from([0, MEMORY])
)
def test_counts_and_uses_of_options_are_those_in_a_listing(
    problem: Problem, slots: int, room: int
) -> None:
    """Whole and in parts, with a memo that is emptied often, and one that grows."""
    cover = cover_of(problem)
    found, _ = solutions.rows(dancing_links, cover_tables.links(cover))
    listed = Counter(option for row in found for option in row)
    with patch.object(memo, "FIRST_SLOTS", slots), patch.object(memos, "SECONDS_PER_PART", 1e-9):
        assert count(Memo(cover, room)) == len(found)
        uses = Memo(cover, room).uses(lambda nodes: None)
        assert uses == [listed[option] for option in range(cover.options)]
        divided = Memo(cover, room)
        assert sum(count(divided, each) for part in divided.parts for each in part) == len(found)


def pairs(points: int) -> Problem:
    """The perfect matchings of the complete graph."""
    edges = [((i, ""), (j, "")) for i in range(points) for j in range(i + 1, points)]
    return Problem(range(points), range(points), edges, [ONCE] * points)


def test_numbers_have_any_size() -> None:
    """28 points have 27!! perfect matchings; 384 options may all be taken or not."""
    rest = [((item, ""),) for item in range(12) for _ in range(32)]
    often = Problem(range(12), range(12), rest, [(0, 32)] * 12)
    assert count(Memo(cover_of(often))) == 2 ** (12 * 32)
    assert Memo(cover_of(often)).uses(lambda nodes: None) == [2 ** (12 * 32 - 1)] * 384
    double_factorial = int(np.prod(np.arange(27, 0, -2, dtype=object)))
    assert count(Memo(cover_of(pairs(28)))) == double_factorial


def test_threads_share_the_memory() -> None:
    """Memos without room for all rests of 22 points take all their memory, and no more."""
    counted = Memo(cover_of(pairs(22)), 200_000)
    states: list[Any] = []

    def work(_: int) -> int:
        number = count(counted)
        states.append(counted._of_thread.state)
        barrier.wait()
        return number

    barrier = Barrier(2)
    with ThreadPoolExecutor(2) as pool:
        assert [*pool.map(work, range(2))] == [int(np.prod(np.arange(21, 0, -2)))] * 2
    slots = sum(int(state.size[memo.SLOTS]) for state in states)
    assert slots * 20 + counted._room[0] == 200_000 + 2 * 20 * memo.FIRST_SLOTS
    assert 0 <= counted._room[0] < 100_000


def test_a_state_is_pickled_between_calls() -> None:
    tables = memos._tables_of(cover_of(pairs(10)))
    state = memo.new_state(tables, np.zeros(1, np.int64))
    memo.enter_subtree(state, np.zeros(0, np.int64))
    while not state.cursor[DONE]:
        state = pickle.loads(pickle.dumps(state))
        memo.advance(state, 3)
    assert state.sums[0, 0] == 945


def test_expected_nodes_are_about_the_visited_ones() -> None:
    counted, visited = Memo(cover_of(pairs(22))), []
    nodes, _ = counted.expected
    counted.count(ROOT, visited.append)
    assert nodes / 2 < sum(visited) < 2 * nodes


def test_prefixes_outside_the_tree_are_refused() -> None:
    with pytest.raises(ProblemError, match="not in the tree"):
        count(Memo(cover_of(pairs(4))), (3,))
