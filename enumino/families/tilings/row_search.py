"""Rows of tilings as a search of their own: an engine's solutions, made into rows as they come.

An engine finds some thousand solutions, and `enumino.enum.kernels.tiling_rows` makes rows of them:
so both stay in the cache. What the engine has found is all made into rows of the same batch, which
therefore counts as full when it has no room for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from enumino.enum.exact_cover import engines
from enumino.enum.kernels import tiling_rows

if TYPE_CHECKING:
    from enumino.enum.forest import Compiled
    from enumino.enum.kernel import Kernel, State
    from enumino.enum.kernels._solutions import Columns


@dataclass
class RowState:
    """Where the search stands.

    Attributes
    ----------
    search : State
        Where the engine stands.
    forced : int64[...]
        The options that the whole tree has.
    among : int64[...]
        The symmetries by which its tilings may be images of each other, by their numbers.
    numbers : int32[...], optional
        The engine's options as they are numbered on the board, if otherwise.
    solutions : Columns
        What the engine has found, with options numbered as on the whole board.
    waiting : int
        Solutions that were not made into rows yet.
    cursor : int64[2]
        Whether all rows are made; nodes visited.
    """

    search: State
    forced: npt.NDArray[np.int64]
    among: npt.NDArray[np.int64]
    numbers: npt.NDArray[np.int32] | None
    solutions: Columns
    waiting: int
    cursor: npt.NDArray[np.int64]


class RowSearch:
    """What fills the columns of tilings, as `enumino.enum.kernel.Search` says.

    Parameters
    ----------
    kernel : Kernel
        The engine.
    tables : tiling_rows.Tables
    up_to_symmetry : bool
    solutions : int
        How many the engine finds before rows are made of them.
    """

    DONE, NODES = range(2)

    def __init__(
        self, kernel: Kernel, tables: tiling_rows.Tables, up_to_symmetry: bool, solutions: int
    ) -> None:
        self._kernel, self._tables = kernel, tables
        self._solutions = solutions
        self._write, self._tally = (
            (tiling_rows.write_classes, tiling_rows.tally_classes)
            if up_to_symmetry
            else (tiling_rows.write_all, tiling_rows.tally_all)
        )
        self._scratch = tiling_rows.new_scratch(tables)

    def new_state(
        self,
        tables: Any,
        forced: npt.NDArray[np.int64],
        among: npt.NDArray[np.int64],
        numbers: npt.NDArray[np.int32] | None,
    ) -> RowState:
        """Return a state for a tree, by the engine's tables; see `RowState` for the others."""
        size = self._solutions * engines.longest_solution(tables)
        solutions = engines.new_columns(self._solutions, size)
        state = self._kernel.new_state(tables)
        return RowState(state, forced, among, numbers, solutions, 0, np.zeros(2, np.int64))

    def seek(self, state: RowState, prefix: npt.NDArray[np.int64]) -> int:
        """Enter a subtree."""
        state.waiting, state.cursor[:] = 0, 0
        return self._kernel.seek(state.search, prefix)

    def advance(
        self, state: RowState, out: tiling_rows.Columns, filled: int, max_nodes: int
    ) -> int:
        """Let the engine find solutions, and make them rows if there is room for all of them."""
        if state.waiting == 0:
            self._find(state, max_nodes)
        if not self.is_full(state, out, filled):
            filled = self._write(*self._with_solutions(state, out, filled))
            state.waiting = 0
        self._note(state)
        return filled

    def tally(self, state: RowState, counts: npt.NDArray[np.int64], max_nodes: int) -> None:
        """Let the engine find solutions, and count the rows of them by symmetry class."""
        self._find(state, max_nodes)
        self._tally(*self._with_solutions(state, counts))
        state.waiting = 0
        self._note(state)

    def compiled(self, state: RowState, out: tiling_rows.Columns) -> list[Compiled]:
        """Return what is compiled to fill columns."""
        return [
            (self._kernel.advance, (state.search, state.solutions, 0, 1)),
            (self._write, self._with_solutions(state, out, 0)),
        ]

    def _with_solutions(self, state: RowState, *into: Any) -> tuple[Any, ...]:
        """The solutions that wait, what rows are made of them with, and where these go."""
        return (
            self._tables,
            self._scratch,
            state.solutions.options,
            state.solutions.offsets,
            0,
            state.waiting,
            state.forced,
            state.among,
            *into,
        )

    def is_full(self, state: RowState, out: tiling_rows.Columns, filled: int) -> bool:
        """Whether there is no room for the solutions that wait."""
        return filled + state.waiting > out.pieces.size

    def _find(self, state: RowState, max_nodes: int) -> None:
        """Let the engine find solutions, and number their options as on the whole board."""
        solutions, numbers = state.solutions, state.numbers
        state.waiting = self._kernel.advance(state.search, solutions, 0, max_nodes)
        if numbers is not None:
            used = solutions.offsets[state.waiting]
            solutions.options[:used] = numbers[solutions.options[:used]]

    def _note(self, state: RowState) -> None:
        """Note how far the search is."""
        cursor = state.search.cursor
        state.cursor[self.NODES] = cursor[self._kernel.NODES]
        state.cursor[self.DONE] = cursor[self._kernel.DONE] and not state.waiting
