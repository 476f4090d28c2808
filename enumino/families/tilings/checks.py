"""Recompute every attribute of tiling rows from the letters of the layout, in NumPy.

Unlike the kernels, the checks lay the letters out cell by cell, for all rows of a batch at once.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from enumino.arrays import I32, I64, Flags
from enumino.datasets.checks import Fault, claimed_codes, codes_of, faults_in_lots
from enumino.objects.board import Board
from enumino.objects.tiling import Choice

HEAD = 8  # cells that are compared first: few tilings equal their images there

Owners = I32  # [cells in row-major order, tilings]: the option, or -1


class TilingChecks:
    """Recomputation of rows of tilings of a board, with tables that all rows share."""

    def __init__(
        self,
        board: Board,
        up_to_symmetry: bool = False,
        by_rotations: bool = False,
        letters: Mapping[str, Choice] | None = None,  # by default the letters of the board
    ) -> None:
        self.board, self.lattice = board, board.region.lattice
        self.up_to_symmetry, self._by_rotations = up_to_symmetry, by_rotations
        own = {each.letter: i for i, each in enumerate(board.orientations)}
        if letters is not None:
            number = {board.shapes[letter]: i for letter, i in own.items()}
            own = {letter: number[shape] for letter, shape in letters.items()}
        self.orientation_of = {ord(letter): i for letter, i in own.items()}
        # The last entries, at index -1, are for unknown letters.
        self.areas = np.array([*(len(each.offsets) for each in board.orientations), 0], np.int32)
        self.option_at = np.full((len(board.region), len(board.orientations) + 1), -1)
        self.option_at[board.first, board.orientation] = np.arange(len(board))
        # Cells of the options; the last cell is repeated where other options have more cells.
        most = np.arange(np.diff(board.starts).max(initial=0))[:, None]
        at = np.minimum(board.starts[:-1] + most, board.starts[1:] - 1)
        self.covered = board.members[at].astype(np.intp)

    @cached_property
    def images(self) -> dict[int, I32]:
        """The option that each option becomes under the symmetries that count."""
        return self.board.option_images(self._by_rotations, of_parts=self.up_to_symmetry)

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Yield the faults of the rows."""
        return faults_in_lots(rows, len(self.board.region), self._wrong)

    def _wrong(self, rows: pa.RecordBatch) -> Iterator[tuple[str, Flags]]:
        owners, begins, spoiled = self.laid(rows.column("layout"))
        yield "does not cover the region with pieces side by side", spoiled
        if spoiled.any():
            return
        board = self.board
        if "pieces" in rows.schema.names:
            claimed = rows.column("pieces").to_numpy()
            placed = board.piece[owners] < len(board.placed)
            yield "has another number of pieces", np.asarray((begins & placed).sum(0) != claimed)
        yield from self._misused(rows, owners, begins)
        if "placements" in rows.schema.names:
            yield "has other placements", _other_lists(rows.column("placements"), owners, begins)
        same = np.zeros((len(self.images), rows.num_rows), bool)
        later = np.zeros(rows.num_rows, bool)
        for flags, (k, image) in zip(same, self.images.items(), strict=True):
            to = board.cells_under(k)
            flags[:] = _kept(owners[:HEAD], owners[to[:HEAD]], image)
            rest = np.flatnonzero(flags)
            flags[rest] = _kept(owners[:, rest], owners[np.ix_(to, rest)], image)
            if self.up_to_symmetry:
                turned = np.empty_like(owners)
                turned[to] = image.take(owners)
                later |= self._comes_before(turned, owners)
        if self.up_to_symmetry:
            yield "is not the first of its images", later
        of_lattice = len(self.lattice.images)
        bits = np.array([1 << k if k < of_lattice else 0 for k in self.images], np.uint64)
        symmetry = codes_of(bits @ same.astype(np.uint64), self.lattice)
        claimed = claimed_codes(rows.column("symmetry"), self.lattice)
        yield "has another symmetry class", np.asarray(symmetry != claimed)
        kept = same.sum(0) + 1
        orbit = (len(self.images) + 1) // kept if self.up_to_symmetry else np.ones_like(kept)
        yield "has another orbit", np.asarray(orbit != rows.column("orbit").to_numpy())

    def laid(self, layouts: pa.StringArray) -> tuple[Owners, Flags, Flags]:
        """Return the option on each cell, whether it begins there, and rows that do not cover."""
        found, bounds = self._orientations(layouts)
        number, at = len(layouts), bounds[:-1].copy()
        owners = np.full((len(self.board.region), number), -1, np.int32)
        flat, covered, spoiled = owners.reshape(-1), self.covered * number, np.zeros(number, bool)
        areas = np.add.reduceat(self.areas.take(found, mode="wrap"), at)
        begins = np.empty(owners.shape, bool)
        for owner, begin, options in zip(owners, begins, self.option_at, strict=True):
            rows = np.flatnonzero(np.less(owner, 0, out=begin))
            # Reading beyond the end is a fault; an unknown letter follows the last layout.
            option = options.take(found.take(at.take(rows), mode="clip"), mode="wrap")
            at += begin
            wrong = option < 0
            if wrong.any():
                spoiled[rows[wrong]] = True
                owner[rows[wrong]] = 0
                rows, option = rows[~wrong], option[~wrong]
            flat[covered.take(option, axis=1) + rows] = option
        # Pieces overlap if their areas add up to more than the region.
        spoiled |= (areas != len(owners)) | (at != bounds[1:])
        return owners, begins, spoiled

    def _orientations(self, layouts: pa.StringArray) -> tuple[I32, I64]:
        """Return the orientations of all letters, or -1, and the bounds of the rows' letters."""
        _, at, texts = layouts.buffers()
        at = np.frombuffer(at, np.int32)[layouts.offset :]
        text = str(texts[at[0] : at[len(layouts)]], "utf-8") + "\0"
        codes = np.frombuffer(text.encode("utf-32-le"), np.uint32)
        numbers = np.full(max(self.orientation_of, default=0) + 2, -1, np.int32)
        numbers[[*self.orientation_of]] = [*self.orientation_of.values()]
        bounds = np.cumsum(np.insert(pc.utf8_length(layouts).to_numpy(), 0, 0))
        return numbers.take(codes, mode="clip"), bounds  # the last code is unknown

    def _misused(
        self, rows: pa.RecordBatch, owners: Owners, begins: Flags
    ) -> Iterator[tuple[str, Flags]]:
        """Yield faults of the uses of pieces, or of further rules of a family."""
        for number, piece in enumerate(self.board.pieces):
            if piece.is_bounded:
                used = (begins & (self.board.piece[owners] == number)).sum(0)
                most = len(owners) if piece.most is None else piece.most
                wrong = (used < (piece.fewest or 0)) | (used > most)
                yield f"uses {piece.name} too often or too seldom", wrong

    def _comes_before(self, one: Owners, other: Owners) -> Flags:
        """Return whether the list of options of each tiling comes before the other tiling's."""
        # The lists differ first in the options on the first cell that differs.
        cell, row = (one != other).argmax(0), np.arange(one.shape[1])
        return one[cell, row] < other[cell, row]


def _kept(owners: Owners, images: Owners, image: I32) -> Flags:
    """Return whether an image of the options on some cells is the options on the cells' images."""
    return (image.take(owners) == images).all(0)


def _other_lists(lists: pa.ListArray, owners: Owners, begins: Flags) -> Flags:
    """Return whether each list differs from the ascending options of its row."""
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
