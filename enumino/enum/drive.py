"""The driver of all kernels: subtrees in, filled columns and counts out.

The families say what is searched and what is made of the columns; here is the one loop that runs
it. Columns are filled across subtrees, so that row groups are full however small the subtrees are.
A kernel that takes many prefixes in one call, for a GPU or for tiny subtrees, would be driven from
here: `entered` is where prefixes meet the search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from sys import maxsize
from typing import Any, NamedTuple

from enumino.enum.kernel import Counting, Search, State
from enumino.enum.problem import LEAF, Prefix, no_such_subtree

MAX_NODES = 1 << 24
"""Nodes between two reports of a stretch that yields no full batch: about half a second."""


class Stretch(NamedTuple):
    """What a stretch of the search has filled; nothing, if it was barren."""

    columns: Any
    filled: int
    nodes: int


def enter(search: Search, state: Any, prefix: Prefix) -> int:
    """Enter a subtree; return the number of its children, or LEAF if it is one piece.

    Raises
    ------
    ProblemError
        If the prefix leaves the tree.
    """
    import numpy as np

    children = int(search.seek(state, np.array(prefix, np.int64)))
    if children < LEAF:
        raise no_such_subtree(prefix)
    return children


def entered(
    search: Search, new_state: Callable[[int], State], subtrees: Iterable[tuple[int, Prefix]]
) -> Iterator[tuple[int, State]]:
    """Enter subtrees one after the other; yield each one's tree and the state that stands there.

    Parameters
    ----------
    search : Search
    new_state : callable
        Makes the state of a tree. It serves until another tree is entered.
    subtrees : iterable of (int, Prefix)
        The number of a tree, and the way into it.
    """
    at: int | None = None
    for tree, prefix in subtrees:
        if tree != at:
            at, state = tree, new_state(tree)
        enter(search, state, prefix)
        yield tree, state


def fill(
    search: Search,
    states: Iterable[tuple[int, State]],
    new_columns: Callable[[int], Any],
    limit: int | None = None,
    report_after: int = MAX_NODES,
) -> Iterator[Stretch]:
    """Search subtrees to their ends, and yield the columns as they are filled.

    Parameters
    ----------
    search : Search
    states : iterable of (int, State)
        As `entered` yields them.
    new_columns : callable
        Makes empty columns, given how many rows are wanted at most.
    limit : int, optional
        How many rows are wanted, the first ones: the search ends there.
    report_after : int
        Nodes after which a stretch is yielded without its rows, which stay in their columns.

    Yields
    ------
    Stretch
        The last one as far as it is filled, even if it is empty.
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
                    yield Stretch(columns, wanted, nodes)
                    return
                full = search.is_full(state, columns, filled)
            if full:
                yield Stretch(columns, filled, nodes)
                wanted -= filled
                columns, filled, nodes = new_columns(wanted), 0, 0
            elif nodes >= report_after:
                yield Stretch(columns, 0, nodes)
                nodes = 0
    yield Stretch(columns, filled, nodes)


def tally(search: Counting, state: State, counts: Any) -> int:
    """Add what the subtree holds to `counts`; return the nodes visited."""
    while not state.cursor[search.DONE]:
        search.tally(state, counts, MAX_NODES)
    return int(state.cursor[search.NODES])
