"""Recompute every attribute of tiling rows with NumPy, from the letters of the layout alone.

Different from the kernels' way: letters are laid out cell by cell, for all rows of a batch at
once, and what follows is compared with what the rows say of themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.checks import Fault
from enumino.datasets.checks.symmetry import claimed_codes, class_codes
from enumino.errors import ProblemError
from enumino.objects.board import Board
from enumino.objects.placements import Placements

MAX_PROFILES = 200_000
"""Profiles beyond which no count is made for comparison: it would take longer than the search."""
MAX_COUNTED_PROFILES = 20_000
"""The same where uses of pieces are counted, which makes profiles many."""
MAX_SWEPT_SIDE = 12

Owners = npt.NDArray[np.int32]  # cells in row-major order, tilings: the option; -1: none
Flags = npt.NDArray[np.bool_]


class TilingChecks:
    """Recomputes rows of the tilings of a board; what all rows share is prepared once.

    Parameters
    ----------
    board : Board
    up_to_symmetry, no_crossroads : bool
        What was asked for.
    counting : sequence of int, optional
        The images of the lattice that count; by default all.
    """

    def __init__(
        self,
        board: Board,
        up_to_symmetry: bool,
        no_crossroads: bool = False,
        counting: Sequence[int] | None = None,
    ) -> None:
        self.board = board
        self.lattice = board.region.lattice
        self.up_to_symmetry = up_to_symmetry
        self.no_crossroads = no_crossroads
        self.orientation_of = {ord(o.letter): i for i, o in enumerate(board.orientations)}
        self.option_at = np.full((len(board.region), len(board.orientations)), -1, np.int32)
        self.option_at[board.first, board.orientation] = np.arange(len(board))
        counting = range(len(self.lattice.images)) if counting is None else counting
        images = ((k, board.image_under(k)) for k in counting)
        self.images = {k: image for k, image in images if image is not None}
        self.landmark = board.landmark(self.images)

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Yield what is wrong with the rows, at most one row for each kind of fault."""
        for what, wrong in self._wrong(rows):
            if wrong.any():
                yield Fault(what, int(np.argmax(wrong)))

    def _wrong(self, rows: pa.RecordBatch) -> Iterator[tuple[str, Flags]]:
        orientations, lengths = self._orientations(rows.column("layout"))
        owners, spoiled = self.owners_of(orientations, lengths)
        yield "does not cover the region with pieces side by side", spoiled
        if spoiled.any():
            return
        board = self.board
        begins = board.first[owners] == np.arange(len(owners))[:, None]
        if "pieces" in rows.schema.names:
            claimed = rows.column("pieces").to_numpy()
            yield "has another number of pieces", np.asarray(begins.sum(0) != claimed)
        yield from self._misused(owners, begins)
        yield from self._breaking_rules(owners)
        if "placements" in rows.schema.names:
            yield "has other placements", _other_lists(rows.column("placements"), owners, begins)
        same = np.zeros((len(self.images), rows.num_rows), bool)
        later = np.zeros(rows.num_rows, bool)
        for flags, (k, image) in zip(same, self.images.items(), strict=True):
            turned = np.empty_like(owners)
            turned[board.region.images[k]] = image[owners]
            flags[:] = (turned == owners).all(0)
            later |= self._comes_before(turned, owners)
        if self.up_to_symmetry:
            yield "is not the first of its images", later
        symmetry = class_codes(same, list(self.images), self.lattice)
        claimed = claimed_codes(rows.column("symmetry"), self.lattice)
        yield "has another symmetry class", np.asarray(symmetry != claimed)
        kept = same.sum(0) + 1
        orbit = (len(self.images) + 1) // kept if self.up_to_symmetry else np.ones_like(kept)
        yield "has another orbit", np.asarray(orbit != rows.column("orbit").to_numpy())

    def _breaking_rules(self, owners: Owners) -> Iterator[tuple[str, Flags]]:
        """Yield what further rules forbid."""
        if self.no_crossroads:
            yield "has four pieces at a point", self._crossroads(owners)

    def _orientations(
        self, layouts: pa.StringArray
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """The orientations that the letters of each row stand for, -1 for none; lengths."""
        texts = np.array(layouts.to_pylist(), dtype=np.str_)
        width = texts.dtype.itemsize // 4
        codes = texts.view(np.uint32).reshape(len(texts), width)
        lengths = np.char.str_len(texts)
        known = np.array(sorted(self.orientation_of), np.uint32)
        numbers = np.array([self.orientation_of[int(code)] for code in known], np.int32)
        at = np.minimum(np.searchsorted(known, codes), len(known) - 1)
        return np.where(known[at] == codes, numbers[at], -1).astype(np.int32), lengths

    def owners_of(
        self, orientations: npt.NDArray[np.int32], lengths: npt.NDArray[np.int64]
    ) -> tuple[Owners, Flags]:
        """Return the option on each cell, and which rows do not cover the region exactly."""
        board = self.board
        owners = np.full((len(board.region), len(orientations)), -1, np.int32)
        spoiled = np.zeros(len(orientations), bool)
        at = np.zeros(len(orientations), np.int64)
        padded = np.pad(orientations, ((0, 0), (0, 1)), constant_values=-1)
        for cell in range(len(owners)):
            rows = np.flatnonzero(owners[cell] < 0)
            orientation = padded[rows, np.minimum(at[rows], orientations.shape[1])]
            option = np.where(orientation < 0, -1, self.option_at[cell, orientation])
            at[rows] += 1
            spoiled[rows[option < 0]] = True
            owners[cell, rows] = 0  # whatever is wrong here is noted; go on
            for chosen in np.unique(option[option >= 0]):
                here = rows[option == chosen]
                cells = board.cells_of(int(chosen))
                spoiled[here] |= (owners[cells[1:]][:, here] >= 0).any(0)
                owners[np.ix_(cells, here)] = chosen
        return owners, spoiled | (at != lengths)

    def _misused(self, owners: Owners, begins: Flags) -> Iterator[tuple[str, Flags]]:
        for number, piece in enumerate(self.board.pieces):
            if piece.is_bounded:
                used = (begins & (self.board.piece[owners] == number)).sum(0)
                most = len(owners) if piece.most is None else piece.most
                wrong = (used < (piece.fewest or 0)) | (used > most)
                yield f"uses {piece.name} too often or too seldom", wrong

    def _comes_before(self, one: Owners, other: Owners) -> Flags:
        """Which tilings come before others, as `Board.landmark` says."""
        piece, cell = self.landmark
        at_one, at_other = (
            owners[cell]
            if piece is None
            else np.where(self.board.piece[owners] == piece, owners, -1).max(0)
            for owners in (one, other)
        )
        # Lists of options differ first in those whose first cell is the first to differ.
        cell, row = (one != other).argmax(0), np.arange(one.shape[1])
        before: Flags = at_one < at_other
        before |= (at_one == at_other) & (one[cell, row] < other[cell, row])
        return before

    def _crossroads(self, owners: Owners) -> Flags:
        numbers = self.board.region.numbers
        corners = np.stack([numbers[:-1, :-1], numbers[:-1, 1:], numbers[1:, :-1], numbers[1:, 1:]])
        found = np.zeros(owners.shape[1], bool)
        for around in corners.reshape(4, -1).T:
            if (around >= 0).all():
                met = np.sort(owners[around], axis=0)
                found |= (met[1:] != met[:-1]).all(0)
        return found


def _other_lists(lists: pa.ListArray, owners: Owners, begins: Flags) -> Flags:
    """Which lists are not the options of the row, ascending."""
    offsets = lists.offsets.to_numpy().astype(np.int64)
    lengths = np.diff(offsets)
    number = begins.sum(0)
    wrong: Flags = lengths != number
    if wrong.any():
        return wrong
    listed: npt.NDArray[Any] = lists.values.to_numpy()[offsets[0] : offsets[-1]]
    expected = owners.T[begins.T]
    row_of = np.repeat(np.arange(len(number)), number)
    wrong[row_of[listed != expected]] = True
    return wrong


def by_profiles(board: Placements) -> int | None:
    """Return the number of tilings, unless it takes too many profiles."""
    from enumino.families.tilings.profiles import count_by_profiles

    most = MAX_PROFILES if board.reusable else MAX_COUNTED_PROFILES
    try:
        return count_by_profiles(board, most)
    except ProblemError:
        return None


def by_transfer_matrix(board: Placements) -> int | None:
    """Return the number of tilings without crossroads by dominoes and monominoes; else None."""
    from enumino.families.tatami.transfer_matrix import distribution

    sizes = [len(orientation.shape) for orientation in board.orientations]
    narrow = min(board.region.height, board.region.width) <= MAX_SWEPT_SIDE
    if not narrow or not board.reusable or sorted(sizes) not in ([2, 2], [1, 2, 2]):
        return None
    return sum(distribution(board.region.grid, None if 1 in sizes else 0))
