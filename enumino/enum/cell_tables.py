"""The tables of the search for tilings by cell masks (`enumino.enum.kernels.cell_masks`).

A region and its options, as arrays, become the words that the kernel works on: options as masks,
sorted by their first cells, and for every few cells in front the candidates that fit them. Bounds
on the pieces are tightened first: a piece can be used no more often than what the others need
leaves cells for, and most bounds come down to "at most once", which is a bit of the masks.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.cell_masks import (
    CELLS,
    CHUNK,
    INNER,
    MAX_CELLS,
    NONE,
    ONE,
    START,
    VERTICES,
    WORD_BITS,
    Tables,
)


def new_tables(
    free: npt.NDArray[np.bool_],
    starts: npt.NDArray[np.int64],
    members: npt.NDArray[np.int32],
    pieces: npt.NDArray[np.int32],
    fewest: npt.NDArray[np.int64],
    most: npt.NDArray[np.int64],
    no_crossroads: bool = False,
) -> Tables:
    """Return the tables of a tiling problem.

    Parameters
    ----------
    free : bool[height, width]
        The region in its frame, of at most MAX_CELLS cells; the width is the shorter side.
    starts, members : int64[m + 1], int32[...]
        The cells of option i are ``members[starts[i]:starts[i + 1]]``, one at least, all of them
        free; cell (r, c) is number ``r * width + c``.
    pieces : int32[m]
        The piece of every option.
    fewest, most : int64[g]
        How often every piece is used.
    no_crossroads : bool
        Whether no four different placements may meet at a vertex of four free cells.
    """
    height, width = free.shape
    options, cells = starts.size - 1, free.size
    sizes = np.diff(starts)
    owner = np.repeat(np.arange(options), sizes)
    first = members[starts[:-1]]
    np.minimum.at(first, owner, members)

    room = np.count_nonzero(free)
    least = np.full(fewest.size, MAX_CELLS + 1)
    np.minimum.at(least, pieces, sizes)
    spare = room - int(np.minimum(fewest, MAX_CELLS) @ least)
    most = np.minimum(most, fewest + max(spare, 0) // least)
    bounded = most < room // least
    behind = max(cells, WORD_BITS)
    flagged = np.flatnonzero(bounded & (most <= 1))[: MAX_CELLS - behind]
    flags = np.full(fewest.size, NONE)
    flags[flagged] = behind + np.arange(flagged.size)
    # Where no cell is to spare and the pieces have one size each, the bounds see to themselves.
    forced = spare == 0 and bool((sizes == least[pieces]).all())
    counted = np.count_nonzero(bounded) > flagged.size or (bool(fewest.any()) and not forced)

    cover = np.zeros((options, MAX_CELLS), np.bool_)
    cover[owner, members] = True
    heals = np.zeros((options, MAX_CELLS), np.bool_)
    if no_crossroads:
        around = _around_vertices(cover[:, :cells].reshape(options, height, width).astype(np.int8))
        heals[:, :cells] = around.reshape(options, cells) >= 2
    has_flag = np.flatnonzero(flags[pieces] != NONE)
    cover[has_flag, flags[pieces[has_flag]]] = True

    regions = np.zeros((4, MAX_CELLS), np.bool_)
    regions[CELLS, :cells] = True
    regions[INNER, :cells] = np.arange(cells) % width > 0
    regions[VERTICES, :cells] = _around_vertices(free.astype(np.int8)).ravel() == 4
    regions[START, :cells] = free.ravel()
    regions[START, flags[flagged[most[flagged] > 0]]] = True

    # The candidates of a cell are its options in ascending order.
    per_cell = np.bincount(first, minlength=cells)
    levels = (per_cell.max(initial=1) - 1) // WORD_BITS + 1
    order = np.argsort(first, kind="stable")
    place = np.arange(options) - (np.cumsum(per_cell) - per_cell)[first[order]]
    words = cells * levels
    word, bit = first[order] * levels + place // WORD_BITS, place % WORD_BITS
    slots = bit * words + word
    listed = np.full(words * WORD_BITS, NONE, np.int32)
    listed[slots] = order
    masks = np.zeros((listed.size, 2), np.uint64)
    masks[slots] = _as_words(cover[order])
    offsets = members - first[owner]
    chunks = _chunks(offsets)
    piece_chunks = np.arange(0, flagged.size, CHUNK)
    needs = np.zeros((options, chunks.size + piece_chunks.size), np.int64)
    for number, chunk in enumerate(chunks):
        inside = (offsets >= chunk) & (offsets < min(chunk + CHUNK, WORD_BITS))
        np.bitwise_or.at(needs, (owner[inside], number), 1 << (offsets[inside] - chunk))
    flag = flags[pieces[has_flag]] - behind
    needs[has_flag, chunks.size + flag // CHUNK] = 1 << (flag % CHUNK)
    fitting = np.zeros((words, needs.shape[1], 1 << CHUNK), np.uint64)
    for chunk, need in enumerate(needs[order].T):
        np.bitwise_or.at(fitting, (word, chunk, need), ONE << bit.astype(np.uint64))
    for i in range(CHUNK):
        # What fits with a cell filled fits with it open.
        pairs = fitting.reshape(words, needs.shape[1], -1, 2, 1 << i)
        pairs[..., 1, :] |= pairs[..., 0, :]

    longest = room // int(sizes.min(initial=MAX_CELLS))
    isolation = sizes.min(initial=2) > 1
    wide, loose = cells > WORD_BITS, offsets.max(initial=0) >= WORD_BITS
    limits = [longest, levels, wide, loose, isolation, counted, no_crossroads, spare]
    return Tables(
        limits=np.array(limits, np.int64),
        width=np.array([width], np.uint64),
        regions=_as_words(regions),
        cell_chunks=chunks.astype(np.uint64),
        piece_chunks=(piece_chunks + behind - WORD_BITS).astype(np.uint64),
        fitting=fitting,
        masks=masks,
        listed=listed,
        pieces=pieces,
        sizes=sizes,
        heals=_as_words(heals),
        fewest=fewest,
        most=most,
        least=least,
    )


def _as_words(bits: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint64]:
    """Pack rows of MAX_CELLS bits into two words each, the first bit lowest."""
    packed = np.packbits(bits, axis=-1, bitorder="little")
    return np.ascontiguousarray(packed).view("<u8").astype(np.uint64)


def _around_vertices(grids: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """Sum up the four cells around every vertex, given at the first of them."""
    sums = np.zeros_like(grids)
    sums[..., :-1, :-1] = (
        grids[..., :-1, :-1] + grids[..., :-1, 1:] + grids[..., 1:, :-1] + grids[..., 1:, 1:]
    )
    return sums


def _chunks(offsets: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Cut into chunks the cells that options have behind their first one; return the starts."""
    chunks: list[int] = []
    for offset in np.unique(offsets):
        if 0 < offset < WORD_BITS and (not chunks or offset >= chunks[-1] + CHUNK):
            chunks.append(int(offset))
    return np.array(chunks or [1], np.int64)
