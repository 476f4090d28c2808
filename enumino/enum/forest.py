"""Searches of one or several kernel trees: one tree for each room, or for each case."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from threading import RLock
from typing import Any

import numpy as np
import pyarrow as pa

from enumino.arrays import I64
from enumino.enum import drive
from enumino.enum.kernel import Kernel, Search, State
from enumino.enum.problem import (
    BATCH_ROWS,
    LEAF,
    Batch,
    Expectation,
    Prefix,
    Tally,
    no_such_subtree,
)
from enumino.enum.records import filtered, first_rows, tallied
from enumino.errors import ProblemError
from enumino.schema import Column

KEPT_ITEMS = 32  # tables or states of trees in memory


class LazyItems(Sequence[Any]):
    """A sequence of items that one thread at a time makes on first use; the last ones are kept."""

    def __init__(self, length: int, make: Callable[[int], Any]) -> None:
        self._length, self._item = length, lru_cache(KEPT_ITEMS)(make)
        self.lock = RLock()  # to be held while an item changes

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: Any) -> Any:
        if not 0 <= index < self._length:
            raise IndexError(index)
        with self.lock:
            return self._item(index)


PROBED_STEPS = 10_000_000  # steps of all random walks from one node, which take some seconds
LIMITED_PROBES = 20  # walks when a limit is set: the size of the whole search matters little then
LIMITED_STEPS = 5_000_000  # steps of these walks
HOPELESS = 1e18  # nodes or rows that take more than a thousand years: such a search is refused


class Forest(ABC):
    """A problem that is searched as a sequence of kernel trees.

    With several trees, a prefix begins with the number of a tree. With a limit, the search is not
    divided, because its order decides which rows come first.
    """

    limit: int | None = None  # rows after which the search ends
    only: str | None = None  # the condition of the rows that are kept

    @property
    @abstractmethod
    def columns(self) -> tuple[Column, ...]:
        """The fields of a row."""

    @property
    @abstractmethod
    def _kernel(self) -> Kernel:
        """The kernel that searches the trees."""

    @cached_property
    @abstractmethod
    def _trees(self) -> Sequence[Any]:
        """The kernel's tables of each tree."""

    @property
    @abstractmethod
    def _walk_cost(self) -> int:
        """The cost of the longest walk from the root to a leaf, in steps."""

    @abstractmethod
    def _new_columns(self, rows: int) -> Any:
        """Return the kernel's columns for a batch of up to `rows` rows."""

    @abstractmethod
    def _records(self, columns: Any, filled: int) -> pa.RecordBatch:
        """Return the first `filled` rows of the columns, in the order of the family."""

    @abstractmethod
    def describe(self) -> str:
        """Return the problem in a few words."""

    def _new_counts(self, tree: int) -> I64:
        """Return an array of zeros, where the kernel counts the rows of a tree."""
        return np.zeros(1, np.int64)

    def _key(self, tree: int, index: tuple[int, ...]) -> tuple[Any, ...]:
        """Return the values of the key columns for an index of the counts."""
        return ()

    def _expected(
        self, nodes: float, nodes_a_row: float, row_bytes: float, speed: float
    ) -> Expectation:
        """Return the expected size, from nodes per row, bytes per row and nodes per second."""
        rows, nodes = self._up_to_limit(nodes / nodes_a_row, nodes, nodes_a_row)
        return Expectation(round(rows), round(nodes), round(rows * row_bytes), nodes / speed)

    def _up_to_limit(
        self, rows: float, nodes: float, nodes_a_row: float, advice: str = ""
    ) -> tuple[float, float]:
        """Return the expected rows and nodes up to the limit; refuse too many without a limit."""
        if self.limit is not None:
            rows, most = min(rows, self.limit), self.limit * nodes_a_row
            return rows, min(nodes, most if rows == self.limit else HOPELESS)
        if max(nodes, rows) > HOPELESS:
            raise ProblemError(
                f"Searching {self.describe()} would take more than a thousand years: {advice}"
                "enumerate … --limit K lists the first K."
            )
        return rows, nodes

    def branching(self, prefix: Prefix) -> int:
        """Return the number of trees, or of children in a tree; LEAF for a subtree in one piece."""
        if self.limit is not None:
            return LEAF
        if not prefix and len(self._trees) != 1:
            return len(self._trees)
        ((tree, rest),) = self._subtrees([prefix])
        with self._probe_states.lock:
            return drive.enter(self._kernel, self._probe_states[tree], rest)[0]

    def probe(self, prefix: Prefix, probes: int, seed: int) -> float:
        """Estimate the nodes of a subtree by Knuth's random walks."""
        subtrees, found = [*self._subtrees([prefix])], 0.0
        most = max(1, PROBED_STEPS // self._walk_cost)
        if self.limit is not None:
            most = min(LIMITED_PROBES, max(1, LIMITED_STEPS // self._walk_cost))
        walks = min(-(-probes // max(1, len(subtrees))), most)
        for tree, rest in subtrees:
            with self._probe_states.lock:
                _, nodes = drive.enter(self._kernel, self._probe_states[tree], rest, walks, seed)
            found += nodes / walks
        return found

    def count(self, prefix: Prefix = (), *, by_key: bool = True) -> Tally:
        """Count the rows of a subtree by the key columns."""
        if self.limit is not None or self._filter:
            return self._grouped(prefix, self._keys)
        kernel, total = self._kernel, Tally(keys=self._keys)
        for tree, state in drive.entered(kernel, self._new_state, self._subtrees([prefix])):
            counts, nodes = drive.tally(kernel, state, self._new_counts(tree))
            total += Tally({self._key(tree, index): n for index, n in counts.items()}, nodes)
        return total

    def batches(self, prefixes: Sequence[Prefix], rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Yield the rows of the subtrees, at most `rows` at a time; batches follow the search."""
        search, new_state = self._row_search
        states = drive.entered(search, new_state, self._subtrees(prefixes))
        limit = None if self._filter else self.limit
        filled = drive.fill(search, states, lambda left: self._new_columns(min(rows, left)), limit)
        found = (Batch(self._records(columns, n), nodes) for columns, n, nodes in filled)
        if not self._filter:
            return found
        condition = self._condition(self._filter)
        return first_rows(filtered(found, condition.chosen, rows), self.limit)

    @property
    def _filter(self) -> str | None:
        """The condition of the rows that are kept."""
        return self.only

    def _condition(self, text: str) -> Any:
        """Return a condition on rows with a method `chosen`; each thread needs a condition."""
        raise NotImplementedError

    @property
    def _row_search(self) -> tuple[Search, Callable[[int], State]]:
        """The search that fills columns, and the function that makes a state for a tree."""
        return self._kernel, self._new_state

    @cached_property
    def _probe_states(self) -> LazyItems:
        """A state per tree for probing; the search for rows has separate states."""
        return LazyItems(len(self._trees), self._new_state)

    def _new_state(self, tree: int) -> State:
        """Return a state for a tree."""
        return self._kernel.new_state(self._trees[tree])

    @property
    def counted(self) -> tuple[Column, ...]:
        """Columns that rows may be counted by, without the orbit, which follows from the class."""
        return tuple(
            column
            for column in self.columns
            if column.name != "orbit" and (column.key or column.values or column.type == "uint8")
        )

    @property
    def _keys(self) -> tuple[str, ...]:
        """Names of the key columns."""
        return tuple(column.name for column in self.columns if column.key)

    def count_by(self, prefix: Prefix, by: Sequence[str]) -> Tally:
        """Count the rows of a subtree by the values of some columns, flags as text."""
        found = self._grouped(prefix, by)
        counts = {
            tuple(str(value).lower() if isinstance(value, bool) else value for value in key): count
            for key, count in found.counts.items()
        }
        return Tally(counts, found.nodes, found.keys)

    def _grouped(self, prefix: Prefix, by: Sequence[str]) -> Tally:
        """Count the rows of a subtree by the values of some columns, without keeping the rows."""
        found = self.batches([prefix])
        return tallied((Batch(self._with_columns(rows, by), nodes) for rows, nodes in found), by)

    def _with_columns(self, records: pa.RecordBatch, by: Sequence[str]) -> pa.RecordBatch:
        """Return rows with further columns that they may be counted by."""
        return records

    def _subtrees(self, prefixes: Iterable[Prefix]) -> Iterator[tuple[int, Prefix]]:
        """Yield the tree of each subtree and the prefix in it; for the root, all trees."""
        number = len(self._trees)
        for prefix in prefixes:
            if number == 1:
                yield 0, prefix
            elif not prefix:
                yield from ((tree, ()) for tree in range(number))
            elif 0 <= prefix[0] < number:
                yield prefix[0], prefix[1:]
            else:
                raise no_such_subtree(prefix)
