"""Exact covers: items and options -> an engine -> one solution per row."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import pyarrow as pa

from enumino.enum.exact_cover import Cover, engines
from enumino.enum.forest import Forest
from enumino.enum.kernel import Engine, Kernel
from enumino.enum.problem import Expectation
from enumino.enum.records import Ragged, wrap
from enumino.families.covers.parameters import CoverParameters
from enumino.schema import Column
from enumino.words import first_of

if TYPE_CHECKING:
    from enumino.enum.kernels.exact_cover.solutions import Columns

COVER_COLUMNS = (
    Column(
        "options",
        "list<uint32>",
        "The options of the solution, ascending, as numbered in options.parquet.",
    ),
)
BATCH_OPTIONS = 1 << 23  # the most numbers of options in a batch
BYTES_PER_ROW, NODES_PER_ROW = 8.0, 20  # guesses, for estimates only


class Covers(CoverParameters, Forest):
    """All solutions of an exact cover problem.

    Parameters
    ----------
    problem : CoverProblem or str
        A problem, a file, or the name and the numbers of a puzzle, such as ``"queens 8"``.
    engine : str, optional
        ``"option-bitsets"`` or ``"dancing-links"``; chosen by the size of the problem by default.
    limit : int, optional
        The most solutions: the search stops after them.
    name : str
        Name of the problem in descriptions, by default the name of its file or puzzle.

    Raises
    ------
    ProblemError
        If the problem cannot be read, or the engine does not take it.

    Examples
    --------
    >>> Covers("queens 8").count().total
    92
    """

    tree_version: ClassVar[int] = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        assert self.chosen_engine, "an engine that takes the problem"

    @cached_property
    def chosen_engine(self) -> Engine:
        """The named engine or, by a rule that `tree_version` covers, the engine that suits."""
        return engines.engine_for(self.arrays, self.engine)

    @property
    def columns(self) -> tuple[Column, ...]:
        return COVER_COLUMNS

    def describe(self) -> str:
        return f"{first_of(self.limit, 'exact cover')} of {self.name}"

    def expect(self, nodes: float) -> Expectation:
        speed = engines.NODES_PER_SECOND[self.chosen_engine]
        return self._expected(nodes, NODES_PER_ROW, BYTES_PER_ROW, speed)

    @property
    def _walk_cost(self) -> int:
        items = max(1, len(self.cover.primary))
        return engines.walk_cost(self.chosen_engine, items, items, len(self.arrays.members))

    @property
    def _kernel(self) -> Kernel:
        return engines.kernel_of(self.chosen_engine)

    def _new_columns(self, rows: int) -> Columns:
        longest = max(1, engines.longest_solution(self._trees[0]))
        rows = max(1, min(rows, BATCH_OPTIONS // longest))
        return self._kernel.new_columns(rows, rows * longest)

    def _records(self, columns: Columns, filled: int) -> pa.RecordBatch:
        return wrap(COVER_COLUMNS, {"options": Ragged(columns.options, columns.offsets)}, filled)

    @cached_property
    def arrays(self) -> Cover:
        """The problem as arrays."""
        starts, *entries = self.cover.arrays
        members, colours = (each.astype(np.int32) for each in entries)
        bounds = np.array(self.cover.bounds, np.int64).T if self.cover.bounds else None
        primary, items = len(self.cover.primary), len(self.cover.items)
        return Cover(primary, items, starts, members, colours, bounds)

    @cached_property
    def _trees(self) -> list[Any]:
        return [engines.tables_of(self.chosen_engine, self.arrays)]
