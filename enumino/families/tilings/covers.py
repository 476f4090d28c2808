"""Tilings as exact covers: the engine for a board, and its input."""

from typing import Any

import numpy as np

from enumino.arrays import I32, I64, Flags
from enumino.enum.exact_cover import Cover, engines
from enumino.enum.kernel import Engine
from enumino.errors import ProblemError
from enumino.objects.board import Board
from enumino.objects.lattice import SQUARE

MAX_CELLS = 128  # of a frame that cell masks take


def engine_for(board: Board, named: Engine | None = None) -> Engine:
    """Return the named engine, refused if it does not take the board, or the engine that suits.

    Cell masks are preferred, then option bitsets if their tables are small enough, then dancing
    links. With this rule, no problem of the benchmark and none of 128 random problems that took
    over a second took three times as long as with the best engine.
    """
    region = board.region
    if region.lattice == SQUARE and named in (None, "cell-masks"):
        if region.area <= MAX_CELLS and bits_of(board) is not None:
            return "cell-masks"
        if named:
            raise ProblemError(
                f"The engine {named} takes a frame of at most {MAX_CELLS} cells, and pieces that "
                "are used any number of times, at most once or, if they fill the region, exactly "
                "once: leave out --engine."
            )
    return engines.engine_for(cover_of(board), named)


def cover_of(board: Board) -> Cover:
    """Return a tiling problem as an exact cover problem.

    Cells and pieces with bounds are primary items, except that pieces used at most once are
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
    """Return tables of cell masks, which scan the short side, `backwards` from the last cell."""
    from enumino.enum.exact_cover.cell_tables import new_tables

    frame, places = _scan(board)
    if backwards:
        frame, places = frame[::-1, ::-1], frame.size - 1 - places
    bits = bits_of(board)
    assert bits is not None, "cell masks take the board"
    cells = places[board.members]
    return new_tables(frame.copy(), board.starts, cells, board.piece, bits)


def is_nearer_the_end(board: Board, option: int) -> bool:
    """Return whether a backward scan of the frame meets an option sooner than a forward one."""
    places = _scan(board)[1][board.cells_of(option)]
    return bool(places.min() + places.max() >= board.region.area)


def _scan(board: Board) -> tuple[Flags, I32]:
    """Return the frame, turned so that rows are short, and the places of the cells in it."""
    free = board.region.grid
    rows, columns = np.nonzero(free)
    wide = free.shape[1] > free.shape[0]
    places = columns * free.shape[0] + rows if wide else rows * free.shape[1] + columns
    return free.T if wide else free, places.astype(np.int32)


def bits_of(board: Board) -> I64 | None:
    """Return the bit of each piece (-1: none, -2: never used), or None if bits do not suffice."""
    sizes = np.array([len(piece.shape) for piece in board.pieces])
    fewest, most = board.uses
    bounded = most < len(board.region) // sizes
    once = np.flatnonzero(bounded & (most == 1))
    if (most[bounded] > 1).any() or once.size > MAX_CELLS - max(board.region.area, MAX_CELLS // 2):
        return None
    if fewest.any() and fewest @ sizes != len(board.region):  # not the only pieces of a tiling
        return None
    bits = np.full(len(board.pieces), -1)
    bits[bounded & (most <= 0)], bits[once] = -2, np.arange(once.size)
    return bits
