"""The tilings of several regions by the same pieces, with a column for the region."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, ClassVar, Self

import msgspec
import pyarrow as pa

from enumino.enum.problem import BATCH_ROWS, Batch, Expectation, Prefix, Tally
from enumino.enum.records import gathered
from enumino.errors import DamagedError
from enumino.families.tilings.problem import Tilings
from enumino.objects.region import check_names
from enumino.registry import BOARDS
from enumino.schema import Column, arrow_schema

BOARD = Column("board", "string", "Name of the board.", key=True)


@dataclass(frozen=True)
class Boards:
    """The tilings of several boards, with a limit for each; prefixes begin with a board's index."""

    family: ClassVar[str] = Tilings.family
    tree_version: ClassVar[int] = Tilings.tree_version
    counts_all: ClassVar[bool] = False  # as far as methods without a search are concerned

    problems: tuple[Tilings, ...]  # with the same options

    def __post_init__(self) -> None:
        check_names(problem.board.region for problem in self.problems)

    @property
    def names(self) -> list[str]:
        """The names of the boards."""
        return [problem.board.region.name for problem in self.problems]

    @property
    def columns(self) -> tuple[Column, ...]:
        own = zip(*(problem.columns for problem in self.problems), strict=True)
        # The widest numbers, as in list<uint32>.
        return (BOARD, *(max(each, key=lambda one: (len(one.type), one.type)) for each in own))

    def to_json(self) -> dict[str, Any]:
        regions = [problem.region for problem in self.problems]
        return {**self.problems[0].to_json(), "region": "", BOARDS: regions}

    @classmethod
    def from_json(cls, parameters: Mapping[str, Any]) -> Self:
        """Return the problem that `to_json` described, or raise a DamagedError."""
        shared = {**parameters}
        try:
            regions = msgspec.convert(shared.pop(BOARDS), list[str])
        except msgspec.ValidationError as error:
            raise DamagedError(f"The boards of the dataset are damaged: {error}.") from error
        return cls(tuple(Tilings.from_json({**shared, "region": each}) for each in regions))

    def describe(self) -> str:
        first, name = self.problems[0].describe(), self.names[0]
        return first.replace(f" of {name}", f" of {len(self.problems):,} boards", 1)

    def branching(self, prefix: Prefix) -> int:
        if not prefix:
            return len(self.problems)
        return self.problems[prefix[0]].branching(prefix[1:])

    def probe(self, prefix: Prefix, probes: int, seed: int) -> float:
        if prefix:
            return self.problems[prefix[0]].probe(prefix[1:], probes, seed)
        each = -(-probes // len(self.problems))
        return sum(problem.probe((), each, seed) for problem in self.problems)

    def expect(self, nodes: float) -> Expectation:
        each = [problem.expect(nodes / len(self.problems)) for problem in self.problems]
        return Expectation(*map(sum, zip(*each, strict=True)))

    def count(self, prefix: Prefix = (), *, by_key: bool = True) -> Tally:
        total = Tally()
        for number, rest in self._subtrees([prefix]):
            found = self.problems[number].count(rest, by_key=by_key)
            names = (self.names[number],) if by_key else ()
            counts = {(*names, *key): n for key, n in found.counts.items()}
            total += Tally(counts, found.nodes, (*(["board"] if by_key else []), *found.keys))
        return total

    def batches(self, prefixes: Sequence[Prefix], rows: int = BATCH_ROWS) -> Iterator[Batch]:
        schema = arrow_schema(self.columns, in_flight=True)

        def of(number: int, rest: Prefix) -> Iterator[Batch]:
            name = pa.scalar(self.names[number])
            for records, nodes in self.problems[number].batches([rest], rows):
                columns = [pa.repeat(name, records.num_rows), *records.columns]
                named = pa.RecordBatch.from_arrays(columns, schema.names)
                yield Batch(named.cast(schema), nodes)

        return gathered(chain.from_iterable(of(*each) for each in self._subtrees(prefixes)), rows)

    def _subtrees(self, prefixes: Sequence[Prefix]) -> Iterator[tuple[int, Prefix]]:
        """Yield the board of each subtree, and the prefix in its search."""
        for prefix in prefixes:
            if prefix:
                yield prefix[0], prefix[1:]
            else:
                yield from ((number, ()) for number in range(len(self.problems)))
