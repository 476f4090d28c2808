"""Tilings as exact covers: the input of the engines, made from a board."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from enumino.enum.exact_cover.engines import Cover
from enumino.objects.board import Board

if TYPE_CHECKING:
    Lists = tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]

UNBOUNDED = 1 << 30


def cover_of(board: Board) -> Cover:
    """Return a tiling problem as an exact cover problem.

    Cells are primary items; so are pieces used once. Pieces used at most once are secondary
    items, and the uses of others are counted, if they have bounds.
    """
    cells, pieces = len(board.region), board.pieces
    once = [i for i, piece in enumerate(pieces) if (piece.fewest, piece.most) == (1, 1)]
    at_most = [i for i, piece in enumerate(pieces) if (piece.fewest, piece.most) == (0, 1)]
    item = np.full(len(pieces), -1, np.int32)
    item[[*once, *at_most]] = cells + np.arange(len(once) + len(at_most))
    starts, members = _appended(board.starts, board.members, item[board.piece])
    counted = [i for i, piece in enumerate(pieces) if item[i] < 0 and piece.is_bounded]
    group = np.full(len(pieces), -1, np.int32)
    group[counted] = np.arange(len(counted))
    fewest, most = uses_of(board)
    return Cover(
        primary=cells + len(once),
        items=cells + len(once) + len(at_most),
        starts=starts,
        members=members,
        colours=np.zeros(len(members), np.int32),
        groups=group[board.piece] if counted else None,
        fewest=fewest[counted] if counted else None,
        most=most[counted] if counted else None,
    )


def restricted(cover: Cover, options: npt.NDArray[np.int32]) -> Cover:
    """Return the problem with some of its options only."""
    starts, members = _selected(cover.starts, cover.members, options)
    _, colours = _selected(cover.starts, cover.colours, options)
    groups = None if cover.groups is None else cover.groups[options]
    return replace(cover, starts=starts, members=members, colours=colours, groups=groups)


def cell_tables_of(
    board: Board,
    backwards: bool = False,
) -> Any:
    """Return the input of cell masks: the frame along its short side, the options as its cells.

    A scan that goes `backwards` begins with the last cell.
    """
    from enumino.enum.exact_cover.cell_tables import new_tables

    frame, places = _scan(board, backwards)
    cells = places[board.members]
    return new_tables(frame, board.starts, cells, board.piece, *uses_of(board))


def most_uses(board: Board) -> npt.NDArray[np.int64]:
    """Return the most uses of each piece in the area that the other pieces leave."""
    from enumino.enum.exact_cover.cell_tables import tightened

    # Cells of the smallest option of each piece; more than the region has if there is none.
    least = np.full(len(board.pieces), len(board.region) + 1)
    np.minimum.at(least, board.piece, np.diff(board.starts))
    return tightened(len(board.region), least, *uses_of(board))[1]


def is_nearer_the_end(board: Board, option: int) -> bool:
    """Return whether a backward scan of the frame meets an option sooner than a forward one."""
    places = _scan(board, backwards=False)[1][board.cells_of(option)]
    return bool(places.min() + places.max() >= board.region.area)


def _scan(board: Board, backwards: bool) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int32]]:
    """The frame, whose rows are its short side, and the places of the cells in it."""
    free = board.region.grid
    rows, columns = np.nonzero(free)
    wide = free.shape[1] > free.shape[0]
    places = columns * free.shape[0] + rows if wide else rows * free.shape[1] + columns
    frame = free.T if wide else free
    if backwards:
        frame, places = frame[::-1, ::-1], free.size - 1 - places
    return frame.copy(), places.astype(np.int32)


def uses_of(board: Board) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the fewest and the most uses of each piece."""
    fewest = [min(piece.fewest or 0, UNBOUNDED) for piece in board.pieces]
    most = [
        UNBOUNDED if piece.most is None else min(piece.most, UNBOUNDED) for piece in board.pieces
    ]
    return np.array(fewest, np.int64), np.array(most, np.int64)


def _selected(
    starts: npt.NDArray[np.int64], members: npt.NDArray[np.int32], options: npt.NDArray[np.int32]
) -> Lists:
    """The lists of some options only."""
    sizes = np.diff(starts)
    kept = np.zeros(len(sizes), bool)
    kept[options] = True
    chosen = np.concatenate([[0], np.cumsum(sizes[options])]).astype(np.int64)
    return chosen, members[np.repeat(kept, sizes)]


def _appended(
    starts: npt.NDArray[np.int64], members: npt.NDArray[np.int32], extra: npt.NDArray[np.int32]
) -> Lists:
    """The lists with one more entry each, where it is not negative."""
    given = extra >= 0
    longer = np.insert(members, starts[1:][given], extra[given])
    return starts + np.concatenate([[0], np.cumsum(given)]), longer.astype(np.int32)
