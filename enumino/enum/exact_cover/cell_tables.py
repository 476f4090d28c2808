"""The tables of the search for tilings by cell masks (`kernels.exact_cover.cell_masks`).

A region and its options, as arrays, become the words of the kernel: options as masks, sorted by
their first cells, and for every few cells ahead the candidates that fit them.
"""

from typing import Any

import numpy as np

from enumino.arrays import I32, I64, U64, Flags
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

NEVER = -2  # the bit of a piece that is not used
MOST_FILLABLE = 1 << 14  # rows, beyond which the areas of pieces are not looked at


def new_tables(free: Flags, starts: I64, members: I32, pieces: I32, bits: I64) -> Tables:
    """Return the tables of a tiling problem.

    `free`, bool[height, width], is the region in its frame of at most MAX_CELLS cells; the width is
    the shorter side. Option i of piece ``pieces[i]`` has the cells
    ``members[starts[i]:starts[i + 1]]``, all free; cell (r, c) is number ``r * width + c``. `bits`
    has the bit behind the cells of each piece that is used at most once; NONE for pieces that may
    be used more often, NEVER for pieces that are not used.
    """
    height, width = free.shape
    cells, sizes = free.size, np.diff(starts)
    owner = np.repeat(np.arange(sizes.size), sizes)
    first = np.minimum.reduceat(members, starts[:-1])
    offsets = members - first[owner]
    covered = np.zeros((sizes.size, MAX_CELLS), np.bool_)
    covered[owner, members] = True
    isolation = not _have_isolated(covered[:, :cells].reshape(-1, height, width))
    behind, bit, end = max(cells, WORD_BITS), bits[pieces], bits.max(initial=-1) + 1
    covered[bit >= 0, behind + bit[bit >= 0]] = True

    order, word, place, levels = _by_first_cell(first, cells)
    words = cells * levels
    listed = np.full(words * WORD_BITS, NONE, np.int32)
    masks = np.zeros((listed.size, 2), np.uint64)
    slots = place * words + word
    listed[slots], masks[slots] = order, _as_words(covered[order])
    cell_slices, piece_slices = _sliced(offsets), np.arange(0, end, SLICE)
    needs = _needs(owner, offsets, cell_slices, bit, piece_slices)
    used = bit[order] != NEVER

    longest = np.count_nonzero(free) // int(sizes.min(initial=MAX_CELLS))
    size_of = np.zeros(bits.size, np.int64)
    size_of[pieces] = sizes
    first_bit = np.uint64(behind - WORD_BITS)  # of pieces, in the second word
    needed, areas = _areas(size_of, bits, int(np.count_nonzero(free)), first_bit)
    wide, too_far = cells > WORD_BITS, offsets.max(initial=0) >= WORD_BITS
    return Tables(
        limits=np.array([longest, levels, wide, too_far, isolation, needed], np.int64),
        width=np.array([width], np.uint64),
        placed=np.zeros(0, np.int64),
        regions=_regions(free, behind, end),
        cell_slices=cell_slices.astype(np.uint64),
        piece_slices=(piece_slices + behind - WORD_BITS).astype(np.uint64),
        fitting=_fitting(needs[order[used]], word[used], place[used], words),
        **areas,
        masks=masks,
        listed=listed,
    )


def with_placed(tables: Tables, placed: int | None, kept: I32 | None = None) -> Tables:
    """Return the tables with an option placed at the root, and only the `kept` options."""
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


