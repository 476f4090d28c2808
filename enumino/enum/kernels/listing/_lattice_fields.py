"""Names of the fields of the arrays of the search on lattices (`lattice_search`); its limits."""

from __future__ import annotations

# What a search can hold (`enumino.enum.lattice_sizes`). Rows are words, joined by shifts of less
# than 64 bits; columns of numbers are bytes. A pair (e, v) of an extent and a moment is one number,
# ``EXTENT * e + MIDDLE + v``: moments are less than `MIDDLE`.
LONGEST_ROW = 63  # columns of a shape
LARGEST_NUMBER = 255
EXTENT = 1 << 13
MIDDLE = EXTENT // 2

# All signed permutations; permutations with one sign for all; any other signed permutations.
SIGNED, HEXAGONAL, OTHERS = range(3)
# cells, numbers of each cell of a unit cell: neighbours, sides, corners, twice its share of holes.
ITS_NEIGHBOURS, ITS_SIDES, ITS_CORNERS, ITS_HOLES = range(4)
# levels: the cell placed last; the next child and the end of the untried set (at the largest size,
# of the last cells to try); low, high and sum of three coordinates, the last one first; perimeter,
# site perimeter, and twice the holes that cells add, less two for each corner; on the way to a
# subtree, the number of the child that leads there; (e, v) and (e, -v) of each coordinate.
PLACED_CELL, NEXT, END = range(3)
AXES = 3  # coordinates of levels; those that a lattice does not have are 0
LOW, HIGH, SUM = 3, 6, 9
PERIMETER, SITES, EULER, CHILD = 12, 13, 14, 15
PAIRS = 16
LEVEL_SIZE = PAIRS + 2 * AXES
NUMBER = AXES  # row of points, after one for each coordinate: the cell's number in its unit cell
FAR = 1 << 12  # of the shape without cells
FIRST_CELL = AXES  # column of images, after one for each coordinate; shifts follow the cells
BITS, CLASS, ORBIT = range(3)  # columns of subgroups
