"""Formats of plain text: cells as ``x y`` pairs, graph6."""

from __future__ import annotations

from enumino.errors import ProblemError
from enumino.objects.polyform import Polyform
from enumino.objects.tiling import Tiling


def kaplan(shape: Polyform) -> str:
    """Return the cells of a polyomino in a line, ``x y x y …``, as Craig Kaplan's programs do.

    x grows to the right and y downwards.

    >>> kaplan(Polyform([(0, 0), (0, 1), (1, 0)]))
    '0 0 1 0 0 1'
    """
    return " ".join(f"{c} {r}" for r, c in shape.cells)


def graph6(thing: Polyform | Tiling) -> str:
    """Return a graph in McKay's format graph6, which nauty, NetworkX and Sage read.

    Vertices are the cells of a polyform in reading order, adjacent if they connect; or the pieces
    of a tiling by their first cells, adjacent if a cell of one connects with a cell of the other.

    >>> graph6(Polyform([(0, 0), (0, 1), (0, 2)]))
    'Bg'
    """
    if isinstance(thing, Tiling):
        lattice, vertices = thing.region.lattice, [piece.cells for piece in thing.pieces]
    else:
        lattice, vertices = thing.lattice, [(cell,) for cell in thing.cells]
    owners = {cell: k for k, cells in enumerate(vertices) for cell in cells}
    near = {
        (k, owners.get(each)) for cell, k in owners.items() for each in lattice.neighbours(cell)
    }
    bits = [(row, column) in near for column in range(len(thing)) for row in range(column)]
    bits += [False] * (-len(bits) % 6)
    groups = [bits[k : k + 6] for k in range(0, len(bits), 6)]
    return _sextets(len(thing)) + "".join(
        chr(63 + sum(bit << 5 - place for place, bit in enumerate(group))) for group in groups
    )


def _sextets(number: int) -> str:
    """Return the number of vertices as graph6 writes it, below 2**18."""
    if number <= 62:
        return chr(63 + number)
    if number >= 1 << 18:
        raise ProblemError(f"A graph of {number:,} vertices is too large.")
    return "~" + "".join(chr(63 + (number >> shift & 63)) for shift in (12, 6, 0))
