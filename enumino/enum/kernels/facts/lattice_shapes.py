"""Facts about polyforms of any lattice, from their masks: their graphs of neighbours.

The cells of a shape are numbered in reading order, and their numbers lie on a board with a margin.
A step of the lattice leads to another place of the board by a distance that depends on the cell's
place in its unit cell only.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.facts._graphs import cut_nodes, nearest, spanning_trees
from enumino.enum.kernels.shared.bits import ONE, ZERO, lowest_one, popcount
from enumino.enum.kernels.shared.jit import kernel

NAMES = ("edges", "cut_cells", "imbalance", "tree", "snake")
EDGES, CUT_CELLS, IMBALANCE, TREE, SNAKE = range(len(NAMES))
MOST = 64  # cells of a shape


def new_scratch(area):
    """Return the arrays that a call of `measure` works in, for boards of so many places."""
    board = np.full(area, -1, np.int8)
    return (
        board,
        np.zeros(MOST, np.int64),
        np.zeros(MOST, np.int64),
        np.zeros(MOST, np.uint64),
        np.zeros((MOST, MOST)),
    )


@kernel
def measure(sides, masks, lattice, numbers, trees, scratch, start, stop):
    """Fill the facts about rows `start` to `stop`.

    `sides` is uint8[dimensions, rows], `masks` uint64[words, rows]. `lattice` has the distances of
    steps for each cell of a unit cell, int64[cells, steps] with 0 for none, the distances of places
    by coordinate and the place of the cell at 0, int64[dimensions + 1], and the colours of a cell
    by coordinate and by its number in the unit cell, int64[dimensions] and int64[cells].
    """
    steps, strides, by_coordinate, by_number = lattice
    board, places, kinds, near, conductances = scratch
    dimensions = sides.shape[0]
    sublattices = steps.shape[0]
    for row in range(start, stop):
        cells = black = 0
        height, width = np.int64(sides[dimensions - 2, row]), np.int64(sides[dimensions - 1, row])
        for word in range(masks.shape[0]):
            rest = masks[word, row]
            while rest != ZERO:
                position = 64 * word + lowest_one(rest)
                rest &= rest - ONE
                line = position // width
                column = position - line * width
                layer = np.int64(0)
                if dimensions == 3:
                    layer = line // height
                    line -= layer * height
                kind = column % sublattices
                place = strides[dimensions] + line * strides[dimensions - 2] + column
                colour = by_number[kind] + line * by_coordinate[dimensions - 2]
                colour += column // sublattices * by_coordinate[dimensions - 1]
                if dimensions == 3:
                    place += layer * strides[0]
                    colour += layer * by_coordinate[0]
                black += colour & 1
                board[place] = cells
                places[cells], kinds[cells] = place, kind
                cells += 1
        pairs = leaves = busy = 0
        for cell in range(cells):
            bits = ZERO
            for number in range(steps.shape[1]):
                step = steps[kinds[cell], number]
                other = board[places[cell] + step]
                if step != 0 and other >= 0:
                    bits |= ONE << np.uint64(other)
            near[cell] = bits
            degree = popcount(bits)
            pairs += degree
            leaves += degree <= 1
            busy += degree > 2
        for cell in range(cells):
            board[places[cell]] = -1
        pairs //= 2
        tree = pairs == cells - 1
        if tree:
            numbers[CUT_CELLS, row] = cells - leaves
            trees[row] = 1
        else:
            numbers[CUT_CELLS, row] = cut_nodes(near, cells)
            conductances[:cells, :cells] = 1.0
            trees[row] = nearest(spanning_trees(near, conductances, cells))
        numbers[EDGES, row] = pairs
        numbers[IMBALANCE, row] = abs(2 * black - cells)
        numbers[TREE, row] = tree
        numbers[SNAKE, row] = tree and busy == 0
