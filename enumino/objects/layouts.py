"""Layouts: a tiling or packing as one character a piece, which cover cells in reading order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from enumino.errors import ProblemError
from enumino.words import in_a_line, plural, quoted

AnyCell = TypeVar("AnyCell", bound=tuple[int, ...])
MOST_LISTED = 60
"""Characters of a message that list the letters of pieces."""


def pieces_of(
    layout: str,
    cells: Iterable[AnyCell],
    shapes: Mapping[str, tuple[str, tuple[AnyCell, ...]]],
    region: str,
) -> list[tuple[str, list[AnyCell]]]:
    """Return the names and the cells of the pieces that a layout describes.

    Parameters
    ----------
    layout : str
        One character a piece: each next piece covers the first free cell.
    cells : iterable of cell
        Of the region, in reading order.
    shapes : mapping of character to (name, offsets)
        The cells of a piece, relative to its first cell.
    region : str
        Its name.

    Raises
    ------
    ProblemError
        If a character is not in `shapes`, or the pieces before it cover all cells already.

    Examples
    --------
    >>> bar = {"H": ("bar", ((0, 0), (0, 1)))}
    >>> pieces_of("HH", [(0, 0), (0, 1), (1, 0), (1, 1)], bar, "2x2")
    [('bar', [(0, 0), (0, 1)]), ('bar', [(1, 0), (1, 1)])]
    """
    covered: set[AnyCell] = set()
    pieces: list[tuple[str, list[AnyCell]]] = []
    free = iter(cells)
    for number, letter in enumerate(layout, 1):
        if letter not in shapes:
            raise ProblemError(
                f"Character {number} of the layout is {quoted(letter)}, which is none of the "
                f"pieces {in_a_line(' '.join(shapes), MOST_LISTED)}."
            )
        first = next((cell for cell in free if cell not in covered), None)
        if first is None:
            raise ProblemError(
                f"The layout has {plural(len(layout), 'piece')}, but {number - 1} of them "
                f"already cover {region}."
            )
        name, offsets = shapes[letter]
        piece = [_moved(first, offset) for offset in offsets]
        covered.update(piece)
        pieces.append((name, piece))
    return pieces


def _moved(cell: AnyCell, by: AnyCell) -> AnyCell:
    return tuple([k + step for k, step in zip(cell, by, strict=True)])  # type: ignore[return-value]
