"""Searches that consist of one or several trees of a kernel: one a room, or one a case."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from enumino.enum.problem import LEAF, Prefix
from enumino.errors import ProblemError

MAX_NODES = 1 << 24
"""Nodes between two reports of a stretch that yields no full batch: about half a second."""

PROBED_STEPS, FEWEST_PROBES = 10_000_000, 20
"""Steps that random walks from one node may take, some seconds at most; and fewest walks."""


class Forest(ABC):
    """What such problems share: how a prefix leads into a tree.

    Where there are several trees, a prefix begins with the number of one.
    """

    @property
    @abstractmethod
    def _kernel(self) -> Any:
        """The module whose verbs search the trees."""

    @cached_property
    @abstractmethod
    def _trees(self) -> list[Any]:
        """The kernel's tables of each tree."""

    @property
    @abstractmethod
    def _walk(self) -> int:
        """Steps of the longest walk from the root to a leaf."""

    def branching(self, prefix: Prefix) -> int:
        """Return the number of trees, or of children in one; LEAF if a subtree is one piece."""
        if not prefix and len(self._trees) != 1:
            return len(self._trees)
        tree, rest = self._find(prefix)
        return self._enter(self._scouts[tree], rest)

    def probe(self, prefix: Prefix, probes: int, seed: int) -> float:
        """Estimate the nodes of a subtree by Knuth's random walks."""
        import numpy as np

        if not prefix and len(self._trees) != 1:
            each = -(-probes // max(1, len(self._trees)))
            return sum(self.probe((tree,), each, seed) for tree in range(len(self._trees)))
        tree, rest = self._find(prefix)
        at, scout = np.array(rest, np.int64), self._scouts[tree]
        probes = min(probes, max(FEWEST_PROBES, PROBED_STEPS // self._walk))
        return float(self._kernel.probe(scout, at, probes, np.uint64(seed)))

    @cached_property
    def _scouts(self) -> list[Any]:
        """States to look at subtrees with; rows are made with states of their own."""
        return [self._kernel.new_state(tables) for tables in self._trees]

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


def no_such_subtree(prefix: Prefix) -> ProblemError:
    """Return what to raise for a prefix that leads nowhere."""
    return ProblemError(
        f"The prefix {prefix} names no subtree of this problem: plan.json was changed, or "
        "written by another version."
    )
