"""Tilings of a region of up to 128 cells: pieces as bit masks, the first empty cell comes next.

The method is as old as programs for tilings (D. S. Scott, *Programming a combinatorial
puzzle*, 1958; J. G. Fletcher, *A program to solve the pentomino problem by the recursive use of
macros*, Comm. ACM 8, 1965), over bits. Cells are numbered row by row in a frame whose rows are its
short side, so that the first empty cell stays close to filled ones; from 64 on they are bits of a
second word. An option fits if all its cells are open. A node's children are the options that fit
and have the first empty cell as their first cell, in ascending order; a node with an isolated empty
cell is a dead end, and so is a node whose empty cells the pieces left cannot fill exactly. Pieces
that no such filling uses are not children. The root may have options placed already, anywhere.

A piece that is used at most once has a bit behind the cells, which its options have too: a piece
that is used up is one more filled cell. The options of a cell have a bit each in the cell's words
of candidates; the options that fit are the AND of the words of table `fitting` for every SLICE open
cells behind the first one, and for every SLICE such pieces.

Invariant of `advance`: ``now`` holds the open cells of the node and its children not yet visited,
``frames`` the same for ancestors that have more children, and ``chosen[:depth]`` are
the options placed, but for the root's in ascending order of their first cells.
"""

from typing import NamedTuple

import numpy as np

from enumino.arrays import I32, I64, U64, Flags
from enumino.enum.kernels.exact_cover.solutions import LONGEST_SOLUTION, has_room
from enumino.enum.kernels.exact_cover.solutions import is_full as is_full
from enumino.enum.kernels.exact_cover.solutions import new_columns as new_columns
from enumino.enum.kernels.shared.bits import ONE, ZERO, lowest_one, popcount
from enumino.enum.kernels.shared.cursor import BASE, DEPTH, DONE, LEAF, NO_SUCH_NODE, NODES, OWNED
from enumino.enum.kernels.shared.jit import inlined, kernel
from enumino.enum.kernels.shared.walks import draw

MAX_CELLS = 128
WORD_BITS = 64
LAST_BIT = np.uint64(63)

# Limits, beside LONGEST_SOLUTION.
LEVELS, WIDE, TOO_FAR, ISOLATION, AREAS = range(1, 6)
FRAMES, CHILDREN = range(5, 7)  # cursor
CELLS, INNER, START = range(3)  # regions
LOW, HIGH, CANDIDATES, WORD = range(4)  # now, frames

NONE = np.int64(-1)
SLICE = 6
ROWS = 4096  # that are counted together
ALL_OF_SLICE = np.uint64((1 << SLICE) - 1)


class Tables(NamedTuple):
    """The problem, made once by `enumino.enum.exact_cover.cell_tables.new_tables`.

    Cell c has the words of candidates ``c * levels`` to ``c * levels + levels - 1``; bit b of
    word w is slot ``b * words + w``.
    """

    # [6], options of the longest possible tiling; words of candidates per cell; whether cells take
    # two words, options reach too far for `fitting` to decide, isolated cells are dead ends,
    # `fillable` is needed.
    limits: I64
    width: U64  # [1], cells of a row
    placed: I64  # [...], the slots of the root's options
    # [3, 2], as two words: the cells of the frame, those with a left neighbour, everything open at
    # the start.
    regions: U64
    # The starts of the slices: bits behind the first empty cell, and bits of the second word.
    cell_slices: U64
    piece_slices: U64
    fitting: U64  # [words, slices, 1 << SLICE], the candidates that fit, by open bits of a slice
    of_size: U64  # [sizes], the bits in the second word of the pieces of each size
    sizes: I64  # [sizes], the numbers of cells
    size_steps: I64  # [sizes], the rows of `fillable` from one piece left of a size to the next
    # [rows, MAX_CELLS + 1], whether pieces can fill a number of cells, by the numbers of pieces
    # left of each size.
    fillable: Flags
    masks: U64  # [slots, 2], the cells and the piece of an option
    listed: I32  # [slots], the option


