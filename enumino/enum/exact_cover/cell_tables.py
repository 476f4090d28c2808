"""The tables of the search for tilings by cell masks (`kernels.exact_cover.cell_masks`).

A region and its options, as arrays, become the words of the kernel: options as masks, sorted by
their first cells, and for every few cells ahead the candidates that fit them. Bounds on the pieces
are tightened first: the cells that the other pieces need limit the uses of a piece, and most bounds
become "at most once", which is a bit of the masks.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.exact_cover.cell_masks import (
    CELLS,
    INNER,
    MAX_CELLS,
    NONE,
    SLICE,
    START,
    WORD_BITS,
    Tables,
)
from enumino.enum.kernels.shared.bits import ONE


def new_tables(
    # bool[height, width]: the region in its frame, of at most MAX_CELLS cells; the width is the
    # shorter side.
    free: npt.NDArray[np.bool_],
    # `starts`, `members`: int64[m + 1], int32[...]: the cells of option i are
    # ``members[starts[i]:starts[i + 1]]``, one at least, all of them free; cell (r, c) is number
    # ``r * width + c``.
    starts: npt.NDArray[np.int64],
    members: npt.NDArray[np.int32],
    pieces: npt.NDArray[np.int32],  # int32[m]: the piece of every option
    # `fewest`, `most`: int64[g]: bounds on the uses of every piece.
    fewest: npt.NDArray[np.int64],
    most: npt.NDArray[np.int64],
) -> Tables:
    """Return the tables of a tiling problem."""
    height, width = free.shape
    options, cells = starts.size - 1, free.size
    sizes = np.diff(starts)
    owner = np.repeat(np.arange(options), sizes)
    first = members[starts[:-1]]
    np.minimum.at(first, owner, members)
    room = int(np.count_nonzero(free))
    bounds = _bounds(room, max(cells, WORD_BITS), sizes, pieces, fewest, most)

    cover = np.zeros((options, MAX_CELLS), np.bool_)
    cover[owner, members] = True
    isolation = not _have_isolated(cover[:, :cells].reshape(options, height, width))
    flag = bounds.flags[pieces]
    has_flag = np.flatnonzero(flag != NONE)
    cover[has_flag, flag[has_flag]] = True

    order, word, bit, levels = _by_first_cell(first, cells)
    listed = np.full(cells * levels * WORD_BITS, NONE, np.int32)
    slots = bit * (cells * levels) + word
    listed[slots] = order
    masks = np.zeros((listed.size, 2), np.uint64)
    masks[slots] = _as_words(cover[order])

    offsets = members - first[owner]
    cell_slices = _sliced(offsets)
    piece_slices = np.arange(0, np.count_nonzero(bounds.flags != NONE), SLICE)
    needs = np.zeros((options, cell_slices.size + piece_slices.size), np.int64)
    for number, start in enumerate(cell_slices):
        inside = (offsets >= start) & (offsets < min(start + SLICE, WORD_BITS))
        np.bitwise_or.at(needs, (owner[inside], number), 1 << (offsets[inside] - start))
    at = flag[has_flag] - bounds.behind
    needs[has_flag, cell_slices.size + at // SLICE] = 1 << (at % SLICE)

    regions = np.zeros((3, MAX_CELLS), np.bool_)
    regions[CELLS, :cells] = True
    regions[INNER, :cells] = np.arange(cells) % width > 0
    regions[START, :cells] = free.ravel()
    regions[START, bounds.flags[(bounds.flags != NONE) & (bounds.most > 0)]] = True

    longest = room // int(sizes.min(initial=MAX_CELLS))
    wide, loose = cells > WORD_BITS, offsets.max(initial=0) >= WORD_BITS
    limits = [longest, levels, wide, loose, isolation, bounds.counted, bounds.unclaimed]
    return Tables(
        limits=np.array(limits, np.int64),
        width=np.array([width], np.uint64),
        placed=np.zeros(0, np.int64),
        regions=_as_words(regions),
        cell_slices=cell_slices.astype(np.uint64),
        piece_slices=(piece_slices + bounds.behind - WORD_BITS).astype(np.uint64),
        fitting=_fitting(needs[order], word, bit, cells * levels),
        masks=masks,
        listed=listed,
        pieces=pieces,
        sizes=sizes,
        fewest=fewest,
        most=bounds.most,
        least=bounds.least,
    )


def with_placed(
    tables: Tables, placed: int | None, kept: npt.NDArray[np.int32] | None = None
) -> Tables:
    """Return the tables of the same problem, in which the root has an option placed.

    The options `kept` may still be used, by default all.
    """
    slot_of = np.full(tables.pieces.size, NONE)
    (slots,) = np.nonzero(tables.listed != NONE)
    slot_of[tables.listed[slots]] = slots
    if placed is not None:
        tables = tables._replace(placed=slot_of[[placed]])
    if kept is None:
        return tables
    removed = np.ones(tables.pieces.size, np.bool_)
    removed[kept] = False
    words = tables.fitting.shape[0]
    bit, word = np.divmod(slot_of[removed], words)
    barred = np.zeros(words, np.uint64)
    np.bitwise_or.at(barred, word, ONE << bit.astype(np.uint64))
    return tables._replace(fitting=tables.fitting & ~barred[:, np.newaxis, np.newaxis])


def tightened(
    room: int,  # the cells to cover
    # int64[g]: the cells of each piece's smallest option; more than `room` if it has none.
    least: npt.NDArray[np.int64],
    # `fewest`, `most`: int64[g]: how often each piece must and may be used.
    fewest: npt.NDArray[np.int64],
    most: npt.NDArray[np.int64],
) -> tuple[int, npt.NDArray[np.int64]]:
    """Bound the uses of each piece by the cells that the others leave.

    Returns the cells less those that the pieces need at least, negative if there are too few, and
    how often each piece can be used.

    >>> room, pieces = 16, [4, 4]
    >>> tightened(room, np.array(pieces), np.array([3, 0]), np.array([9, 9]))
    (4, array([4, 1]))
    """
    unclaimed = room - int(np.minimum(fewest, room + 1) @ least)
    return unclaimed, np.minimum(most, fewest + max(unclaimed, 0) // least)


class _Bounds(NamedTuple):
    """The uses of the pieces."""

    # `most`, `least`: int64[g]: largest number of uses of every piece; the cells of its smallest
    # option.
    most: npt.NDArray[np.int64]
    least: npt.NDArray[np.int64]
    # int64[g]: the bit of the masks that says that a piece is used, behind the cells; or NONE.
    flags: npt.NDArray[np.int64]
    behind: int  # the first bit behind the cells
    unclaimed: int  # cells less those that the pieces need at least
    counted: bool  # whether the uses of some pieces have to be counted


def _bounds(
    room: int,
    behind: int,
    sizes: npt.NDArray[np.int64],
    pieces: npt.NDArray[np.int32],
    fewest: npt.NDArray[np.int64],
    most: npt.NDArray[np.int64],
) -> _Bounds:
    """Bound the uses of each piece by the cells that the others leave of `room`."""
    least = np.full(fewest.size, MAX_CELLS + 1)
    np.minimum.at(least, pieces, sizes)
    unclaimed, most = tightened(room, least, fewest, most)
    bounded = most < room // least
    flagged = np.flatnonzero(bounded & (most <= 1))[: MAX_CELLS - behind]
    flags = np.full(fewest.size, NONE)
    flags[flagged] = behind + np.arange(flagged.size)
    # Bounds hold by themselves if no cell is left over and the pieces have one size each.
    forced = unclaimed == 0 and bool((sizes == least[pieces]).all())
    counted = np.count_nonzero(bounded) > flagged.size or (bool(fewest.any()) and not forced)
    return _Bounds(most, least, flags, behind, unclaimed, bool(counted))


def _by_first_cell(
    first: npt.NDArray[np.int32], cells: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64], int]:
    """Sort the options by their first cells: the candidates of a cell, ascending.

    Returns the options as sorted, the word and the bit of each among the candidates, all int64[m],
    and the words of candidates that a cell has.
    """
    per_cell = np.bincount(first, minlength=cells)
    levels = int((per_cell.max(initial=1) - 1) // WORD_BITS + 1)
    order = np.argsort(first, kind="stable")
    place = np.arange(first.size) - (np.cumsum(per_cell) - per_cell)[first[order]]
    return order, first[order] * levels + place // WORD_BITS, place % WORD_BITS, levels


def _fitting(
    needs: npt.NDArray[np.int64],
    word: npt.NDArray[np.int64],
    bit: npt.NDArray[np.int64],
    words: int,
) -> npt.NDArray[np.uint64]:
    """Return the candidates that fit, by the open bits of a slice: they need no others."""
    fitting = np.zeros((words, needs.shape[1], 1 << SLICE), np.uint64)
    for number, need in enumerate(needs.T):
        np.bitwise_or.at(fitting[:, number], (word, need), ONE << bit.astype(np.uint64))
    for i in range(SLICE):
        # An option that fits with a cell filled fits with it open.
        pairs = fitting.reshape(words, needs.shape[1], -1, 2, 1 << i)
        pairs[..., 1, :] |= pairs[..., 0, :]
    return fitting


def _as_words(bits: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint64]:
    """Pack rows of MAX_CELLS bits into two words each, the first bit lowest."""
    packed = np.packbits(bits, axis=-1, bitorder="little")
    return np.ascontiguousarray(packed).view("<u8").astype(np.uint64)


def _sliced(offsets: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the starts of the slices of the cells that options have behind their first one."""
    slices: list[int] = []
    for offset in np.unique(offsets):
        if 0 < offset < WORD_BITS and (not slices or offset >= slices[-1] + SLICE):
            slices.append(int(offset))
    return np.array(slices or [1], np.int64)


def _have_isolated(grids: npt.NDArray[np.bool_]) -> bool:
    """Return whether some cell of some set of cells has no other one beside it."""
    near = np.zeros_like(grids)
    near[:, 1:] |= grids[:, :-1]
    near[:, :-1] |= grids[:, 1:]
    near[:, :, 1:] |= grids[:, :, :-1]
    near[:, :, :-1] |= grids[:, :, 1:]
    return bool((grids & ~near).any())