def _by_first_cell(first: I32, cells: int) -> tuple[I64, I64, I64, int]:
    """Sort options by first cell; return them, their words and bits, and words of a cell."""
    per_cell = np.bincount(first, minlength=cells)
    levels = int((per_cell.max(initial=1) - 1) // WORD_BITS + 1)
    order = np.argsort(first, kind="stable")
    place = np.arange(first.size) - (np.cumsum(per_cell) - per_cell)[first[order]]
    return order, first[order] * levels + place // WORD_BITS, place % WORD_BITS, levels


def _regions(free: Flags, behind: int, pieces: int) -> U64:
    """Return the frame, its inner cells and the open bits, as words; see `Tables.regions`."""
    cells, width = free.size, free.shape[1]
    regions = np.zeros((3, MAX_CELLS), np.bool_)
    regions[CELLS, :cells] = True
    regions[INNER, :cells] = np.arange(cells) % width > 0
    regions[START, :cells] = free.ravel()
    regions[START, behind : behind + pieces] = True
    return _as_words(regions)


def _areas(size_of: I64, bits: I64, area: int, first: np.uint64) -> tuple[bool, dict[str, Any]]:
    """Return the numbers of cells that pieces can fill, by the numbers of pieces of each size.

    The first result is whether some choice of pieces leaves cells that the others cannot fill; the
    others are entries of `Tables`.
    """
    by_reusable = np.arange(MAX_CELLS + 1) == 0
    for size in np.unique(size_of[(bits == NONE) & (size_of > 0)]):
        for cells in range(size, MAX_CELLS + 1):
            by_reusable[cells] |= by_reusable[cells - size]
    once = (bits >= 0) & (size_of > 0)
    sizes, numbers = np.unique(size_of[once], return_counts=True)
    fillable, used = by_reusable, np.zeros((), np.int64)  # cells of the pieces that are used
    are_few = bool(np.prod(numbers + 1) <= MOST_FILLABLE)
    if are_few:
        for size, number in zip(sizes, numbers, strict=True):
            with_one_more = [fillable]
            for _ in range(number):
                shifted = np.roll(with_one_more[-1], size, axis=-1)
                shifted[..., :size] = False
                with_one_more.append(fillable | shifted)
            fillable = np.stack(with_one_more, axis=-2)
            used = used[..., np.newaxis] + size * np.arange(number, -1, -1)
    left = area - used.reshape(-1, 1) - np.flatnonzero(by_reusable)
    fillable = fillable.reshape(-1, MAX_CELLS + 1)
    of_size = [ONE << bits[once & (size_of == size)].astype(np.uint64) for size in sizes]
    steps = np.cumprod(np.append(1, numbers[:0:-1] + 1))[::-1][: sizes.size].astype(np.int64)
    needed = are_few and not np.take_along_axis(fillable, np.maximum(left, 0), 1)[left > 0].all()
    return needed, {
        "of_size": np.array([np.bitwise_or.reduce(k) for k in of_size], np.uint64) << first,
        "sizes": sizes,
        "size_steps": steps,
        "fillable": fillable,
    }


def _needs(owner: I64, offsets: I32, cell_slices: I64, bit: I64, piece_slices: I64) -> I64:
    """Return the bits of each slice that an option needs to be open, int64[options, slices]."""
    needs = np.zeros((bit.size, cell_slices.size + piece_slices.size), np.int64)
    for number, start in enumerate(cell_slices):
        inside = (offsets >= start) & (offsets < min(start + SLICE, WORD_BITS))
        np.bitwise_or.at(needs, (owner[inside], number), 1 << (offsets[inside] - start))
    for number, start in enumerate(piece_slices, cell_slices.size):
        inside = (bit >= start) & (bit < start + SLICE)
        needs[inside, number] = 1 << (bit[inside] - start)
    return needs


def _fitting(needs: I64, word: I64, place: I64, words: int) -> U64:
    """Return the candidates that fit, by the open bits of a slice: they need no others."""
    fitting = np.zeros((words, needs.shape[1], 1 << SLICE), np.uint64)
    for number, need in enumerate(needs.T):
        np.bitwise_or.at(fitting[:, number], (word, need), ONE << place.astype(np.uint64))
    for i in range(SLICE):
        # An option that fits with a cell filled fits with it open.
        pairs = fitting.reshape(words, needs.shape[1], -1, 2, 1 << i)
        pairs[..., 1, :] |= pairs[..., 0, :]
    return fitting


def _as_words(bits: Flags) -> U64:
    """Pack rows of MAX_CELLS bits into two words each, the first bit lowest."""
    packed = np.packbits(bits, axis=-1, bitorder="little")
    return np.ascontiguousarray(packed).view("<u8").astype(np.uint64)


def _sliced(offsets: I32) -> I64:
    """Return the starts of the slices of the cells that options have behind their first one."""
    slices: list[int] = []
    for offset in np.unique(offsets):
        if 0 < offset < WORD_BITS and (not slices or offset >= slices[-1] + SLICE):
            slices.append(int(offset))
    return np.array(slices or [1], np.int64)


def _have_isolated(grids: Flags) -> bool:
    """Return whether some cell of some set of cells has no other one beside it."""
    near = np.zeros_like(grids)
    near[:, 1:] |= grids[:, :-1]
    near[:, :-1] |= grids[:, 1:]
    near[:, :, 1:] |= grids[:, :, :-1]
    near[:, :, :-1] |= grids[:, :, 1:]
    return bool((grids & ~near).any())