class State(NamedTuple):
    """State of the search; picklable between any two calls."""

    tables: Tables
    cursor: I64  # [7], see `cursor`; frames in use, the children of the root (LEAF for a tiling)
    # [4], the node: open cells and pieces as two words, candidates not yet visited, their word.
    now: U64
    frames: U64  # [longest + 1, 4], the same for the ancestors that have more children
    frame_depth: I64  # [longest + 1], the options placed at each of these ancestors
    chosen: I32  # [longest + 1], the options placed
    slots: I64  # [64 levels], the children of the node that `enter` entered last


def new_state(tables: Tables) -> State:
    """Return a state for a problem; `seek_and_probe` must come first."""
    longest = tables.limits[LONGEST_SOLUTION]
    return State(
        tables=tables,
        cursor=np.zeros(7, np.int64),
        now=np.zeros(4, np.uint64),
        frames=np.zeros((longest + 1, 4), np.uint64),
        frame_depth=np.zeros(longest + 1, np.int64),
        chosen=np.zeros(longest + 1, np.int32),
        slots=np.zeros(WORD_BITS * tables.limits[LEVELS], np.int64),
    )


@inlined
def first_empty(low, high):
    """Return the number of the first empty cell; there must be one."""
    return np.uint64(lowest_one(low) if low != ZERO else lowest_one(high) + WORD_BITS)


@inlined
def has_isolated(inner_low, inner_high, width, wide, low, high):
    """Return whether an empty cell has no empty neighbour; `inner` cells have a left neighbour."""
    alone = low & ~(
        ((low << ONE) & inner_low) | ((low & inner_low) >> ONE) | (low << width) | (low >> width)
    )
    if wide:
        back = np.uint64(WORD_BITS) - width
        alone &= ~((high << back) | ((high & inner_high) << LAST_BIT))
        alone |= high & ~(
            (((high << ONE) | (low >> LAST_BIT)) & inner_high)
            | ((high & inner_high) >> ONE)
            | ((high << width) | (low >> back))
            | (high >> width)
        )
    return alone != ZERO


@inlined
def left_open(areas, high, empty_low, empty_high):
    """Return whether pieces left can fill the empty cells, and `high` with only such pieces."""
    of_size, sizes, steps, fillable = areas
    row, cells = 0, popcount(empty_low) + popcount(empty_high)
    for i in range(of_size.size):
        row += popcount(high & of_size[i]) * steps[i]
    possible = fillable[row, cells]
    for i in range(of_size.size):
        if (high & of_size[i]) != ZERO:
            if cells < sizes[i] or not fillable[row - steps[i], cells - sizes[i]]:
                high &= ~of_size[i]
    return possible, high


@inlined
def fitting_of(slices, fitting, wide, low, high, cell, word):
    """Return the candidates of a word of `cell`, the first empty cell, that fit."""
    cell_slices, piece_slices = slices
    if not wide:
        window = low >> cell
    elif cell <= LAST_BIT:
        window = (low >> cell) | ((high << ONE) << (LAST_BIT - cell))
    else:
        window = high >> (cell - np.uint64(WORD_BITS))
    candidates = ~ZERO
    for i in range(cell_slices.size):
        candidates &= fitting[word, i, (window >> cell_slices[i]) & ALL_OF_SLICE]
    for i in range(piece_slices.size):
        opened = (high >> piece_slices[i]) & ALL_OF_SLICE
        candidates &= fitting[word, cell_slices.size + i, opened]
    return candidates


@inlined
def fits(masks, low, high, slot):
    """Return whether all cells of a candidate that `fitting` left undecided are open."""
    return (masks[slot, 0] & ~low) | (masks[slot, 1] & ~high) == ZERO


