"""The driver of all kernels: subtrees in, filled columns and counts out.

Families define the trees and turn columns into rows; this module holds the loop between the two.
Columns are filled across subtrees, so that row groups are full however small the subtrees are.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from sys import maxsize
from time import monotonic
from typing import Any

import numpy as np

from enumino.enum.kernel import Counting, Search, State, Traversal
from enumino.enum.kernels.shared.cursor import DONE, LEAF, NODES
from enumino.enum.problem import Prefix, no_such_subtree

CALL_SECONDS = 0.1  # of a call of a kernel, about: Python handles signals between two calls
# Nodes of the first call, and of the longest call: later nodes may take much more time each.
FIRST_NODES, MOST_NODES = 1 << 10, 1 << 22
WORD = (1 << 64) - 1
LOOK_SECONDS = 0.25  # between two checks whether anybody waits for a search
_search = threading.local()


def enter(
    search: Traversal, state: Any, prefix: Prefix, walks: int = 0, seed: int = 0
) -> tuple[int, float]:
    """Enter a subtree; return its children or LEAF, and the nodes that walks estimate, in all."""
    at = np.array(prefix, np.int64)
    children, nodes = search.seek_and_probe(state, at, walks, mixed(seed))
    if children < LEAF:
        raise no_such_subtree(prefix)
    return int(children), float(nodes)


def mixed(seed: int) -> np.uint64:
    """Return the state of the generator of `walks` for a seed, which is not 0.

    From a small seed its first numbers would be small too, so that all first choices would be among
    the first children. The finaliser of splitmix64 (Steele, Lea, Flood 2014) is a bijection in
    which every bit of the result depends on every bit of the seed.
    """
    word = (seed + 0x9E3779B97F4A7C15) & WORD
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & WORD
    return np.uint64(word ^ (word >> 31) or 1)


def entered(
    search: Search, new_state: Callable[[int], State], subtrees: Iterable[tuple[int, Prefix]]
) -> Iterator[tuple[int, State]]:
    """Enter subtrees one after the other; yield the tree and the state of each."""
    at: int | None = None
    for tree, prefix in subtrees:
        if tree != at:
            at, state = tree, new_state(tree)
        enter(search, state, prefix)
        yield tree, state


@dataclass
class Calls:
    """Calls of a kernel for about `CALL_SECONDS` each, with nodes added up in Python."""

    most: int = field(default_factory=lambda: FIRST_NODES)  # nodes of the next call

    def __call__(self, function: Callable[..., Any], state: State, *arguments: Any) -> Any:
        """Return the result of a function of the kernel, and the number of nodes visited."""
        end_if_abandoned()
        started = monotonic()
        result = function(state, *arguments, self.most)
        seconds = monotonic() - started
        nodes = int(state.cursor[NODES])
        state.cursor[NODES] = 0
        if seconds > CALL_SECONDS:
            self.most = max(1, int(self.most * CALL_SECONDS / seconds))
        elif nodes >= self.most and seconds < CALL_SECONDS / 2:
            self.most = min(2 * self.most, MOST_NODES)
        return result, nodes


def fill(
    search: Search,
    states: Iterable[tuple[int, State]],
    new_columns: Callable[[int], Any],
    limit: int | None = None,
) -> Iterator[tuple[Any, int, int]]:
    """Search subtrees to their ends or to `limit` rows; yield columns, their rows, nodes visited.

    `states` come from `entered`, and `new_columns` makes empty columns for up to a number of rows.
    The last columns hold the remaining rows, and may be empty. Where columns fill slowly, reports
    without rows come in between; the rows found so far stay in their columns.
    """
    wanted = maxsize if limit is None else limit
    columns, filled, nodes = new_columns(wanted), 0, 0
    call, reported = Calls(), monotonic()
    for _, state in states:
        while not state.cursor[DONE]:
            full = search.is_full(state, columns, filled)
            if not full:
                filled, visited = call(search.advance, state, columns, filled)
                nodes += visited
                if filled >= wanted:
                    yield columns, wanted, nodes
                    return
                full = search.is_full(state, columns, filled)
            if full:
                yield columns, int(filled), nodes
                wanted -= int(filled)
                columns, filled = new_columns(wanted), 0
            elif monotonic() >= reported + LOOK_SECONDS:
                yield columns, 0, nodes
            else:
                continue
            nodes, reported = 0, monotonic()
    yield columns, int(filled), nodes


def tally(search: Counting, state: State, counts: Any) -> tuple[dict[tuple[int, ...], int], int]:
    """Return the objects of a subtree by index of `counts`, which are zeros, and its nodes."""
    call, found, nodes = Calls(), Counter[tuple[int, ...]](), 0
    while not state.cursor[DONE]:
        _, visited = call(search.tally, state, counts)
        nodes += visited
        for index in map(tuple, np.argwhere(counts).tolist()):
            found[index] += int(counts[index])
        counts[...] = 0
    return found, nodes


@contextmanager
def stopped_by(look: Callable[[], object]) -> Iterator[None]:
    """Call `look` now and then during the searches of this thread; an error in it ends them."""
    _search.look, _search.next = look, monotonic() + LOOK_SECONDS
    try:
        yield
    finally:
        _search.look = None


def end_if_abandoned() -> None:
    """Call the `look` of `stopped_by`, if it is due, between two calls of a kernel."""
    look = getattr(_search, "look", None)
    if look is not None and monotonic() >= _search.next:
        _search.next = monotonic() + LOOK_SECONDS
        look()
