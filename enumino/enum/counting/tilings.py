"""Count tilings by reusable pieces without listing any: the profile, or broken profile, method.

Scan the region cell by cell along its shorter side, and put a piece on the first cell that is not
covered: every tiling is made once, its pieces in the order of their first cells. What can come
after depends only on the cells ahead that are covered already, the *profile*; so the number of
ways is kept by profile, and partial tilings with the same profile go on as one. The transfer
matrices of D. A. Klarner and J. Pollack, *Domino tilings of rectangles with fixed width*, Discrete
Math. 32 (1980), are this method row by row.

It shares nothing with the searches that list tilings, not even the arithmetic: plain Python, whole
numbers of any size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from enumino.errors import ProblemError

Offset = tuple[int, int]

MAX_PROFILES = 2_000_000


def profile_count(
    free: npt.NDArray[np.bool_],
    orientations: Iterable[Sequence[Offset]],
    max_profiles: int = MAX_PROFILES,
    *,
    on_cell: Callable[[int, int, int], None] | None = None,
) -> int:
    """Count the coverings of a region by pieces that may be used any number of times.

    Parameters
    ----------
    free : bool[height, width]
        The cells to cover.
    orientations : iterable of sequences of (row, column)
        The pieces as they may lie, up to translation. Each one given counts: two that are alike
        are two pieces of different colours.
    max_profiles : int
        How many profiles may be kept at a time; one takes 100 to 150 bytes.
    on_cell : callable, optional
        Called after each cell with the cells passed, all cells, and the profiles held.

    Returns
    -------
    int, exact. A region without cells is covered in one way.

    Raises
    ------
    ProblemError
        If there are too many profiles, or an orientation has no cells or one of them twice.

    Examples
    --------
    >>> dominoes = [[(0, 0), (0, 1)], [(0, 0), (1, 0)]]
    >>> profile_count(np.ones((8, 8), bool), dominoes)
    12988816
    """
    shapes = [_checked(shape) for shape in orientations]
    rows, columns = np.nonzero(free)
    cells = list(zip(rows.tolist(), columns.tolist(), strict=True))
    if cells and np.ptp(rows) < np.ptp(columns):
        cells = sorted((c, r) for r, c in cells)
        shapes = [tuple(sorted((c, r) for r, c in shape)) for shape in shapes]

    # Profiles that wait for the cell where they go on. Bit i stands for the i-th cell from there.
    waiting: dict[int, dict[int, int]] = {0: {0: 1}}
    held = 1
    for at, fitting in enumerate(_fitting(cells, shapes)):
        profiles = waiting.pop(at, {})
        held -= len(profiles)
        for profile, ways in profiles.items():
            for piece in fitting:
                if profile & piece:
                    continue
                covered = profile | piece
                onward = (~covered & (covered + 1)).bit_length() - 1
                ahead = waiting.setdefault(at + onward, {})
                after = covered >> onward
                if after in ahead:
                    ahead[after] += ways
                else:
                    ahead[after] = ways
                    held += 1
            if held > max_profiles:
                raise ProblemError(
                    f"Counting these tilings keeps more than {max_profiles:,} profiles at cell "
                    f"{at + 1:,} of {len(cells):,}: count them by listing, or raise max_profiles."
                )
        if on_cell:
            on_cell(at + 1, len(cells), held)
    return waiting.get(len(cells), {}).get(0, 0)


def _checked(shape: Sequence[Offset]) -> tuple[Offset, ...]:
    """The offsets of an orientation, sorted."""
    offsets = tuple(sorted((int(r), int(c)) for r, c in shape))
    if not offsets:
        raise ProblemError("An orientation needs at least one cell, and none was given.")
    if len(set(offsets)) < len(offsets):
        raise ProblemError(f"An orientation names a cell twice: {list(offsets)}.")
    return offsets


def _fitting(cells: list[Offset], shapes: list[tuple[Offset, ...]]) -> Iterable[list[int]]:
    """For each cell, the pieces with this first cell that stay in the region, as profiles."""
    number = {cell: i for i, cell in enumerate(cells)}
    for at, (r, c) in enumerate(cells):
        fitting = []
        for shape in shapes:
            top, left = shape[0]
            covered = [number.get((r + dr - top, c + dc - left)) for dr, dc in shape]
            if None not in covered:
                fitting.append(sum(1 << (i - at) for i in covered if i is not None))
        yield fitting