@inlined
def write(chosen, length, options, offsets, row):
    """Write the chosen options as row `row`; return where the next row starts."""
    start = np.int64(offsets[row])
    end = start + length
    target = options[start:end]
    for i in range(length):
        target[i] = chosen[i]
    offsets[row + 1] = end
    return end


@inlined
def enter(state, slot):
    """Place an option unless it is NONE; note the slots of its children, return their number."""
    cursor, now, slots, tables = state.cursor, state.now, state.slots, state.tables
    limits, regions, masks = tables.limits, tables.regions, tables.masks
    wide, children = limits[WIDE] != 0, np.int64(0)
    slices = tables.cell_slices, tables.piece_slices
    areas = tables.of_size, tables.sizes, tables.size_steps, tables.fillable
    low, high = now[LOW], now[HIGH]
    if slot != NONE:
        low, high = low & ~masks[slot, 0], high & ~masks[slot, 1]  # perhaps a useless piece
    empty_low, empty_high = low & regions[CELLS, 0], high & regions[CELLS, 1]
    now[LOW], now[HIGH], now[CANDIDATES], now[WORD] = low, high, ZERO, ZERO
    if slot != NONE:
        state.chosen[cursor[DEPTH]] = tables.listed[slot]
        cursor[DEPTH] += 1
    if (empty_low | empty_high) == ZERO:
        return np.int64(LEAF)
    if limits[ISOLATION] != 0 and has_isolated(
        regions[INNER, 0], regions[INNER, 1], tables.width[0], wide, empty_low, empty_high
    ):
        return children
    if limits[AREAS] != 0:
        possible, high = left_open(areas, high, empty_low, empty_high)
        now[HIGH] = high
        if not possible:
            return children
    cell, words = first_empty(empty_low, empty_high), np.uint64(tables.fitting.shape[0])
    word = cell * np.uint64(limits[LEVELS])
    now[WORD] = word
    for level in range(limits[LEVELS]):
        candidates = fitting_of(slices, tables.fitting, wide, low, high, cell, word)
        if level == 0:
            now[CANDIDATES] = candidates
        while candidates != ZERO:
            child = np.uint64(lowest_one(candidates)) * words + word
            candidates &= candidates - ONE
            if fits(masks, low, high, child):
                slots[children] = child
                children += 1
        word += ONE
    return children


@kernel
def seek_and_probe(state, prefix, walks, random):
    """Enter a subtree; return its children, and the nodes that random walks estimate, in all."""
    cursor, now, slots, tables = state.cursor, state.now, state.slots, state.tables
    start = tables.regions[START]
    total, left = 0.0, walks
    while True:
        cursor[:] = 0
        now[LOW], now[HIGH] = start[0], start[1]
        children, owned = enter(state, NONE), 1
        for slot in tables.placed:
            children = enter(state, slot)
        for child in prefix:
            if child < 0 or child >= children:
                children = np.int64(NO_SUCH_NODE)
                break
            children = enter(state, slots[child])
            owned = owned + 1 if child == 0 else 1
        if left == 0:
            break
        left -= 1
        product = nodes = 1.0
        while children > 0:
            random, choice, product, nodes = draw(random, children, product, nodes)
            children = enter(state, slots[choice])
        total += nodes
    cursor[BASE] = cursor[DEPTH]
    cursor[OWNED], cursor[CHILDREN] = owned, children
    return children if children > 0 or children == NO_SUCH_NODE else np.int64(LEAF), total


