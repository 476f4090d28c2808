"""Count packings without listing any, by the profile method of tilings, on any lattice.

The cells are passed layer by layer along the longest side of the region, so that few are covered
ahead: the method needs no more of a lattice than an order of its cells.
"""

from __future__ import annotations

from collections.abc import Callable

from enumino.families.tilings.profiles import MAX_PROFILES, sweep
from enumino.objects.board import Board


def count_by_profiles(
    board: Board,
    max_profiles: int | None = None,
    on_cell: Callable[[int, int, int], None] | None = None,
) -> int:
    """Count the packings of a board without a search, bounds on the pieces included.

    Raises
    ------
    ProblemError
        If it takes too many profiles.

    Examples
    --------
    >>> from enumino.objects import piece_lists
    >>> from enumino.objects.lattice_region import LatticeRegion
    >>> from enumino.objects.lattices import TRIANGULAR
    >>> hexagon = LatticeRegion.parse(TRIANGULAR, "hexagon 3")
    >>> count_by_profiles(Board(hexagon, piece_lists.parse("diamond", TRIANGULAR)))
    980
    """
    region = board.region
    sublattices = region.lattice.sublattices
    extents = (*region.box[:-1], region.box[-1] // sublattices)
    axes = sorted(range(len(extents)), key=lambda axis: -extents[axis])

    def place(number: int) -> tuple[int, ...]:
        *others, last = region.cells[number]
        at = (*others, last // sublattices)
        return (*(at[axis] for axis in axes), last)

    order = sorted(range(len(region)), key=place)
    rank = {number: k for k, number in enumerate(order)}
    fitting: list[list[tuple[int, int]]] = [[] for _ in order]
    for option, orientation in enumerate(board.orientation):
        covered = [rank[cell] for cell in board.cells_of(option)]
        first = min(covered)
        fitting[first].append((int(orientation), sum(1 << (k - first) for k in covered)))
    pieces = [(o.piece, board.pieces[o.piece]) for o in board.orientations]
    uses = [(number, piece.fewest or 0, piece.most) for number, piece in pieces]
    return sweep(len(region), fitting, max_profiles or MAX_PROFILES, uses=uses, on_cell=on_cell)
