"""Counts below nodes with few options, of which one word has all: choosing one is an AND.

Most nodes of a search lie below such nodes. The options and items that are left there are numbered
anew, from 0; the tree stays the same, since items keep their order. No item may be secondary.
Numbering takes as long as some thirty nodes: where fewer are found below, there is no more of it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.enum.kernels.shared.bits import ONE, ZERO, lowest_one, popcount
from enumino.enum.kernels.shared.jit import inlined

MOST = 64  # options, and items
ALL = ~ZERO
NO_FRAME = -1
ITEMS, OPTIONS = range(2)  # bits
LEFT, OPEN, UNTRIED = range(3)  # frames
FRAME, CREDIT = range(2)  # now
NODES_A_NUMBERING = 32  # its cost
TRIALS = 16  # numberings, whatever they are worth


class Few(NamedTuple):
    """Options and items that are left below a node, and the search there.

    numbers: int64[primary], by rank: the number of an item.
    bits: uint64[2, 64], by number, the items of an option and the options of an item.
    frames: uint64[65, 3], the options that are left, the items that are not covered, and the
        children that are not entered yet.
    now: int64[2], the frame of the search, or NO_FRAME; the nodes found so far, less those that
        have the cost of numbering.
    """

    numbers: npt.NDArray[np.int64]
    bits: npt.NDArray[np.uint64]
    frames: npt.NDArray[np.uint64]
    now: npt.NDArray[np.int64]


def new_few(primary: int) -> Few:
    """Return arrays for the search, where a problem has so many items."""
    bits, frames = np.zeros((2, MOST), np.uint64), np.zeros((MOST + 1, 3), np.uint64)
    now = np.array([NO_FRAME, TRIALS * NODES_A_NUMBERING])
    return Few(np.zeros(primary, np.int64), bits, frames, now)


@inlined
def fewest(few, left, uncovered):
    """Return the options of the first item with the fewest, and how many these are."""
    least, best = MOST + 1, ZERO
    while uncovered != ZERO:
        having = left & few.bits[OPTIONS, lowest_one(uncovered)]
        uncovered &= uncovered - ONE
        size = popcount(having)
        if size < least:
            least, best = size, having
    return best, least


@inlined
def begin(few, tables, active):
    """Begin the search below a node of few options and items, one of each at least."""
    level_starts, listed, starts = tables.level_starts, tables.listed, tables.starts
    items = options = ZERO
    for item in range(tables.rank.size):
        rank = tables.rank[item]
        if active[rank] & ONE != ZERO:
            few.numbers[rank] = items
            few.bits[OPTIONS, items] = ZERO
            items += ONE
    for rank in range(tables.rank.size):
        for level in range((tables.sizes[rank] >> 6) + 1):
            at = level_starts[level] + rank
            word = active[at] & tables.leads[at]
            while word != ZERO:
                position = (level << 6) + lowest_one(word)
                word &= word - ONE
                option = np.int64(listed[tables.first[rank] + position])
                covers = ZERO
                for i in range(starts[option], starts[option + 1]):
                    number = few.numbers[tables.ranks[i]]
                    covers |= ONE << np.uint64(number)
                    few.bits[OPTIONS, number] |= ONE << options
                few.bits[ITEMS, options] = covers
                options += ONE
    few.frames[0, LEFT], few.frames[0, OPEN] = ALL, ALL >> (np.uint64(MOST) - items)
    few.frames[0, UNTRIED], _ = fewest(few, ALL, few.frames[0, OPEN])
    few.now[FRAME] = 0
    few.now[CREDIT] -= NODES_A_NUMBERING


@inlined
def go_on(few, size, nodes, budget):
    """Search until the nodes, `nodes` so far, reach the budget; return solutions and nodes.

    `size` is the number of items of an option, if all have the same, else 0.
    """
    frame, solutions = few.now[FRAME], np.int64(0)
    few.now[CREDIT] -= nodes
    while frame != NO_FRAME and nodes < budget:
        untried = few.frames[frame, UNTRIED]
        option = lowest_one(untried)
        untried &= untried - ONE
        covers = few.bits[ITEMS, option]
        left, uncovered = few.frames[frame, LEFT], few.frames[frame, OPEN] & ~covers
        nodes += 1
        few.frames[frame, UNTRIED] = untried
        if untried == ZERO:
            frame -= 1  # its place is free
        if uncovered == ZERO:
            solutions += 1
            continue
        clashing = ZERO
        while covers != ZERO:
            clashing |= few.bits[OPTIONS, lowest_one(covers)]
            covers &= covers - ONE
        left &= ~clashing
        if popcount(uncovered) == size:
            # Every option that is left covers all items that are left.
            last = popcount(left & few.bits[OPTIONS, lowest_one(uncovered)])
            solutions += last
            nodes += last
            continue
        best, least = fewest(few, left, uncovered)
        if least > 0:
            frame += 1
            few.frames[frame, LEFT], few.frames[frame, OPEN] = left, uncovered
            few.frames[frame, UNTRIED] = best
    few.now[FRAME] = frame
    few.now[CREDIT] += nodes
    return solutions, nodes
