"""The pieces on cells of coverings, from their layouts, many rows at once.

Each next letter of a layout is a piece on the first cell that is free.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from enumino.drawing.figures import Pieces

Numbers = npt.NDArray[np.int64]
BLOCK_CELLS = 1 << 22  # cells of the boards that are laid out at a time
FREE, OUTSIDE = -1, -2


class Board:
    """The cells of a board, numbered in reading order, and the shapes that may lie on them."""

    def __init__(self, drawn: str, shapes: Iterable[Sequence[tuple[int, ...]]]) -> None:
        layers = [layer.split("\n") for layer in drawn.split("\n\n")]
        width = max(len(line) for layer in layers for line in layer)
        free = [[[sign == "." for sign in line.ljust(width)] for line in layer] for layer in layers]
        self._cells = np.argwhere(np.array(free))
        self._numbers = np.full(np.shape(free), OUTSIDE, np.int64)
        self._numbers[tuple(self._cells.T)] = np.arange(len(self._cells))
        self._offsets = [_in_space(np.array(offsets)) for offsets in shapes]

    def __len__(self) -> int:
        """Return the number of cells."""
        return len(self._cells)

    def numbers(self, cells: Numbers) -> Numbers:
        """Return the numbers of cells, given by their coordinates; `OUTSIDE` for others."""
        cells = _in_space(cells)
        inside = ((cells >= 0) & (cells < self._numbers.shape)).all(axis=1)
        found = np.full(len(cells), OUTSIDE, np.int64)
        found[inside] = self._numbers[tuple(cells[inside].T)]
        return found

    def covered(self, shape: int, first: int) -> Numbers:
        """Return the cells of the board that a shape covers whose first cell lies on one of it."""
        found = self.numbers(self._cells[first] + self._offsets[shape])
        return found[found >= 0]


class Layouts:
    """The coverings of rows that figures describe.

    >>> two = Pieces("layout", {(): ".."}, {"A": ("dot", ((0, 0),))}, {"A": "red"})
    >>> Layouts(two).names_at([], [], ["AA", "A"], np.array([[0, 1], [0, 1]]))
    ['dot', '']
    """

    def __init__(self, figures: Pieces) -> None:
        self._figures = figures
        self._names = [name for name, _ in figures.shapes.values()]

    @cached_property
    def _boards(self) -> dict[tuple[Any, ...], Board]:
        shapes = [offsets for _, offsets in self._figures.shapes.values()]
        return {key: Board(drawn, shapes) for key, drawn in self._figures.boards.items()}

    @cached_property
    def _shapes(self) -> tuple[Numbers, Numbers]:
        """The code points of the letters, ascending, and the numbers of their shapes."""
        letters = np.array([ord(letter) for letter in self._figures.shapes])
        return np.sort(letters), np.argsort(letters)

    def names_at(
        self,
        # `keys` and `missing` are those of `Pieces`.
        keys: Sequence[Sequence[Any]],
        missing: Sequence[Sequence[int]],
        layouts: Sequence[str],
        cells: Numbers,  # int64[n, dimensions]
    ) -> list[str]:
        """Return the name of the piece that covers one cell of each row, or an empty text."""
        found = np.full(len(layouts), OUTSIDE, np.int64)
        rows_of: dict[tuple[Any, ...], list[int]] = {}
        for row in range(len(layouts)):
            rows_of.setdefault(tuple(column[row] for column in keys), []).append(row)
        lacking = np.array([*missing], np.int64).T
        for key, rows in rows_of.items():
            if board := self._boards.get(key):
                for some in _blocks(np.array(rows), max(1, BLOCK_CELLS // len(board))):
                    texts = [layouts[row][: len(board)] for row in some]
                    lacks = board.numbers(lacking[some]) if missing else None
                    at = board.numbers(cells[some])
                    found[some] = self._shapes_at(board, self._codes(texts), lacks, at)
        return [self._names[shape] if shape >= 0 else "" for shape in found.tolist()]

    def _codes(self, texts: list[str]) -> Numbers:
        """Return the numbers of the shapes of layouts, and `OUTSIDE` after their ends."""
        signs = np.array([f"{text}\0" for text in texts], np.str_)
        points = signs.view(np.uint32).reshape(len(texts), -1)
        known, shapes = self._shapes
        at = np.searchsorted(known, points).clip(max=len(known) - 1)
        return np.where(known[at] == points, shapes[at], OUTSIDE)

    @staticmethod
    def _shapes_at(board: Board, codes: Numbers, lacks: Numbers | None, at: Numbers) -> Numbers:
        """Return the shape on the cell `at` of each row: it is laid no later than on that cell."""
        rows = np.arange(len(codes))
        owners = np.full((len(codes), len(board)), FREE, np.int32)
        if lacks is not None:
            owners[rows, lacks] = OUTSIDE
        used = np.zeros(len(codes), np.int64)
        for first in range(int(at.max(initial=FREE)) + 1):
            (free,) = np.nonzero(owners[:, first] == FREE)
            placed = codes[free, used[free].clip(max=codes.shape[1] - 1)]
            used[free] += 1
            for shape in np.unique(placed):
                same = free[placed == shape]
                covered = board.covered(shape, first) if shape >= 0 else first
                owners[same[:, None], covered] = shape
        found: Numbers = np.where(at >= 0, owners[rows, at.clip(min=0)], OUTSIDE)
        return found


def _in_space(cells: Numbers) -> Numbers:
    """Return cells, one a row, with three coordinates each."""
    found: Numbers = np.pad(cells, ((0, 0), (3 - cells.shape[1], 0)))
    return found


def _blocks(rows: Numbers, size: int) -> Iterator[Numbers]:
    for start in range(0, len(rows), size):
        yield rows[start : start + size]
