"""Tilings as exact covers: the engine for a board, and its input."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from enumino.enum.exact_cover import Cover, engines
from enumino.enum.exact_cover.engines import Engine
from enumino.errors import ProblemError
from enumino.objects.board import Board
from enumino.objects.lattice import SQUARE

# Cells of the largest frame that cell masks take (`kernels.exact_cover.cell_masks`).
MAX_CELLS = 128


def engine_for(board: Board, named: Engine | None = None) -> Engine:
    """Return the engine for a board, if it is not named; refuse one that cannot solve the problem.

    Cell masks, if they take it; else option bitsets, if their tables are small enough, or dancing
    links. The rule was compared with every engine on the benchmark's problems and on 128 random
    ones: none that takes over a second takes three times as long as with the best of them.
    """
    region = board.region
    if region.lattice == SQUARE and named in (None, "cell-masks"):
        if region.area <= MAX_CELLS and bits_of(board) is not None:
            return "cell-masks"
        if named:
            raise ProblemError(
                f"The engine {named} takes a frame of at most {MAX_CELLS} cells, and pieces that "
                "are used without bound, at most once or, if nothing else fits beside them, "
                "exactly once: leave out --engine."
            )
    return engines.engine_for(cover_of(board), named)


def cover_of(board: Board) -> Cover:
    """Return a tiling problem as an exact cover problem.

    Cells are primary items; so are pieces whose uses have bounds. Pieces used at most once are
    secondary items.
    """
    cells, pieces = len(board.region), board.pieces
    at_most = [i for i, piece in enumerate(pieces) if (piece.fewest, piece.most) == (0, 1)]
    bounded = [i for i, piece in enumerate(pieces) if piece.is_bounded and i not in at_most]
    item = np.full(len(pieces), -1, np.int32)
    item[[*bounded, *at_most]] = cells + np.arange(len(bounded) + len(at_most))
    of_piece = item[board.piece]
    given = of_piece >= 0
    starts = board.starts + np.concatenate([[0], np.cumsum(given)])
    members = np.insert(board.members, board.starts[1:][given], of_piece[given]).astype(np.int32)
    bounds = np.ones((2, cells + len(bounded)), np.int64)
    bounds[:, cells:] = board.uses[:, bounded]
    return Cover(
        primary=cells + len(bounded),
        items=cells + len(bounded) + len(at_most),
        starts=starts,
        members=members,
        colours=np.zeros(len(members), np.int32),
        bounds=bounds if (bounds != 1).any() else None,
    )


def cell_tables_of(board: Board, backwards: bool = False) -> Any:
    """Return the input of cell masks: the frame along its short side, the options as its cells.

    A scan that goes `backwards` begins with the last cell.
    """
    from enumino.enum.exact_cover.cell_tables import new_tables

    frame, places = _scan(board)
    if backwards:
        frame, places = frame[::-1, ::-1], frame.size - 1 - places
    bits = bits_of(board)
    assert bits is not None, "an engine that the board has not"
    cells = places[board.members]
    return new_tables(frame.copy(), board.starts, cells, board.piece, bits)


def is_nearer_the_end(board: Board, option: int) -> bool:
    """Return whether a backward scan of the frame meets an option sooner than a forward one."""
    places = _scan(board)[1][board.cells_of(option)]
    return bool(places.min() + places.max() >= board.region.area)


def _scan(board: Board) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int32]]:
    """The frame, whose rows are its short side, and the places of the cells in it."""
    free = board.region.grid
    rows, columns = np.nonzero(free)
    wide = free.shape[1] > free.shape[0]
    places = columns * free.shape[0] + rows if wide else rows * free.shape[1] + columns
    return free.T if wide else free, places.astype(np.int32)


def bits_of(board: Board) -> npt.NDArray[np.int64] | None:
    """Return the bit of each piece in cell masks: none, -1, if it may be used more than once.

    It is -2 for a piece that is not used. None, if this does not keep the bounds, or takes too many
    bits.
    """
    sizes = np.array([len(piece.shape) for piece in board.pieces])
    fewest, most = board.uses
    bounded = most < len(board.region) // sizes
    once = np.flatnonzero(bounded & (most == 1))
    if (most[bounded] > 1).any() or once.size > MAX_CELLS - max(board.region.area, MAX_CELLS // 2):
        return None
    if fewest.any() and fewest @ sizes != len(board.region):  # else they leave no cells to others
        return None
    bits = np.full(len(board.pieces), -1)
    bits[bounded & (most <= 0)], bits[once] = -2, np.arange(once.size)
    return bits
