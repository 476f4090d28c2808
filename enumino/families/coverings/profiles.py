"""Count tilings by reusable pieces without listing any: the profile, or broken profile, method.

The region is scanned cell by cell along its shorter side, and each piece is put on the first cell
that is not covered. So every tiling is made once, its pieces in the order of their first cells. The
ways to complete a partial tiling depend only on the covered cells ahead, the *profile*. So partial
tilings are counted by profile, and those with the same profile are extended together. The transfer
matrices of D. A. Klarner and J. Pollack, *Domino tilings of rectangles with fixed width*, Discrete
Math. 32 (1980), are this method row by row. Where the uses of pieces have bounds, partial tilings
are counted by profile and by the numbers of uses.

The method shares nothing with the searches that list tilings, not even the arithmetic: it is plain
Python with whole numbers of any size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.errors import ProblemError
from enumino.objects.board import Board
from enumino.objects.region import Region

Use = tuple[int, int, int | None]

MAX_PROFILES = 2_000_000
REPORTED = 5_000  # profiles between two reports


def count_by_profiles(
    board: Board,
    max_profiles: int | None = None,
    on_cell: Callable[[int, int, int], None] | None = None,
) -> int:
    """Count the coverings of a board without a search, bounds on the pieces included.

    Parameters
    ----------
    board : Board
    max_profiles : int, optional
        Most profiles that are kept at a time; one takes 100 to 150 bytes.
    on_cell : callable, optional
        Called now and then with the cells passed, all cells, and the profiles held.

    Returns
    -------
    int, exact

    Raises
    ------
    ProblemError
        If it takes too many profiles.

    Examples
    --------
    >>> from enumino.objects import piece_lists
    >>> from enumino.objects.region import Region
    >>> from enumino.objects.lattices import TRIANGULAR
    >>> hexagon = Region.parse("hexagon 3", TRIANGULAR)
    >>> count_by_profiles(Board(hexagon, piece_lists.parse("diamond", TRIANGULAR)))
    980
    """
    board.check_size()
    pieces = [(o.piece, board.pieces[o.piece]) for o in board.orientations]
    uses = [(number, piece.fewest or 0, piece.most) for number, piece in pieces]
    most = max_profiles or MAX_PROFILES
    return sweep(len(board.region), _fitting(board), most, uses=uses, on_cell=on_cell)


def sweep(
    cells: int,
    fitting: Iterable[Sequence[tuple[int, int]]],
    max_profiles: int = MAX_PROFILES,
    *,
    uses: Sequence[Use] | None = None,
    on_cell: Callable[[int, int, int], None] | None = None,
) -> int:
    """Count the coverings of cells by a sweep in their order.

    Parameters
    ----------
    cells : int
        Number of cells.
    fitting : iterable of sequences of (orientation, mask)
        For each cell, the options with this first cell: bit i of a mask is the i-th cell from it.
    max_profiles, on_cell :
        As in `count_by_profiles`.
    uses : sequence of (piece, fewest, most), optional
        For each orientation the number of its piece, and the fewest and most uses of the piece.
    """
    counters = _Counters(uses or [])
    low, mask = counters.bits, (1 << counters.bits) - 1

    # Profiles by the next cell that they leave free. Bit i is the i-th cell from that one.
    waiting: dict[int, dict[int, int]] = {0: {0: 1}}
    held = 1
    for at, candidates in enumerate(fitting):
        profiles = waiting.pop(at, {})
        held -= len(profiles)
        for number, (profile, ways) in enumerate(profiles.items()):
            if on_cell and number % REPORTED == REPORTED - 1:
                on_cell(at, cells, held)
            taken, used = profile >> low, profile & mask
            for shape, piece in candidates:
                if taken & piece:
                    continue
                covered = taken | piece
                onward = (~covered & (covered + 1)).bit_length() - 1
                ahead = waiting.setdefault(at + onward, {})
                after = covered >> onward
                if counters.bounded:
                    counted = counters.after(used, shape)
                    if counted is None:
                        continue
                    after = after << low | counted
                if after in ahead:
                    ahead[after] += ways
                else:
                    ahead[after] = ways
                    held += 1
            if held > max_profiles:
                raise ProblemError(
                    f"Counting these tilings keeps more than {max_profiles:,} profiles at cell "
                    f"{at + 1:,} of {cells:,}: take a narrower region."
                )
        if on_cell:
            on_cell(at + 1, cells, held)
    ended = waiting.get(cells, {})
    return sum(ways for used, ways in ended.items() if counters.suffice(used))


class _Counters:
    """Counters of the uses of pieces with bounds: some bits of a whole number for each piece."""

    def __init__(self, uses: Sequence[Use]) -> None:
        self.bits = 0
        fields: dict[int, _Field] = {}
        self.fields: list[_Field | None] = []
        for piece, fewest, most in uses:
            if not fewest and most is None:
                self.fields.append(None)
                continue
            if piece not in fields:
                enough = fewest if most is None else most
                mask = (1 << enough.bit_length()) - 1
                fields[piece] = _Field(self.bits, mask, fewest, enough, most is not None)
                self.bits += enough.bit_length()
            self.fields.append(fields[piece])
        self.bounded = list(fields.values())

    def after(self, used: int, shape: int) -> int | None:
        """Return the counters after one more use of a piece; None if it exceeds the bound."""
        field = self.fields[shape]
        if field is None:
            return used
        if (used >> field.offset) & field.mask < field.enough:
            return used + (1 << field.offset)
        return None if field.at_most else used

    def suffice(self, used: int) -> bool:
        """Return whether all pieces were used often enough."""
        return all((used >> field.offset) & field.mask >= field.fewest for field in self.bounded)


class _Field(NamedTuple):
    """The place and bounds of a counter, and whether it stops at the last or refuses more."""

    offset: int
    mask: int
    fewest: int
    enough: int
    at_most: bool


def _fitting(board: Board) -> Iterator[list[tuple[int, int]]]:
    """Options with each first cell, as profiles, in the order of the sweep."""
    order = _order(board.region)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    covered = rank[board.members]
    first = np.minimum.reduceat(covered, board.starts[:-1]) if len(board) else covered
    by_first = np.argsort(first, kind="stable")
    ends = np.searchsorted(first[by_first], np.arange(len(order) + 1))
    for at in range(len(order)):
        yield [
            (
                int(board.orientation[option]),
                sum(1 << cell - at for cell in covered[start:end].tolist()),
            )
            for option in by_first[ends[at] : ends[at + 1]].tolist()
            for start, end in [board.starts[option : option + 2]]
        ]


def _order(region: Region) -> npt.NDArray[np.intp]:
    """The cells in the order of the sweep: across the longest side, so that few lie ahead."""
    cells = np.array(region.cells, np.int64)
    places = cells.copy()
    places[:, -1] //= region.lattice.sublattices
    across = sorted(range(places.shape[1]), key=lambda axis: -int(np.ptp(places[:, axis])))
    return np.lexsort([cells[:, -1], *(places[:, axis] for axis in reversed(across))])
