"""Largest sizes of the shapes of a search on a lattice.

The search keeps a row of cells in a word, a mask in two words, and its counts in bytes.
"""

from functools import cache
from itertools import product
from math import factorial, gcd, prod

from enumino.enum.kernels.listing.lattice_arrays import LARGEST_NUMBER, LONGEST_ROW, MIDDLE
from enumino.objects.box import Box
from enumino.objects.lattice import Lattice
from enumino.objects.point_group import Kind

WORD = 64  # bits
MOST_BITS = 2 * WORD  # of a mask
LONGEST_SIDE = 30  # of a box that bounds the rows of a search


@cache
def largest(lattice: Lattice, kind: Kind, box: Box | None = None) -> int:
    """Return the largest size that a search can list, where shapes may have to fit into a box."""
    neighbours = max(map(len, (*lattice.steps, *lattice.side_steps)))
    longest = max(map(max, lattice.changes))
    bounded = box is not None and box.cells <= MOST_BITS and max(box.sides) <= LONGEST_SIDE
    cells = 1
    while (
        neighbours * (cells + 1) <= LARGEST_NUMBER
        and longest * cells * (cells + 1) < MIDDLE
        and (
            bounded
            or (
                most_bits(lattice, kind, cells + 1) <= MOST_BITS
                and longest_row(lattice, cells + 1) <= LONGEST_ROW
            )
        )
    ):
        cells += 1
    return cells


def longest_row(lattice: Lattice, cells: int) -> int:
    """Return the largest number of columns of a shape's box, rounded up to whole unit cells."""
    count = lattice.sublattices
    fresh = known = set(range(count))
    for _ in range(cells - 1):
        around = {at + step[-1] for at in fresh for step in lattice.steps[at % count]}
        fresh = around - known
        known = known | fresh
    return (max(known) // count + 1) * count


def most_bits(lattice: Lattice, kind: Kind, cells: int) -> int:
    """Return the largest number of cells of a canonical shape's box.

    Another cell extends the coordinates in all by at most the changes of a step. The extents of a
    canonical shape descend, the last coordinate first; the box has the first coordinates.
    """
    by_step = lattice.changes
    longest = max(max(change) for change in by_step)  # of one coordinate
    total = max(sum(change) for change in by_step) * (cells - 1)
    sizes = range(0, longest * (cells - 1) + 1, gcd(*(k for change in by_step for k in change)))
    unit, coordinates = lattice.units[0][0], len(lattice.units[0])
    # Whether some image of each shape has its largest extent last; in space, all in order.
    orders = {element.sources for element in lattice.elements_of(kind)}
    descending = len({order[-1] for order in orders}) == coordinates
    if lattice.dimensions > 2:
        descending = len(orders) == factorial(coordinates)
    further = coordinates - lattice.dimensions if descending else 0
    best = 0
    for first in product(sizes, repeat=lattice.dimensions - 1):
        last = min((total - sum(first)) // (further + 1), sizes[-1])
        extents = (*first, last - last % sizes.step)
        if last >= 0 and (not descending or list(extents) == sorted(extents)):
            # An odd extent of half edges goes from the second half of a row to another's first.
            best = max(best, prod(-(-extent // unit) + 1 for extent in extents))
    return best * lattice.sublattices