@kernel
def advance(state, out, filled, max_nodes):
    """Write rows from `filled` on, for about `max_nodes` nodes; return the rows filled."""
    longest = state.tables.limits[LONGEST_SOLUTION]
    if not has_room(out, filled, longest):
        return filled
    tables, cursor, now = state.tables, state.cursor, state.now
    if cursor[OWNED] > 0:
        cursor[NODES], cursor[OWNED] = cursor[NODES] + cursor[OWNED], 0
        cursor[DONE] = np.int64(cursor[CHILDREN] <= 0)
        if cursor[CHILDREN] == LEAF:
            write(state.chosen, cursor[DEPTH], out.options, out.offsets, filled)
            return filled + 1
    frames, chosen, masks, listed = state.frames, state.chosen, tables.masks, tables.listed
    cells_low, cells_high = tables.regions[CELLS, 0], tables.regions[CELLS, 1]
    inner_low, inner_high = tables.regions[INNER, 0], tables.regions[INNER, 1]
    width, wide = tables.width[0], tables.limits[WIDE] != 0
    slices = tables.cell_slices, tables.piece_slices
    areas = tables.of_size, tables.sizes, tables.size_steps, tables.fillable
    isolation, levels = tables.limits[ISOLATION] != 0, np.uint64(tables.limits[LEVELS])
    area = tables.limits[AREAS] != 0
    too_far = tables.limits[TOO_FAR] != 0
    low, high, candidates, word = now[LOW], now[HIGH], now[CANDIDATES], now[WORD]
    depth, top, nodes = cursor[DEPTH], cursor[FRAMES], cursor[NODES]
    words = np.uint64(tables.fitting.shape[0])
    options, offsets = out.options, out.offsets
    rows, last_start = offsets.size - 1, options.size - longest
    running, budget = cursor[DONE] == 0, nodes + max_nodes
    while running and nodes < budget:
        if candidates == ZERO:
            if levels != ONE and (word + ONE) % levels != ZERO:
                word += ONE
                cell = first_empty(low & cells_low, high & cells_high)
                candidates = fitting_of(slices, tables.fitting, wide, low, high, cell, word)
            elif top == 0:
                running = False
            else:
                top -= 1
                low, high = frames[top, LOW], frames[top, HIGH]
                candidates, word = frames[top, CANDIDATES], frames[top, WORD]
                depth = state.frame_depth[top]
            if candidates == ZERO:
                continue
        slot = np.uint64(lowest_one(candidates)) * words + word
        candidates &= candidates - ONE
        if too_far and not fits(masks, low, high, slot):
            continue
        nodes += 1
        chosen[depth] = listed[slot]
        new_low, new_high = low ^ masks[slot, 0], high ^ masks[slot, 1]
        empty_low, empty_high = new_low & cells_low, new_high & cells_high
        if (empty_low | empty_high) != ZERO:
            possible = not (
                isolation
                and has_isolated(inner_low, inner_high, width, wide, empty_low, empty_high)
            )
            if area and possible:
                possible, new_high = left_open(areas, new_high, empty_low, empty_high)
            if possible:
                if candidates != ZERO or (levels != ONE and (word + ONE) % levels != ZERO):
                    frames[top, LOW], frames[top, HIGH] = low, high
                    frames[top, CANDIDATES], frames[top, WORD] = candidates, word
                    state.frame_depth[top] = depth
                    top += 1
                depth += 1
                low, high = new_low, new_high
                cell = first_empty(empty_low, empty_high)
                word = cell * levels
                candidates = fitting_of(slices, tables.fitting, wide, low, high, cell, word)
                continue
        else:
            end = write(chosen, depth + 1, options, offsets, filled)
            filled += 1
            if filled == rows or end > last_start:
                budget = nodes
    now[LOW], now[HIGH], now[CANDIDATES], now[WORD] = low, high, candidates, word
    cursor[DEPTH], cursor[FRAMES], cursor[NODES] = depth, top, nodes
    cursor[DONE] = np.int64(not running)
    return filled


def tally(state: State, counts: I64, max_nodes: int) -> None:
    """Add the tilings of about `max_nodes` nodes to ``counts[0]`` (int64)."""
    cursor, longest = state.cursor, int(state.tables.limits[LONGEST_SOLUTION])
    out, budget = new_columns(ROWS, ROWS * longest), int(cursor[NODES]) + max_nodes
    while not cursor[DONE] and cursor[NODES] < budget:
        counts[0] += advance(state, out, 0, budget - int(cursor[NODES]))
