"""The interface of samples to the engine: objects of a problem by their ranks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from enumino.enum.layers import MEMORY
from enumino.enum.problem import Batch
from enumino.enum.ranked_sweep import BYTES_PER_STATE
from enumino.enum.records import gathered
from enumino.enum.sweep import SweepError
from enumino.errors import ProblemError
from enumino.run.searching import SearchCount
from enumino.samples.ranks import drawn_ranks
from enumino.words import duration, size

if TYPE_CHECKING:
    import pyarrow as pa

MOST_KEPT = 30_000_000_000  # bytes in memory and on disk
AT_ONCE = 4096  # rows that are made together
BYTES_PER_ROW, SECONDS_PER_ROW = 16, 1e-3  # guesses, for estimates only


class Ranked(ABC):
    """All objects of a problem in a fixed order, each found by its rank, from 0.

    The module ``ranked.py`` of a family names its subclasses in ``ORDERS``, the fastest first.

    Attributes
    ----------
    method : str
        Name of the method that finds the objects.
    pieces : int
        Pieces of work that several threads can do at the same time.
    has_ranks : bool
        Whether all ranks are of objects, and not only the ones that `ranks` returns.
    """

    method: ClassVar[str]
    pieces: int = 1
    has_ranks: bool = True

    def __init__(self, problem: Any, memory: int = MEMORY) -> None:
        self.problem, self.memory = problem, memory

    @classmethod
    def takes_all(cls, problem: Any) -> bool:
        """Return whether no condition, limit or symmetry leaves out objects."""
        return not (problem.up_to_symmetry or problem.is_conditional or problem.limit is not None)

    @classmethod
    def obstacle(cls, problem: Any) -> str:
        """Return the reason why the method does not take a problem, or an empty string."""
        is_taken = cls.takes_all(problem)
        return "" if is_taken else "does not take conditions, limits or symmetry classes"

    @classmethod
    def suits(cls, problem: Any) -> bool:
        """Return whether the method is faster than a search for a problem that it takes."""
        return True

    @property
    @abstractmethod
    def total(self) -> int:
        """The exact number of objects."""

    def ranks(self, rows: int, seed: int, *, distinct: bool) -> Sequence[int]:
        """Draw the ranks of the rows of a sample; the first 3 of 5 are the ranks of 3."""
        return drawn_ranks(self.total, rows, seed, distinct=distinct)

    @abstractmethod
    def rows(self, ranks: Sequence[int]) -> pa.RecordBatch:
        """Return the rows of the objects with up to `AT_ONCE` ranks, in the order of the ranks."""

    def batches(self, ranks: Sequence[int], own: range, rows: int) -> Iterator[Batch]:
        """Yield the rows of the ranks at `own` places, at most `rows` at a time.

        The other ranks are drawn, too, by other threads or later.
        """
        mine = ranks[own.start : own.stop]
        lots = (mine[at : at + AT_ONCE] for at in range(0, len(mine), AT_ONCE))
        return gathered((Batch(self.rows(lot), len(lot)) for lot in lots), rows)

    def work(self, rows: int) -> tuple[int, int, float]:
        """Return the expected nodes, bytes and seconds of a sample."""
        return rows, rows * BYTES_PER_ROW, rows * SECONDS_PER_ROW

    @classmethod
    def expected(cls, problem: Any, memory: int) -> str:
        """Return the expected work before the first row, in words."""
        return "a count whose time is not estimated"


class Swept(Ranked):
    """The objects of a problem in the order of a sweep that keeps its states."""

    method = "transfer-matrix"
    bytes_per_state: ClassVar[int] = BYTES_PER_STATE
    seconds_per_state: ClassVar[float] = 1.8e-6

    @classmethod
    @abstractmethod
    def states(cls, problem: Any) -> float:
        """Return the expected number of states. Raises a SweepError if there is no sweep."""

    @classmethod
    def obstacle(cls, problem: Any) -> str:
        if why := super().obstacle(problem):
            return why
        try:
            states = _states(cls, problem)
        except SweepError:
            return "has no sweep for a problem as wide or as large as this"
        too_many = states * cls.bytes_per_state > MOST_KEPT
        return f"would keep {cls._kept(states)}" if too_many else ""

    @classmethod
    def suits(cls, problem: Any) -> bool:
        states = _states(cls, problem)
        if states * cls.bytes_per_state <= MEMORY:
            return True
        try:
            searched = sum(work.seconds for work in SearchCount(problem).divide())
        except ProblemError:  # more than a thousand years
            return True
        return states * cls.seconds_per_state < searched

    @classmethod
    def expected(cls, problem: Any, memory: int) -> str:
        states = _states(cls, problem)
        found = f"{cls._kept(states)}, in {duration(states * cls.seconds_per_state)}"
        disk = states * cls.bytes_per_state - memory
        return f"{found}: {size(memory)} in memory, {size(disk)} on disk" if disk > 0 else found

    @classmethod
    def _kept(cls, states: float) -> str:
        return f"about {states:,.0f} states, which take {size(states * cls.bytes_per_state)}"


@lru_cache(8)
def _states(order: type[Swept], problem: Any) -> float:
    return order.states(problem)
