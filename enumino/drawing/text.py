"""Pictures for terminals: polyforms, numbered boards, and pictures side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from enumino.objects.lattice import KING, SQUARE
from enumino.objects.polyform import Polyform

if TYPE_CHECKING:
    from enumino.arrays import I32

GAP = 3  # columns between pictures side by side


def polyform_text(polyform: Polyform) -> str:
    """Return a polyform in characters.

    Squares are half blocks, two rows of cells per line. Shapes of other lattices are drawn in the
    characters that `enumino.objects.text_drawings` reads.
    """
    if polyform.lattice not in (SQUARE, KING):
        return str(polyform)
    height, width = polyform.box
    lines = (
        "".join(" ▀▄█"[((r, c) in polyform) + 2 * ((r + 1, c) in polyform)] for c in range(width))
        for r in range(0, height, 2)
    )
    return "\n".join(line.rstrip() for line in lines)


def numbers(board: I32) -> str:
    r"""Return a numbered board as text in right-aligned columns, with a dot for 0.

    >>> import numpy as np
    >>> print(numbers(np.array([[10, 10], [10, 0]])))
    10 10
    10  .
    """
    digits = len(str(board.max()))
    return "\n".join(
        " ".join((str(number) if number else ".").rjust(digits) for number in row)
        for row in board.tolist()
    )


def rows_abreast(pictures: Iterable[str], columns: int) -> Iterator[str]:
    """Yield text pictures in rows of at most `columns` characters, each as soon as it is full."""
    row: list[list[str]] = []
    used = 0
    for picture in pictures:
        lines = picture.split("\n")
        width = GAP + max(map(len, lines))
        if row and used + width - GAP > columns:
            yield _abreast(row)
            row, used = [], 0
        used += width
        row.append(lines)
    if row:
        yield _abreast(row)


def _abreast(pictures: Sequence[list[str]]) -> str:
    widths = [GAP + max(map(len, lines)) for lines in pictures]
    return "\n".join(
        "".join(map(str.ljust, row, widths)).rstrip()
        for row in zip_longest(*pictures, fillvalue="")
    )
