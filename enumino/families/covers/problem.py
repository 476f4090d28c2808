"""Exact covers: items and options -> an engine -> one solution per row."""

from __future__ import annotations

from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import pyarrow as pa

from enumino.arrays import I32, I64
from enumino.datasets.checks import codes_of
from enumino.enum.exact_cover import Cover, engines
from enumino.enum.forest import Forest
from enumino.enum.kernel import Engine, Kernel
from enumino.enum.problem import Expectation
from enumino.enum.records import Ragged, wrap
from enumino.families.covers.parameters import CoverParameters
from enumino.objects.lattice import SQUARE
from enumino.schema import ORBIT, SYMMETRY, Column
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
    up_to_symmetry : bool
        Keep one solution of each class under the symmetries of the board of queens, or one of each
        Langford sequence and its mirror image.
    limit : int, optional
        The most solutions: the search stops after them.
    name : str
        Name of the problem in descriptions, by default the name of its file or puzzle.

    Raises
    ------
    ProblemError
        If the problem cannot be read, the engine does not take it, or it has no symmetries.

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
        return (*COVER_COLUMNS, SYMMETRY, ORBIT) if self.up_to_symmetry else COVER_COLUMNS

    def describe(self) -> str:
        up_to = ", up to symmetry" if self.up_to_symmetry else ""
        return f"{first_of(self.limit, 'exact cover')} of {self.name}{up_to}"

    def expect(self, nodes: float) -> Expectation:
        speed = engines.NODES_PER_SECOND[self.chosen_engine]
        nodes_per_row = NODES_PER_ROW * (1 + len(self.images))
        return self._expected(nodes, nodes_per_row, BYTES_PER_ROW, speed)

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

    def rows_of(self, options: I32, offsets: I32) -> pa.RecordBatch:
        """Return the rows of solutions: solution i is ``options[offsets[i]:offsets[i + 1]]``."""
        return wrap(self.columns, {"options": Ragged(options, offsets)}, len(offsets) - 1)

    def _records(self, columns: Columns, filled: int) -> pa.RecordBatch:
        buffers: dict[str, Any] = {"options": Ragged(columns.options, columns.offsets)}
        if self.up_to_symmetry:  # all solutions have as many options
            used, each = columns.options[: columns.offsets[filled]], max(1, columns.offsets[1])
            buffers |= self._classes(used.reshape(-1, each).astype(np.int64))
        return wrap(self.columns, buffers, filled)

    def _classes(self, rows: I64) -> dict[str, Any]:
        """Return the symmetry and orbit of each solution; the orbit is 0 for later images."""
        later, kept_by = np.zeros(len(rows), np.bool_), np.zeros(len(rows), np.uint64)
        for k, image in self.images.items():
            turned = np.sort(image[rows], axis=1)
            at = np.arange(len(rows)), (turned != rows).argmax(axis=1)
            later |= turned[at] < rows[at]
            kept_by |= (turned[at] == rows[at]).astype(np.uint64) << np.uint64(k)
        orbits = (1 + len(self.images)) // (1 + np.bitwise_count(kept_by)) * ~later
        codes = codes_of(kept_by, SQUARE).astype(np.int8)
        return {"symmetry": codes, "orbit": orbits.astype(np.uint8)}

    @property
    def _filter(self) -> str | None:
        return "orbit > 0" if self.up_to_symmetry else None

    def _condition(self, text: str) -> Any:
        return SimpleNamespace(chosen=lambda rows: rows["orbit"].to_numpy() > 0)

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
