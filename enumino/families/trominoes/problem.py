"""The divide-and-conquer covering of a board that lacks a cell: parameters -> kernel -> columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from enumino.enum.forest import MAX_NODES, Forest
from enumino.enum.problem import BATCH_ROWS, Batch, Expectation, Prefix, Tally
from enumino.errors import ProblemError
from enumino.families.trominoes.boards import (
    LARGEST_WITH_LAYOUT,
    Missing,
    checked_side,
    missing_on,
    missing_text,
    missing_words,
)
from enumino.families.trominoes.columns import tromino_columns
from enumino.objects.lattice import SymmetryClass
from enumino.schema import Column

if TYPE_CHECKING:
    pass

CLASSES = tuple(SymmetryClass)
LETTER_BYTES = 1 << 25

# Measured on one core of a current server; they only serve estimates.
TROMINOES_PER_SECOND = 1e8
BYTES_PER_ROW = 20.0


@dataclass(frozen=True)
class Trominoes(Forest):
    """The construction that covers a board of side 2^k without one cell by L-trominoes.

    Parameters
    ----------
    board : int
        The side, a power of two from 2 to 4096.
    missing : (int, int) or "all"
        Row and column of the missing cell, from 0; or a row for every cell.
    up_to_symmetry : bool
        Of all cells, one of each class under the symmetries of the board.

    Raises
    ------
    ProblemError
        If there is no such board or cell.

    Examples
    --------
    >>> Trominoes(8).count().total
    64

    References
    ----------
    S. W. Golomb, Checker boards and polyominoes, Amer. Math. Monthly 61 (1954).
    """

    board: int
    missing: Missing = "all"
    up_to_symmetry: bool = False
    family: ClassVar[str] = "trominoes"
    tree_version: ClassVar[int] = 1

    def __post_init__(self) -> None:
        side = checked_side(self.board)
        object.__setattr__(self, "board", side)
        object.__setattr__(self, "missing", missing_on(self.missing, side, side))
        if self.missing != "all" and self.up_to_symmetry:
            raise ProblemError(
                "Of one missing cell there is one board: --up-to-symmetry goes with all."
            )

    @property
    def columns(self) -> tuple[Column, ...]:
        """The fields of a row."""
        return tromino_columns(self.board <= LARGEST_WITH_LAYOUT)

    def to_json(self) -> dict[str, Any]:
        """Return the parameters as JSON values."""
        return {
            "family": self.family,
            "all_tilings": False,
            "board": self.board,
            "missing": self.missing if self.missing == "all" else list(self.missing),
            "up_to_symmetry": self.up_to_symmetry,
        }

    @classmethod
    def from_json(cls, parameters: dict[str, Any]) -> Trominoes:
        """Return the problem that `to_json` described."""
        return cls(parameters["board"], parameters["missing"], parameters["up_to_symmetry"])

    def describe(self) -> str:
        """Return the problem in a few words.

        >>> Trominoes(8, (3, 2)).describe()
        'tromino coverings of 8x8 without the cell 3,2'
        """
        classes = ", up to symmetry" if self.up_to_symmetry else ""
        where = missing_words(self.missing)
        return f"tromino coverings of {self.board}x{self.board} without {where}{classes}"

    def options(self) -> dict[str, str]:
        """Return how the command line asks for it."""
        flag = {"--up-to-symmetry": ""} if self.up_to_symmetry else {}
        return {"--board": str(self.board), "--missing": missing_text(self.missing), **flag}

    def expect(self, nodes: float) -> Expectation:
        """Return rows, which are known, and bytes and seconds for them."""
        half = self.board // 2
        all_cells = half * (half + 1) // 2 if self.up_to_symmetry else self.board**2
        rows = all_cells if self.missing == "all" else 1
        pieces = self.board**2 // 3 if self._lettered else 1
        seconds = rows * pieces / TROMINOES_PER_SECOND
        return Expectation(rows, round(nodes), round(rows * BYTES_PER_ROW), seconds)

    def count(self, prefix: Prefix = (), *, by_key: bool = True) -> Tally:
        """Count the boards of a subtree by symmetry class."""
        import numpy as np

        kernel, total = self._kernel, Tally()
        for tree, rest in self._divided([prefix]):
            state, counts = kernel.new_state(self._trees[tree]), np.zeros(8, np.int64)
            self._enter(state, rest)
            while not state.cursor[kernel.DONE]:
                kernel.tally(state, counts, MAX_NODES)
            found = {(str(CLASSES[code]),): int(counts[code]) for code in np.nonzero(counts)[0]}
            total += Tally(found, int(state.cursor[kernel.NODES]))
        return total

    def batches(self, prefixes: Sequence[Prefix], rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Yield the boards of the subtrees by the path to the missing cell, at most `rows`."""
        kernel, tables = self._kernel, self._trees[0]
        letters = kernel.trominoes(self._levels) if self._lettered else 1
        room = max(1, min(rows, LETTER_BYTES // letters))
        state = kernel.new_state(tables)
        out, filled, nodes = kernel.new_columns(room, room * letters), 0, 0
        for _, rest in self._divided(prefixes):
            self._enter(state, rest)
            while not state.cursor[kernel.DONE]:
                before = int(state.cursor[kernel.NODES])
                filled = kernel.advance(state, out, filled, MAX_NODES)
                nodes += int(state.cursor[kernel.NODES]) - before
                if kernel.is_full(out, filled, tables):
                    yield Batch(self._records(out, filled), nodes)
                    out, filled, nodes = kernel.new_columns(room, room * letters), 0, 0
        yield Batch(self._records(out, filled), nodes)

    def _records(self, out: Any, filled: int) -> Any:
        import numpy as np

        from enumino.enum.records import Array, Ragged, wrap

        buffers: dict[str, Array | Ragged] = out._asdict()
        buffers |= {
            "board": np.full(max(1, filled), self.board, np.uint16),
            "path": Ragged(out.path, out.path_offsets),
            "layout": Ragged(out.layout, out.layout_offsets),
        }
        return wrap(self.columns, buffers, filled)

    @property
    def _levels(self) -> int:
        return self.board.bit_length() - 1

    @property
    def _lettered(self) -> bool:
        return self.board <= LARGEST_WITH_LAYOUT

    @property
    def _walk(self) -> int:
        return self._levels

    @property
    def _kernel(self) -> Any:
        from enumino.enum.kernels import trominoes

        return trominoes

    @cached_property
    def _trees(self) -> list[Any]:
        return [self._kernel.new_tables(self._levels, self._lettered, self.up_to_symmetry)]

    def _find(self, prefix: Prefix) -> tuple[int, Prefix]:
        if self.missing == "all":
            return 0, prefix
        path = self._kernel.path_to(self._levels, *self.missing)
        return 0, (*(int(quadrant) for quadrant in path), *prefix)
