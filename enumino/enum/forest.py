"""Searches that consist of one or several trees of a kernel: one a room, or one a case."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from threading import Lock
from typing import Any

from enumino.arguments import whole
from enumino.enum.problem import BATCH_ROWS, LEAF, Batch, Prefix, Tally
from enumino.errors import ProblemError
from enumino.schema import Column
from enumino.words import plural

MAX_NODES = 1 << 24
"""Nodes between two reports of a stretch that yields no full batch: about half a second."""

PROBED_STEPS, FEWEST_PROBES = 10_000_000, 20
"""Steps that random walks from one node may take, some seconds at most; and fewest walks."""

MOST_STEPS = 5_000_000
"""Steps that not even the fewest walks may take in huge problems: then there are fewer, or one."""

HOPELESS = 1e18
"""Nodes or rows, of more than a thousand years, that are refused rather than divided."""

KEPT_BYTES = 1 << 28
"""Of tables of trees that are kept once they are made."""


class Lazily(Sequence[Any]):
    """Things that are made when they are first asked for; those asked for last are kept.

    Threads may share them: each thing is made by one, and the others wait for it.

    Parameters
    ----------
    number : int
    make : callable
        Makes the i-th of them.
    most : int
        As many are kept as come to so much together, and always one.
    size_of : callable
        What one comes to: by default the bytes of its NumPy arrays, in tuples.
    """

    def __init__(
        self,
        number: int,
        make: Callable[[int], Any],
        most: int = KEPT_BYTES,
        size_of: Callable[[Any], int] | None = None,
    ) -> None:
        self._number, self._make, self._most = number, make, most
        self._size_of = size_of or _bytes_of
        self._made: OrderedDict[int, Any] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return self._number

    def __getitem__(self, index: Any) -> Any:
        if not 0 <= index < self._number:
            raise IndexError(index)
        with self._lock:
            if index not in self._made:
                self._made[index] = self._make(index)
                self._size += self._size_of(self._made[index])
            self._made.move_to_end(index)
            while self._size > self._most and len(self._made) > 1:
                self._size -= self._size_of(self._made.popitem(last=False)[1])
            return self._made[index]


def _bytes_of(made: Any) -> int:
    """Bytes of the arrays of a kernel's tables or state."""
    if isinstance(made, tuple):
        return sum(_bytes_of(part) for part in made)
    return int(getattr(made, "nbytes", 0))


class Forest(ABC):
    """What such problems share: how a prefix leads into a tree.

    Where there are several trees, a prefix begins with the number of one. Where only the first
    rows are wanted, the search is one piece: which ones come first is a matter of one search.

    Attributes
    ----------
    limit : int, optional
        How many rows are wanted, the first that the search finds.
    """

    limit: int | None = None

    @property
    @abstractmethod
    def columns(self) -> tuple[Column, ...]:
        """The fields of a row."""

    @abstractmethod
    def batches(self, prefixes: Sequence[Prefix], rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Yield the rows of the subtrees, at most `rows` at a time."""

    @property
    @abstractmethod
    def _kernel(self) -> Any:
        """The module whose verbs search the trees."""

    @cached_property
    @abstractmethod
    def _trees(self) -> Sequence[Any]:
        """The kernel's tables of each tree."""

    @property
    @abstractmethod
    def _walk(self) -> int:
        """Steps of the longest walk from the root to a leaf, by what they cost."""

    def branching(self, prefix: Prefix) -> int:
        """Return the number of trees, or of children in one; LEAF if a subtree is one piece."""
        if self.limit is not None:
            return LEAF
        if not prefix and len(self._trees) != 1:
            return len(self._trees)
        tree, rest = self._find(prefix)
        return self._enter(self._scouts[tree], rest)

    def probe(self, prefix: Prefix, probes: int, seed: int) -> float:
        """Estimate the nodes of a subtree by Knuth's random walks."""
        import numpy as np

        from enumino.enum.kernels._random import mixed

        if not prefix and len(self._trees) != 1:
            each = -(-probes // max(1, len(self._trees)))
            return sum(self.probe((tree,), each, seed) for tree in range(len(self._trees)))
        tree, rest = self._find(prefix)
        at, scout = np.array(rest, np.int64), self._scouts[tree]
        fewest = min(FEWEST_PROBES, max(1, MOST_STEPS // self._walk))
        most = fewest if self.limit is not None else PROBED_STEPS // self._walk
        probes = min(probes, max(fewest, most))
        return float(self._kernel.probe(scout, at, probes, mixed(seed)))

    @cached_property
    def _scouts(self) -> Sequence[Any]:
        """States to look at subtrees with; rows are made with states of their own."""
        return Lazily(len(self._trees), lambda tree: self._kernel.new_state(self._trees[tree]))

    def _count_rows(self, prefix: Prefix) -> Tally:
        """Count the rows of a subtree by making them: how many a limit leaves is known after."""
        keys, total = [column.name for column in self.columns if column.key], Tally()
        for batch in self.batches([prefix]):
            values = [batch.records.column(key).to_pylist() for key in keys]
            found = zip(*values, strict=True) if keys else [()] * batch.records.num_rows
            total += Tally(dict(Counter(found)), batch.nodes)
        return total

    def _divided(self, prefixes: Iterable[Prefix]) -> Iterator[tuple[int, Prefix]]:
        """Yield for each subtree its tree and the way into it, and all trees for the root."""
        for prefix in prefixes:
            if not prefix and len(self._trees) != 1:
                yield from ((tree, ()) for tree in range(len(self._trees)))
            else:
                yield self._find(prefix)

    def _find(self, prefix: Prefix) -> tuple[int, Prefix]:
        """Return the tree of a subtree, and the way into it."""
        if len(self._trees) == 1:
            return 0, prefix
        if not 0 <= prefix[0] < len(self._trees):
            raise no_such_subtree(prefix)
        return prefix[0], prefix[1:]

    def _enter(self, state: Any, rest: Prefix) -> int:
        """Enter a subtree of a tree; return the number of its children."""
        import numpy as np

        children = int(self._kernel.seek(state, np.array(rest, np.int64)))
        if children < LEAF:
            raise no_such_subtree(rest)
        return children

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the parameters only."""
        return {name: v for name, v in self.__dict__.items() if not name.startswith("_")}


def checked_limit(limit: int | None, noun: str) -> int | None:
    """Return how many rows are wanted, of the kind that `noun` says.

    Raises
    ------
    ProblemError
        If it is no number, or leaves none.
    """
    if limit is None:
        return None
    number = whole(limit, "The limit", any_size=True)
    if number < 1:
        raise ProblemError(f"A limit of {number} leaves no {noun}: give at least 1.")
    return number


def first_of(limit: int | None, noun: str) -> str:
    """Return what a listing holds: all objects, or the first ones.

    >>> first_of(None, "tiling"), first_of(1, "tiling"), first_of(1000, "tiling")
    ('tilings', 'first tiling', 'first 1,000 tilings')
    """
    if limit is None:
        return f"{noun}s"
    return f"first {noun}" if limit == 1 else f"first {plural(limit, noun)}"


def no_such_subtree(prefix: Prefix) -> ProblemError:
    """Return what to raise for a prefix that leads nowhere."""
    return ProblemError(
        f"The prefix {prefix} names no subtree of this problem: plan.json was changed, or "
        "written by another version."
    )
