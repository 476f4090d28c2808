"""The tables of the search for tilings by cell masks (`kernels.exact_cover.cell_masks`).

A region and its options, as arrays, become the words of the kernel: options as masks, sorted by
their first cells, and for every few cells ahead the candidates that fit them.
"""

from __future__ import annotations

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

NEVER = -2


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
    # int64[g]: the bit behind the cells of each piece that is used at most once; NONE for others,
    # NEVER for those that are not used.
    bits: npt.NDArray[np.int64],
) -> Tables:
    """Return the tables of a tiling problem."""
    height, width = free.shape
    options, cells = starts.size - 1, free.size
    sizes = np.diff(starts)
    owner = np.repeat(np.arange(options), sizes)
    first = members[starts[:-1]]
    np.minimum.at(first, owner, members)
    behind = max(cells, WORD_BITS)

    cover = np.zeros((options, MAX_CELLS), np.bool_)
    cover[owner, members] = True
    isolation = not _have_isolated(cover[:, :cells].reshape(options, height, width))
    has_bit = np.flatnonzero(bits[pieces] >= 0)
    at = bits[pieces[has_bit]]
    cover[has_bit, behind + at] = True

    order, word, bit, levels = _by_first_cell(first, cells)
    listed = np.full(cells * levels * WORD_BITS, NONE, np.int32)
    slots = bit * (cells * levels) + word
    listed[slots] = order
    masks = np.zeros((listed.size, 2), np.uint64)
    masks[slots] = _as_words(cover[order])

    offsets = members - first[owner]
    cell_slices = _sliced(offsets)
    piece_slices = np.arange(0, bits.max(initial=-1) + 1, SLICE)
    needs = np.zeros((options, cell_slices.size + piece_slices.size), np.int64)
    for number, start in enumerate(cell_slices):
        inside = (offsets >= start) & (offsets < min(start + SLICE, WORD_BITS))
        np.bitwise_or.at(needs, (owner[inside], number), 1 << (offsets[inside] - start))
    needs[has_bit, cell_slices.size + at // SLICE] = 1 << (at % SLICE)

    regions = np.zeros((3, MAX_CELLS), np.bool_)
    regions[CELLS, :cells] = True
    regions[INNER, :cells] = np.arange(cells) % width > 0
    regions[START, :cells] = free.ravel()
    regions[START, behind : behind + bits.max(initial=-1) + 1] = True

    used = bits[pieces[order]] != NEVER
    longest = np.count_nonzero(free) // int(sizes.min(initial=MAX_CELLS))
    wide, loose = cells > WORD_BITS, offsets.max(initial=0) >= WORD_BITS
    return Tables(
        limits=np.array([longest, levels, wide, loose, isolation], np.int64),
        width=np.array([width], np.uint64),
        placed=np.zeros(0, np.int64),
        regions=_as_words(regions),
        cell_slices=cell_slices.astype(np.uint64),
        piece_slices=(piece_slices + behind - WORD_BITS).astype(np.uint64),
        fitting=_fitting(needs[order[used]], word[used], bit[used], cells * levels),
        masks=masks,
        listed=listed,
    )


def with_placed(
    tables: Tables, placed: int | None, kept: npt.NDArray[np.int32] | None = None
) -> Tables:
    """Return the tables of the same problem, in which the root has an option placed.

    The options `kept` may still be used, by default all.
    """
    (slots,) = np.nonzero(tables.listed != NONE)
    slot_of = slots[np.argsort(tables.listed[slots])]
    if placed is not None:
        tables = tables._replace(placed=slot_of[[placed]])
    if kept is None:
        return tables
    removed = np.ones(slots.size, np.bool_)
    removed[kept] = False
    words = tables.fitting.shape[0]
    bit, word = np.divmod(slot_of[removed], words)
    barred = np.zeros(words, np.uint64)
    np.bitwise_or.at(barred, word, ONE << bit.astype(np.uint64))
    return tables._replace(fitting=tables.fitting & ~barred[:, np.newaxis, np.newaxis])


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
