"""The driver of all kernels: subtrees in, filled columns and counts out.

Families define the trees and turn columns into rows; this module holds the loop between the two.
Columns are filled across subtrees, so that row groups are full however small the subtrees are.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from sys import maxsize
from time import monotonic
from typing import Any, NamedTuple

from enumino.enum.kernel import Counting, Search, State, Traversal
from enumino.enum.problem import LEAF, Prefix, no_such_subtree

MAX_NODES = 1 << 24  # nodes between two reports when no batch fills up: about half a second

LOOK_SECONDS = 0.25  # between two looks whether anybody waits for a search
_search = threading.local()


class Filled(NamedTuple):
    """Columns with `filled` rows, and the nodes visited for them; a report alone has 0 rows."""

    columns: Any
    filled: int
    nodes: int


def enter(search: Traversal, state: Any, prefix: Prefix) -> int:
    """Enter a subtree; return the number of its children, or LEAF if it is one piece."""
    import numpy as np

    children = int(search.seek(state, np.array(prefix, np.int64)))
    if children < LEAF:
        raise no_such_subtree(prefix)
    return children


def entered(
    search: Search, new_state: Callable[[int], State], subtrees: Iterable[tuple[int, Prefix]]
) -> Iterator[tuple[int, State]]:
    """Enter subtrees one after the other; yield the tree of each and the state at its root.

    A state, made by `new_state`, is used until another tree is entered.
    """
    at: int | None = None
    for tree, prefix in subtrees:
        if tree != at:
            at, state = tree, new_state(tree)
        enter(search, state, prefix)
        yield tree, state


def fill(
    search: Search,
    states: Iterable[tuple[int, State]],  # as `entered` yields them
    new_columns: Callable[[int], Any],  # makes empty columns for at most the given number of rows
    limit: int | None = None,  # number of rows after which the search ends
    # Nodes after which a report without rows is yielded; its rows stay in their columns.
    report_after: int = MAX_NODES,
) -> Iterator[Filled]:
    """Search subtrees to their ends, and yield the columns as they are filled.

    The last ones hold the remaining rows, and may be empty.
    """
    wanted = maxsize if limit is None else limit
    columns, filled, nodes = new_columns(wanted), 0, 0
    for _, state in states:
        while not state.cursor[search.DONE]:
            full = search.is_full(state, columns, filled)
            if not full:
                before = int(state.cursor[search.NODES])
                filled = int(search.advance(state, columns, filled, report_after))
                nodes += int(state.cursor[search.NODES]) - before
                if filled >= wanted:
                    yield Filled(columns, wanted, nodes)
                    return
                full = search.is_full(state, columns, filled)
            if full:
                yield Filled(columns, filled, nodes)
                wanted -= filled
                columns, filled, nodes = new_columns(wanted), 0, 0
            elif nodes >= report_after:
                yield Filled(columns, 0, nodes)
                nodes = 0
    yield Filled(columns, filled, nodes)


def tally(search: Counting, state: State, counts: Any, most: int = maxsize) -> int:
    """Add the objects of the subtree to `counts`, for about `most` nodes; return those visited."""
    while not state.cursor[search.DONE] and (left := most - int(state.cursor[search.NODES])) > 0:
        search.tally(state, counts, min(left, MAX_NODES))
    return int(state.cursor[search.NODES])


@contextmanager
def stopped_by(look: Callable[[], object]) -> Iterator[None]:
    """Call `look` now and then within long searches of this thread, which its error ends."""
    _search.look, _search.next = look, monotonic() + LOOK_SECONDS
    try:
        yield
    finally:
        _search.look = None


def end_if_abandoned() -> None:
    """Look whether anybody waits for the search of this thread, between two calls of a kernel."""
    look = getattr(_search, "look", None)
    if look is not None and monotonic() >= _search.next:
        _search.next = monotonic() + LOOK_SECONDS
        look()
