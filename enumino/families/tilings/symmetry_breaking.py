"""The cases of a search for tilings, which break the symmetry of the problem at one landmark.

A search for one tiling of each class is divided into cases. Each forces one option and removes
others, so that the images of a tiling occur in one case only:

- *A piece that every tiling has exactly once*, and that no symmetry exchanges for another. A case
  forces one of its options for each orbit of these, and removes the others. Tilings of a case are
  images of each other only by a symmetry that maps the forced option to itself.
- *A cell*, if there is no such piece. The options that cover the cell or its images fall into
  orbits. A tiling has options of some of them, and an image of it has the first option of the first
  of these at the cell. A case forces that option, and removes the orbits before it.

The images that remain are dropped when rows are made. A search for all tilings may be divided by
the options of such a piece, too, without regard to orbits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.families.tilings.exact_covers import most_uses
from enumino.objects.board import Board

Images = Mapping[int, npt.NDArray[np.int32]]


class Case(NamedTuple):
    """A case of the search: the options it may choose, and those that all its tilings have."""

    # int32[...]: those that it may choose, ascending, and those forced; None for all options.
    options: npt.NDArray[np.int32] | None
    forced: tuple[int, ...]  # options that all its tilings have
    # The images, but the identity, by which its tilings may be images of each other, or of
    # themselves; None for all.
    group: tuple[int, ...] | None
    by_piece: bool = False  # whether the forced option is one of a piece used once

    @property
    def symmetric(self) -> bool:
        """Whether images of its tilings may be tilings of the same case."""
        return self.group is None or bool(self.group)


WHOLE = Case(None, (), None)


def cases(board: Board, images: Images, up_to: bool, by_pieces: bool) -> list[Case]:
    """Return the cases of a search, `up_to` symmetries or for all tilings.

    That for all tilings is divided by the options of a piece if it is searched `by_pieces`.
    """
    still = np.arange(len(board), dtype=np.int32)
    up_to = up_to and any((image != still).any() for image in images.values())
    piece, possible = board.landmark(images).piece, most_uses(board)[board.piece] > 0
    if piece is not None and (up_to or by_pieces):
        return list(_by_piece(board, images, possible, piece, up_to))
    if up_to:
        return list(_by_cell(board, images, possible, _first_cell(board, images)))
    return [WHOLE]


def _by_piece(
    board: Board, images: Images, possible: npt.NDArray[np.bool_], piece: int, up_to: bool
) -> Iterator[Case]:
    """Yield a case for each orbit of the options of a piece, or for each option."""
    of_piece = board.piece == piece
    own = np.flatnonzero(of_piece & possible).tolist()
    for first, *_ in _orbits(own, images if up_to else {}):
        keeping = tuple(k for k, image in images.items() if image[first] == first)
        options = _beside(board, first, ~of_piece) if up_to else None
        yield Case(options, (first,), keeping, by_piece=True)


def _by_cell(
    board: Board, images: Images, possible: npt.NDArray[np.bool_], cell: int
) -> Iterator[Case]:
    """Yield a case for each orbit of the options at a cell."""
    owner = np.repeat(np.arange(len(board)), np.diff(board.starts))
    at_cell = owner[board.members == cell]
    is_fixed = all(board.region.images[k][cell] == cell for k in images)
    left = np.ones(len(board), np.bool_)
    for orbit in _orbits(at_cell.tolist(), images):
        first = orbit[0]
        if possible[first]:
            group = tuple(k for k, image in images.items() if image[first] == first or not is_fixed)
            yield Case(_beside(board, first, left), (first,), group)
        left[orbit] = False


def _beside(board: Board, forced: int, left: npt.NDArray[np.bool_]) -> npt.NDArray[np.int32]:
    """Return a forced option and those of the options left that share no cell with it."""
    owner = np.repeat(np.arange(len(board)), np.diff(board.starts))
    kept = left.copy()
    kept[owner[np.isin(board.members, board.cells_of(forced))]] = False
    kept[forced] = True
    return np.flatnonzero(kept).astype(np.int32)


def _first_cell(board: Board, images: Images) -> int:
    """Return a cell with the fewest images, and of those with the fewest options."""
    cells = np.array([np.arange(len(board.region)), *(board.region.images[k] for k in images)])
    options = np.bincount(board.members, minlength=len(board.region)).tolist()
    firsts = np.flatnonzero(cells.min(axis=0) == cells[0]).tolist()
    return min(firsts, key=lambda cell: (len(set(cells[:, cell].tolist())), options[cell], cell))


def _orbits(options: Sequence[int], images: Images) -> Iterator[list[int]]:
    """Yield the orbits of some options; each begins with the first of them."""
    done: set[int] = set()
    for option in options:
        if option not in done:
            orbit = list(
                dict.fromkeys([option, *(int(image[option]) for image in images.values())])
            )
            done.update(orbit)
            yield orbit
