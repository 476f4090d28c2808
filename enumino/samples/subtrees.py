"""Objects by rank in the order of a search: count each subtree, and list where objects are drawn.

This takes any problem that counts and lists. A subtree is listed once, whatever the number of rows
drawn from it: the threads of a process share the rows.
"""

import zlib
from base64 import b64decode, b64encode
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from threading import Lock
from typing import Self

import msgspec
import numpy as np
import pyarrow as pa

from enumino.arrays import I64
from enumino.datasets.documents import ParametersJson
from enumino.datasets.plan import Work
from enumino.enum.problem import Batch, Prefix, Problem, Tally
from enumino.enum.records import shared
from enumino.errors import DamagedError
from enumino.run.counting import Passed
from enumino.run.searching import WALKS, SearchCount
from enumino.samples.ranked import Ranked
from enumino.schema import Column
from enumino.words import duration

Positions = I64
MOST_BYTES = 1 << 26  # of the subtrees of a plan

Counted = list[tuple[int, Prefix]]  # subtrees with their numbers of objects


@dataclass(frozen=True)
class SubtreeCount(SearchCount):
    """A count of the objects of a problem by subtree, some seconds of a search in each."""

    @property
    def keys(self) -> tuple[Column, ...]:
        return (Column("subtree", "uint32", "Number of the subtree.", key=True),)

    def to_json(self) -> ParametersJson:
        return {**super().to_json(), "by": ["subtree"]}

    @cached_property
    def _works(self) -> list[Work]:
        return list(super().divide())

    @cached_property
    def subtrees(self) -> list[Prefix]:
        """The subtrees in search order."""
        return sorted(tuple(prefix) for work in self._works for prefix in work.prefixes)

    def divide(self) -> Iterable[Work]:
        number = {prefix: at for at, prefix in enumerate(self.subtrees)}
        for work in self._works:
            yield work._replace(prefixes=[(number[tuple(p)], *p) for p in work.prefixes])

    def tally(self, prefixes: Sequence[Prefix], passed: Passed) -> Tally:
        total = Tally()
        for number, *prefix in prefixes:
            found = self.problem.count(tuple(prefix), by_key=False)
            passed(found.nodes)
            total += Tally({(number,): found.total}, found.nodes)
        return total


class Subtrees(Ranked):
    """The objects of a problem in the order of its search, by counted subtrees."""

    method = "parts"

    def __init__(self, problem: Problem, counted: Counted) -> None:
        super().__init__(problem)
        self._counted, self._prefixes = counted, [prefix for _, prefix in counted]
        self._ends = list(accumulate(number for number, _ in counted))
        self.pieces = len(counted)
        self._locks = [Lock() for _ in counted]
        self._picked: dict[int, pa.RecordBatch] = {}

    @classmethod
    def unpacked(cls, problem: Problem, packed: str) -> Self:
        """Return the order that `packed` describes. Raises a DamagedError if it is damaged."""
        try:
            text = zlib.decompressobj().decompress(b64decode(packed, validate=True), MOST_BYTES)
            found = msgspec.json.decode(text, type=list[tuple[str, list[int]]])
            return cls(problem, [(int(number), tuple(prefix)) for number, prefix in found])
        except (ValueError, RecursionError, zlib.error, msgspec.MsgspecError) as error:
            raise damaged("its subtrees are unreadable") from error

    @property
    def packed(self) -> str:
        """The counted subtrees as text."""
        text = msgspec.json.encode([(str(number), prefix) for number, prefix in self._counted])
        return b64encode(zlib.compress(text)).decode()

    @property
    def total(self) -> int:
        return self._ends[-1] if self._ends else 0

    def rows(self, ranks: Sequence[int]) -> pa.RecordBatch:
        *_, found = self.batches(ranks, range(len(ranks)), len(ranks))
        return found.records

    def batches(self, ranks: Sequence[int], own: range, rows: int) -> Iterator[Batch]:
        drawn = self._drawn(ranks)
        mine = sorted({self._subtree_of(ranks[place]) for place in own})
        for at in range(len(mine)):  # each thread begins elsewhere
            subtree = mine[(at + own.start) % len(mine)]
            yield Batch(*self._rows_of(subtree, drawn[subtree]))
        starts = np.cumsum([0, *(len(drawn[subtree]) for subtree in mine)])
        start_of = dict(zip(mine, starts.tolist(), strict=False))
        order = np.empty(len(own), np.int64)
        for at, place in enumerate(own):
            subtree = self._subtree_of(ranks[place])
            position = ranks[place] - self._start_of(subtree)
            order[at] = start_of[subtree] + np.searchsorted(drawn[subtree], position)
        table = pa.Table.from_batches([self._picked[subtree] for subtree in mine])
        for first in range(0, len(own), rows):
            some = order[first : first + rows]
            taken = table.take(shared(pa.int64(), some, len(some)))
            yield Batch(taken.combine_chunks().to_batches()[0], 0)

    @classmethod
    def expected(cls, problem: Problem, memory: int) -> str:
        seconds = sum(work.seconds for work in SubtreeCount(problem).divide())
        return f"a count by search, in {duration(seconds)} on one thread"

    def work(self, rows: int) -> tuple[int, int, float]:
        found = self.problem.expect(self.problem.probe((), WALKS, 1))
        share = min(1.0, rows / self.pieces)
        size = found.bytes * rows / max(1, found.rows)
        return round(share * found.nodes), round(size), share * found.seconds

    def _subtree_of(self, rank: int) -> int:
        return bisect_right(self._ends, rank)

    def _start_of(self, subtree: int) -> int:
        return self._ends[subtree - 1] if subtree else 0

    def _drawn(self, ranks: Sequence[int]) -> dict[int, Positions]:
        """Return the positions that are drawn in each subtree, ascending."""
        found: defaultdict[int, set[int]] = defaultdict(set)
        for rank in ranks:
            subtree = self._subtree_of(rank)
            found[subtree].add(rank - self._start_of(subtree))
        return {subtree: np.array(sorted(each), np.int64) for subtree, each in found.items()}

    def _rows_of(self, subtree: int, wanted: Positions) -> tuple[pa.RecordBatch, int]:
        """Return no row, and the nodes visited to pick the wanted rows of a subtree."""
        with self._locks[subtree]:
            nodes = 0
            if subtree not in self._picked:
                self._picked[subtree], nodes = self._listed(subtree, wanted)
            return self._picked[subtree].slice(0, 0), nodes

    def _listed(self, subtree: int, wanted: Positions) -> tuple[pa.RecordBatch, int]:
        """List a subtree up to the last wanted row; return the wanted rows, and nodes visited."""
        kept, start, nodes = [], 0, 0
        for records, visited in self.problem.batches([self._prefixes[subtree]]):
            end, nodes = start + records.num_rows, nodes + visited
            here = wanted[np.searchsorted(wanted, start) : np.searchsorted(wanted, end)] - start
            kept.append(records.take(shared(pa.int64(), here, len(here))))
            start = end
            if start > wanted[-1]:
                break
        else:
            raise damaged("a subtree has fewer objects than it says")
        return pa.Table.from_batches(kept).combine_chunks().to_batches()[0], nodes


def damaged(why: str) -> DamagedError:
    """Return the error for the plan of a sample that is wrong."""
    return DamagedError(
        f"The sample in plan.json is damaged ({why}): restore plan.json from a copy, or choose "
        "another folder."
    )
