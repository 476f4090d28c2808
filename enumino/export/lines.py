"""Formats of plain text: cells as ``x y`` pairs, graph6, b-files."""

from __future__ import annotations

from collections.abc import Iterable

from enumino.datasets.totals import Total
from enumino.errors import ProblemError
from enumino.objects.polyform import Polyform
from enumino.objects.tiling import Tiling
from enumino.published import TOTAL


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


def bfile(totals: Iterable[Total]) -> str:
    r"""Return totals as a b-file of the OEIS, ``n a(n)`` a line; n is the label that varies.

    Totals of symmetry classes and of other parts, which have more labels, are left out.

    >>> bfile(Total({"cells": cells, "kind": "free"}, count) for cells, count in [(4, 5), (5, 12)])
    '4 5\n5 12\n'
    """
    lines = [line for line in totals if line.symmetry == TOTAL]
    if not lines:
        raise ProblemError("There is no total for a b-file.")
    fewest = min(len(line.labels) for line in lines)
    lines = [line for line in lines if len(line.labels) == fewest]
    names = {name: None for line in lines for name in line.labels}
    varying = [name for name in names if len({line.labels.get(name) for line in lines}) > 1]
    name = varying[0] if varying else next(iter(names), "")
    terms = {line.labels.get(name): line.count for line in lines}
    if len(terms) < len(lines) or not all(isinstance(number, int) for number in terms):
        if not varying:
            raise ProblemError(
                "A b-file lists a(n) by a number n, and there is none to this single count of "
                f"{lines[0].what()}: ask for a range of sizes, or for CSV."
            )
        raise ProblemError(
            f"A b-file lists a(n) by one number n, and these counts vary by {' and '.join(varying)}"
            ": ask for one number that varies, or for CSV."
        )
    return "".join(f"{n} {count}\n" for n, count in sorted(terms.items()))
