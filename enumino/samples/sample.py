"""A sample as a problem: its rows are the objects of drawn ranks, in the order of the draws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from typing import Annotated, Any, ClassVar, Self, cast

import msgspec

from enumino.datasets.documents import Natural, ParametersJson
from enumino.enum.layers import MEMORY
from enumino.enum.problem import (
    BATCH_ROWS,
    LEAF,
    Batch,
    Expectation,
    Prefix,
    Problem,
    Tally,
    no_such_subtree,
)
from enumino.enum.records import tallied
from enumino.errors import ProblemError
from enumino.parameters import Parameters
from enumino.registry import SAMPLE, family_of, problem_from_json, rows_of
from enumino.samples.ranked import Ranked
from enumino.samples.subtrees import Subtrees, damaged
from enumino.schema import Column
from enumino.words import plural, quoted

VERSION = 1  # of the ranks that are drawn
MOST_ROWS = 10_000_000
ROWS_PER_PART, PIECES_PER_PART, MOST_PARTS = 100_000, 64, 64
_opening = Lock()


class Draw(msgspec.Struct, frozen=True, omit_defaults=True):
    """The drawing of a sample, as in plan.json.

    `objects` is the exact number of objects that the sample is of; `subtrees` holds the numbers of
    objects in subtrees of the search, if they are needed.
    """

    rows: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROWS)]
    seed: Natural
    method: str
    objects: str
    distinct: bool = False
    subtrees: str = ""

    def asks(self, rows: int, seed: int, distinct: bool, method: str) -> bool:
        """Return whether this sample is the one that a user asks for."""
        same = (self.rows, self.seed, self.distinct) == (rows, seed, distinct)
        return same and method in ("auto", self.method)


@dataclass(frozen=True)
class Sample(Parameters):
    """Rows of a problem that are drawn uniformly."""

    family: ClassVar[str] = "sample"
    is_conditional = True
    expects_upper_bound = False

    of: Problem
    draw: Draw
    memory: int = field(default=MEMORY, compare=False)  # bytes of kept states

    @property
    def tree_version(self) -> int:
        return 1000 * VERSION + self.of.tree_version

    @property
    def columns(self) -> tuple[Column, ...]:
        return self.of.columns

    def to_json(self) -> ParametersJson:
        return {**self.of.to_json(), SAMPLE: msgspec.to_builtins(self.draw)}

    @classmethod
    def from_json(cls, parameters: Mapping[str, Any]) -> Sample:
        of = {name: value for name, value in parameters.items() if name != SAMPLE}
        try:
            draw = msgspec.convert(parameters[SAMPLE], Draw)
        except msgspec.ValidationError as error:
            raise damaged(str(error)) from error
        return cls(problem_from_json(of), draw)

    def describe(self) -> str:
        different = "distinct " if self.draw.distinct else ""
        return f"{plural(self.draw.rows, f'{different}random sample')} of {self.of.describe()}"

    @property
    def objects(self) -> int:
        """The exact number of objects that the sample is of."""
        return int(self.draw.objects)

    @classmethod
    def by(cls, order: Ranked, draw: Draw) -> Self:
        """Return the sample by an order whose states, if it needs them, are there."""
        made = cls(order.problem, draw, order.memory)
        made.__dict__["_ranked"] = order
        return made

    @cached_property
    def _ranked(self) -> Ranked:
        method, order = self.draw.method, cast(Ranked | None, None)
        if method == Subtrees.method:
            order = Subtrees.unpacked(self.of, self.draw.subtrees)
        elif each := next((each for each in orders(self.of) if each.method == method), None):
            order = each(self.of, self.memory)
        if order is None or str(order.total) != self.draw.objects:
            raise damaged(f"there are not {self.draw.objects[:40]} objects by {quoted(method)}")
        return order

    @cached_property
    def _ranks(self) -> Sequence[int]:
        draw = self.draw
        return self._ranked.ranks(draw.rows, draw.seed, distinct=draw.distinct)

    @cached_property
    def parts(self) -> list[range]:
        """The numbers of the rows of each part, in order."""
        rows = self.draw.rows
        pieces = min(rows, self._ranked.pieces)
        wanted = max(-(-rows // ROWS_PER_PART), min(MOST_PARTS, pieces // PIECES_PER_PART))
        return [range(rows * k // wanted, rows * (k + 1) // wanted) for k in range(wanted)]

    def branching(self, prefix: Prefix) -> int:
        return LEAF if self._rows_in(prefix) in self.parts else len(self.parts)

    def probe(self, prefix: Prefix, probes: int, seed: int) -> float:
        return float(len(self._rows_in(prefix)))

    def expect(self, nodes: float) -> Expectation:
        rows = self.draw.rows
        return Expectation(rows, *self._ranked.work(rows))

    def count(self, prefix: Prefix = (), *, by_key: bool = True) -> Tally:
        return tallied(self.batches([prefix]), (each.name for each in self.columns if each.key))

    def batches(self, prefixes: Sequence[Prefix], rows: int = BATCH_ROWS) -> Iterator[Batch]:
        with _opening:
            ranked, ranks = self._ranked, self._ranks
        for prefix in prefixes:
            yield from ranked.batches(ranks, self._rows_in(prefix), rows)

    def drawn(self) -> Iterator[Any]:
        """Yield the objects of the sample."""
        kind = rows_of(self.to_json())
        for batch in self.batches([()]):
            yield from map(kind.object_of, batch.records.to_pylist())

    def _rows_in(self, prefix: Prefix) -> range:
        """Return the numbers of the rows of a part, or of all parts."""
        if not prefix:
            return range(self.draw.rows)
        if len(prefix) > 1 or not 0 <= prefix[0] < len(self.parts):
            raise no_such_subtree(prefix)
        return self.parts[prefix[0]]


def orders(problem: Problem) -> Sequence[type[Ranked]]:
    """Return the orders that the family of a problem has, the fastest first."""
    module = family_of(problem.to_json()).module("ranked")
    return module.ORDERS if module else ()


def order_for(problem: Problem, method: str) -> type[Ranked] | None:
    """Return the order by a method, by default the fastest; None for the order of the search."""
    known = orders(problem)
    if method == "auto":
        return next(
            (each for each in known if not each.obstacle(problem) and each.suits(problem)), None
        )
    if method == Subtrees.method:
        return None
    found = next((each for each in known if each.method == method), None)
    if found is None:
        choices = ", ".join(["auto", *(each.method for each in known), Subtrees.method])
        raise ProblemError(f"There is no method {quoted(method)}: choose from {choices}.")
    if why := found.obstacle(problem):
        raise ProblemError(f"The method {method} {why}: use another method, or leave it out.")
    return found
