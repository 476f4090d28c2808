"""Closed regions: frames whose rows, columns or both are rings, as on a cylinder or a torus.

A piece that crosses a seam lies in the frame as cells at both ends, which is a shape of its own.
Since a piece is connected, this shape reaches from one end of the frame to the other: it has one
place along the axis that is closed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Literal, get_args

from enumino.errors import ProblemError
from enumino.objects.lattice import SQUARE, Cell
from enumino.words import quoted

# Axes that may be closed: the ends of each row meet, or the ends of each column.
Axis = Literal["rows", "columns"]
AXES: tuple[Axis, ...] = get_args(Axis)
Wrap = tuple[Axis, ...]
NAMES: dict[Wrap, str] = {
    (): "",
    ("rows",): " with closed rows",
    ("columns",): " with closed columns",
    AXES: " torus",
}


def checked_wrap(axes: Iterable[str] | str) -> Wrap:
    """Return axes in their order, each once.

    >>> checked_wrap("columns,rows"), checked_wrap(["columns"])
    (('rows', 'columns'), ('columns',))
    """
    names = re.split(r"\s*,\s*", axes.strip()) if isinstance(axes, str) else list(axes)
    for name in names:
        if name not in AXES:
            raise ProblemError(
                f"{quoted(name)} is not an axis to wrap: write rows, columns, or rows,columns."
            )
    return tuple(axis for axis in AXES if axis in names)


def exchanged(wrap: Wrap) -> Wrap:
    """Return the closed axes after an exchange of rows and columns.

    >>> exchanged(("rows",)), exchanged(())
    (('columns',), ())
    """
    return tuple(axis for axis in AXES if len(wrap) == 2 or (wrap and axis not in wrap))


def periods(box: tuple[int, ...], wrap: Wrap) -> tuple[int | None, int | None]:
    """Return the length of each ring along the rows' and the columns' numbers, None for none.

    >>> periods((4, 6), ("rows",))
    (None, 6)
    """
    return (box[0] if "columns" in wrap else None), (box[1] if "rows" in wrap else None)


def on_frame(cell: Cell, box: tuple[int, ...], wrap: Wrap) -> Cell:
    """Return the cell of a closed frame that a cell beyond its seams is; others stay as they are.

    >>> on_frame((-1, -1), (2, 4), ("rows",))
    (-1, 3)
    """
    return _on_ring(cell, (0, 0), periods(box, wrap))


def lying(cells: Sequence[Cell], box: tuple[int, ...], wrap: Wrap) -> Iterator[tuple[Cell, ...]]:
    """Yield the shapes in which a connected piece of squares lies in a closed frame.

    The first is the piece itself, if it fits. A place where the piece meets itself is left out.

    >>> list(lying([(0, 0), (0, 1)], (1, 3), ("rows",)))
    [((0, 0), (0, 1)), ((0, 0), (0, 2))]
    """
    rings = periods(box, wrap)
    begins = []
    for size, ring in zip(SQUARE.box(cells), rings, strict=True):
        if ring is None:
            begins.append([0])
        elif size > ring:
            begins.append([*range(ring)])
        else:
            begins.append([0, *range(ring - 1, ring - size, -1)])
    for begin in product(*begins):
        shape = {_on_ring(cell, begin, rings) for cell in cells}
        if len(shape) == len(cells):
            yield tuple(sorted(shape))


def unrolled(cells: Iterable[Cell], box: tuple[int, ...], wrap: Wrap) -> tuple[Cell, ...]:
    """Return the cells of a piece in a closed frame as one shape in the plane, normalised.

    >>> unrolled([(0, 0), (1, 0), (1, 3)], (2, 4), ("rows",))
    ((0, 1), (1, 0), (1, 1))
    """
    parts = [set(part) for part in SQUARE.components(cells)]
    rings = periods(box, wrap)
    shifts = [
        (down * (rings[0] or 0), right * (rings[1] or 0))
        for down, right in product((0, 1, -1), repeat=2)
        if (rings[0] or not down) and (rings[1] or not right)
    ]
    parts.sort(key=min)
    joined = parts.pop(0)
    while parts:
        around = {near for cell in joined for near in SQUARE.neighbours(cell)}
        found = next(
            ((k, moved) for k, part in enumerate(parts) for by in shifts
             if around & (moved := {(r + by[0], c + by[1]) for r, c in part})),
            None,
        )  # fmt: skip
        if found is None:  # not one piece
            joined = joined.union(*parts)
            break
        joined |= found[1]
        del parts[found[0]]
    return SQUARE.normalised(joined)


def _on_ring(cell: Cell, begin: tuple[int, ...], rings: tuple[int | None, int | None]) -> Cell:
    row, column = (
        k + start if ring is None else (k + start) % ring
        for k, start, ring in zip(cell, begin, rings, strict=True)
    )
    return row, column
