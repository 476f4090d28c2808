"""Parts of pictures of shapes of any lattice: paths, outlines, sticks, and contacts of kings.

Cells are drawn by their numbered corners; a function gives the place of each corner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from enumino.objects.lattice import Position

Corner = tuple[int, ...]
# The place of a corner: x to the right, y down, sides of length 1.
Place = Callable[[Corner], Position]


def path(places: Iterable[Position]) -> str:
    """Return a line through places, rounded to a thousandth of a side.

    >>> path([(0, 0), (1, 0.5)])
    'M0 0L1 0.5'
    """
    return "M" + "L".join(f"{round(x, 3):g} {round(y, 3):g}" for x, y in places)


def edges(rings: Iterable[Sequence[Corner]]) -> Counter[frozenset[Corner]]:
    """Return the number of cells at each edge; a ring is the corners of a cell in order."""
    found: Counter[frozenset[Corner]] = Counter()
    for ring in rings:
        found.update(frozenset(pair) for pair in zip(ring, [*ring[1:], ring[0]], strict=True))
    return found


def filled(rings: Iterable[Sequence[Corner]], at: Place) -> str:
    """Return the path of the filled cells."""
    return "".join(path(map(at, ring)) + "z" for ring in rings)


def outline(rings: Iterable[Sequence[Corner]], at: Place) -> str:
    """Return the path of the edges that belong to exactly one cell."""
    return "".join(
        path(map(at, sorted(edge))) for edge, cells in edges(rings).items() if cells == 1
    )


def bars(ends: Iterable[Iterable[Position]], colour: str) -> str:
    """Return thick lines between places: sticks, or links between two cells."""
    return (
        f'<path d="{"".join(map(path, ends))}" fill="none" stroke="{colour}" stroke-width=".22" '
        'stroke-linecap="round"/>'
    )


def contacts(cells: Iterable[tuple[int, ...]]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the squares of a shape that touch at a corner without a third that joins them.

    >>> contacts([(0, 0), (1, 1), (1, 2)])
    [((0, 0), (1, 1))]
    """
    own = set(cells)
    return [
        ((row, column), (row + 1, column + side))
        for row, column in sorted(own)
        for side in (-1, 1)
        if (row + 1, column + side) in own and not {(row + 1, column), (row, column + side)} & own
    ]
