"""The order in which a count by profiles passes the cells of a board, and its placements."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from math import log2
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.objects.board import Board
from enumino.objects.region import Region


class Mirror(NamedTuple):
    """A mirror image, or another involution, of the cells in the order of the sweep.

    `image` int[cells] is the image of each cell; `ends` bool[cells] marks the cells of which all
    before are mapped to themselves, together; the others are in blocks of at most `longest`.
    """

    image: npt.NDArray[np.intp]
    ends: npt.NDArray[np.bool_]
    longest: int


@dataclass(frozen=True)
class Scan:
    """The placements of a board by their first cells in the order of the sweep."""

    board: Board

    @cached_property
    def _order(self) -> npt.NDArray[np.intp]:
        return order_of(self.board.region)

    @cached_property
    def _rank(self) -> npt.NDArray[np.intp]:
        rank = np.empty_like(self._order)
        rank[self._order] = np.arange(len(self._order))
        return rank

    @cached_property
    def _covered(self) -> npt.NDArray[np.intp]:
        covered: npt.NDArray[np.intp] = self._rank[self.board.members]
        return covered

    @cached_property
    def _first(self) -> npt.NDArray[np.intp]:
        starts = self.board.starts[:-1]
        return np.minimum.reduceat(self._covered, starts) if len(self.board) else self._covered

    @cached_property
    def _by_first(self) -> npt.NDArray[np.intp]:
        return np.argsort(self._first, kind="stable")

    @cached_property
    def _ends(self) -> npt.NDArray[np.intp]:
        return np.searchsorted(self._first[self._by_first], np.arange(self.cells + 1))

    @property
    def cells(self) -> int:
        """The number of cells."""
        return len(self._order)

    @cached_property
    def reach(self) -> int:
        """Most cells from the first to the last of a placement."""
        if not len(self.board):
            return 1
        last = np.maximum.reduceat(self._covered, self.board.starts[:-1])
        return int((last - self._first).max()) + 1

    @cached_property
    def bits(self) -> int:
        """Bits of the number of coverings, at most: a choice for each of the most pieces."""
        smallest = int(np.diff(self.board.starts).min(initial=self.cells or 1))
        most = int(np.diff(self._ends).max(initial=1))
        return int(log2(most) * (self.cells // smallest)) + 2

    def placements(self, at: int) -> list[tuple[int, int]]:
        """Return orientation and profile, from the first cell on, of the placements of a cell."""
        found = []
        for option in self._by_first[self._ends[at] : self._ends[at + 1]].tolist():
            start, end = self.board.starts[option : option + 2]
            covered = sum(1 << cell - at for cell in self._covered[start:end].tolist())
            found.append((int(self.board.orientation[option]), covered))
        return found

    @cached_property
    def vertices(self) -> dict[tuple[int, int], int]:
        """The vertices of squares between four cells: the last of these in the order of the sweep.

        A vertex is named after its cell with the largest coordinates, which is that one.
        """
        ranks = dict(zip(self.board.region.cells, self._rank.tolist(), strict=True))
        return {
            (r, c): rank
            for (r, c), rank in ranks.items()
            if {(r - 1, c - 1), (r - 1, c), (r, c - 1)} <= ranks.keys()
        }

    def joined(self, at: int) -> list[int]:
        """Return the vertices at which each placement of a cell has two cells, as their last cells.

        They are bits from the first cell of the placement on, which has the cell `at`.
        """
        found = []
        for option in self._by_first[self._ends[at] : self._ends[at + 1]].tolist():
            cells = [self.board.region.cells[cell] for cell in self.board.cells_of(option)]
            touched = Counter((r + i, c + j) for r, c in cells for i in (0, 1) for j in (0, 1))
            twice = (vertex for vertex, number in touched.items() if number > 1)
            found.append(sum(1 << self.vertices[v] - at for v in twice if v in self.vertices))
        return found

    @cached_property
    def mirror(self) -> Mirror:
        """The image of the board with the shortest blocks, one of length 0 if there is none."""
        best = Mirror(self._order, np.zeros(self.cells, bool), 0)
        for k in range(len(self.board.region.lattice.images)):
            options = self.board.image_under(k)
            if options is None or not self._keeps_pieces(options):
                continue
            image = np.empty_like(self._order)
            image[self._rank] = self._rank[self.board.region.images[k]]
            moved = not np.array_equal(image, np.arange(self.cells))
            if moved and np.array_equal(image[image], np.arange(self.cells)):
                # All cells before this one are images of each other.
                last = np.maximum.accumulate(image)
                ends = np.concatenate([[False], last[:-1] == np.arange(self.cells - 1)])
                blocks = np.diff(np.flatnonzero([True, *ends[1:], True]))
                longest = int(blocks.max())
                if longest < self.cells and (not best.longest or longest < best.longest):
                    best = Mirror(image, ends, longest)
        return best

    def _keeps_pieces(self, options: npt.NDArray[np.int32]) -> bool:
        """Whether an image of the options leaves the uses of pieces that are bounded."""
        piece = self.board.piece
        return self.board.reusable or np.array_equal(piece[options], piece)


def order_of(region: Region) -> npt.NDArray[np.intp]:
    """The cells in the order of the sweep: across the longest side, so that few lie ahead."""
    cells = np.array(region.cells, np.int64)
    places = places_of(cells, region)
    across = sorted(range(places.shape[1]), key=lambda axis: -int(np.ptp(places[:, axis])))
    return np.lexsort([cells[:, -1], *(places[:, axis] for axis in reversed(across))])


def places_of(cells: npt.NDArray[np.int64], region: Region) -> npt.NDArray[np.int64]:
    """The cells by rows and columns, in which all kinds of cells of a lattice are alike."""
    places = cells.copy()
    places[:, -1] //= region.lattice.sublattices
    return places
