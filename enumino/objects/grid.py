"""Grids as values: short texts in a rectangle of cells, such as sudokus and chessboards."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from enumino.objects.box import Boxed
from enumino.objects.lattice import Cell


@dataclass(frozen=True)
class Grid(Boxed):
    """A rectangle of cells with short texts, given or found.

    >>> print(Grid((2, 2), {}, {(0, 1): "Q"}, style="queens"))
    . Q
    . .
    """

    box: tuple[int, ...]  # rows and columns
    given: Mapping[Cell, str]  # the texts of the puzzle
    found: Mapping[Cell, str]  # the texts of the answer
    boxes: tuple[tuple[Cell, ...], ...] = ()  # sets of cells with an outline
    # A chessboard with a queen for each text, or a colour for each text.
    style: Literal["", "queens", "pairs"] = ""
    tiles: tuple[str, ...] = ()  # texts to place, twice each; drawn below a grid without an answer

    @property
    def texts(self) -> Mapping[Cell, str]:
        """All texts by cells."""
        return {**self.given, **self.found}

    def __str__(self) -> str:
        texts = self.texts
        rows = ([texts.get((r, c), ".") for c in range(self.width)] for r in range(self.height))
        return "\n".join(map(" ".join, rows))
