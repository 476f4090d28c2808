"""Recompute every attribute of packing rows with NumPy, from the letters of the layout alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from enumino.errors import ProblemError
from enumino.families.packings.profiles import count_by_profiles
from enumino.families.tilings.checks import Flags, Owners, TilingChecks
from enumino.objects.board import Board

MAX_PROFILES = 100_000
"""Profiles beyond which no count is made for comparison: it would take longer than the search."""
MAX_COUNTED_PROFILES = 20_000
"""The same where uses of pieces are counted, which makes profiles many."""


class PackingChecks(TilingChecks):
    """Recomputes rows of the packings of a board.

    Parameters
    ----------
    board : Board
    up_to_symmetry : bool
    no_crossings : bool
        Whether no two pieces of sticks may cross.
    counting : sequence of int
        The images of the lattice that count.
    """

    def __init__(
        self, board: Board, up_to_symmetry: bool, no_crossings: bool, counting: Sequence[int]
    ) -> None:
        super().__init__(board, up_to_symmetry, counting=counting)
        self.no_crossings = no_crossings

    def _breaking_rules(self, owners: Owners) -> Iterator[tuple[str, Flags]]:
        if self.no_crossings:
            yield "has two pieces that cross", self._crossings(owners)

    def _crossings(self, owners: Owners) -> Flags:
        """Which packings have a vertex whose two lines belong to two pieces."""
        number = {cell: k for k, cell in enumerate(self.board.region.cells)}
        found = np.zeros(owners.shape[1], bool)
        for row, column in number:
            if column % 2 == 0:
                around = [(row, column + k) for k in (0, -2, 1)] + [(row - 1, column + 1)]
                if all(cell in number for cell in around):
                    right, left, down, up = (owners[number[cell]] for cell in around)
                    found |= (right == left) & (down == up) & (right != down)
        return found


def by_profiles(board: Board) -> int | None:
    """Return the number of packings, unless it takes too many profiles."""
    most = MAX_PROFILES if board.reusable else MAX_COUNTED_PROFILES
    try:
        return count_by_profiles(board, most)
    except ProblemError:
        return None
