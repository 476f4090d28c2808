"""The interface between the engine and a problem."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from enumino.errors import ProblemError
from enumino.schema import Column

if TYPE_CHECKING:
    import pyarrow as pa

# A subtree: the child taken at each level, from the root.
Prefix = tuple[int, ...]

# `Problem.branching` of a subtree in one piece: a leaf, or a dead end without objects.
LEAF = -1

# Rows of a batch: one row group of a file, and enough to make Python's share of the time small.
BATCH_ROWS = 131_072


@dataclass
class Tally:
    """Objects by the values of the columns `keys`, and search nodes visited."""

    counts: dict[tuple[Any, ...], int] = field(default_factory=dict)
    nodes: int = 0
    keys: tuple[str, ...] = field(default=(), compare=False)

    @property
    def total(self) -> int:
        """The number of objects."""
        return sum(self.counts.values())

    def __iadd__(self, other: Tally) -> Tally:
        for key, count in other.counts.items():
            self.counts[key] = self.counts.get(key, 0) + count
        self.nodes += other.nodes
        self.keys = self.keys or other.keys
        return self


class Expectation(NamedTuple):
    """The expected size of a run; `seconds` on one thread."""

    rows: int
    nodes: int
    bytes: int
    seconds: float


class Batch(NamedTuple):
    """Some rows, and the nodes visited for them; a progress report has no rows."""

    records: pa.RecordBatch
    nodes: int


class Problem(Protocol):
    """A backtracking search with its parameters: a frozen dataclass, cheap to pickle.

    The children of a prefix divide its subtree: for every prefix that can be divided, each
    object of the subtree is in exactly one of its children's subtrees.
    """

    family: ClassVar[str]

    @property
    def tree_version(self) -> int:
        """Version of the order of children, which numbers prefixes: raised if it changes."""
        ...

    @property
    def columns(self) -> tuple[Column, ...]:
        """The fields of a row."""
        ...

    def to_json(self) -> dict[str, Any]:
        """Return the parameters; `enumino.registry.problem_from_json` undoes it."""
        ...

    def describe(self) -> str:
        """Return the problem in a few words, for people."""
        ...

    def branching(self, prefix: Prefix) -> int:
        """Return the number of children; LEAF if the subtree is one piece.

        It is 0 if there is nothing to search; a subtree without objects may have children, and a
        dead end is a LEAF.
        """
        ...

    def probe(self, prefix: Prefix, probes: int, seed: int) -> float:
        """Estimate the nodes of a subtree by random walks; 0 if and only if its branching is 0."""
        ...

    def expect(self, nodes: float) -> Expectation:
        """Return the expected size of a search of about `nodes` nodes."""
        ...

    def count(self, prefix: Prefix = (), *, by_key: bool = True) -> Tally:
        """Count the objects of a subtree without rows, perhaps in one number without `by_key`."""
        ...

    def batches(self, prefixes: Sequence[Prefix], rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Yield batches of at most `rows` rows in search order, perhaps sorted within a batch."""
        ...


def no_such_subtree(prefix: Prefix) -> ProblemError:
    """Return the error for a prefix that is not in the tree."""
    return ProblemError(
        f"The prefix {prefix} is not in the tree of this problem: plan.json was changed, or "
        "written by another version."
    )
