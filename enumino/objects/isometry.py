"""Symmetries of a lattice that keep the cell (0, 0), as integer matrices, and their groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Coordinate = TypeVar("Coordinate", int, "npt.NDArray[np.int64]")


@dataclass(frozen=True)
class Isometry:
    """An integer matrix that acts on (row, column): a symmetry of a lattice about the cell (0, 0).

    Attributes
    ----------
    row_row, row_column : int
        How much of the row and of the column goes into the new row.
    column_row, column_column : int
        The same for the new column.

    Examples
    --------
    >>> quarter_turn = Isometry(0, 1, -1, 0)
    >>> quarter_turn(2, 3), quarter_turn.after(quarter_turn)(2, 3), quarter_turn.inverse(2, 3)
    ((3, -2), (-2, -3), (-3, 2))
    """

    row_row: int
    row_column: int
    column_row: int
    column_column: int

    def __call__(self, row: Coordinate, column: Coordinate) -> tuple[Coordinate, Coordinate]:
        """Return where a cell goes, or where cells go whose coordinates are arrays."""
        return (
            self.row_row * row + self.row_column * column,
            self.column_row * row + self.column_column * column,
        )

    def after(self, first: Isometry) -> Isometry:
        """Return the product: `first`, and then this one."""
        down = self(first.row_row, first.column_row)
        right = self(first.row_column, first.column_column)
        return Isometry(down[0], right[0], down[1], right[1])

    @property
    def entries(self) -> tuple[int, int, int, int]:
        """The matrix, row by row."""
        return self.row_row, self.row_column, self.column_row, self.column_column

    @property
    def determinant(self) -> int:
        """1 for the identity and for rotations, -1 for reflections."""
        return self.row_row * self.column_column - self.row_column * self.column_row

    @property
    def exchanges_axes(self) -> bool:
        """Whether rows become columns; for the square lattice."""
        return self.row_row == 0

    @property
    def inverse(self) -> Isometry:
        """The isometry that undoes this one."""
        sign = self.determinant  # it is 1 or -1, and so its own inverse
        return Isometry(
            sign * self.column_column,
            -sign * self.row_column,
            -sign * self.column_row,
            sign * self.row_row,
        )

    def conjugate(self, by: Isometry) -> Isometry:
        """Return what this isometry is for someone whose view of the plane is moved by another."""
        return by.after(self).after(by.inverse)

    def in_frame(
        self, height: int, width: int
    ) -> Callable[[Coordinate, Coordinate], tuple[Coordinate, Coordinate]]:
        """Return the map from the cells of a frame to those of its image, both counted from 0.

        >>> Isometry(0, 1, -1, 0).in_frame(height=2, width=5)(0, 4)
        (4, 1)
        """
        last_row, last_column = height - 1, width - 1
        top = min(0, self.row_row * last_row) + min(0, self.row_column * last_column)
        left = min(0, self.column_row * last_row) + min(0, self.column_column * last_column)

        def move(row: Coordinate, column: Coordinate) -> tuple[Coordinate, Coordinate]:
            to_row, to_column = self(row, column)
            return to_row - top, to_column - left

        return move

    def pulled_back(self, grids: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return a view of arrays whose entry at a cell is their entry where the cell goes.

        The isometry is one of the square lattice: it keeps rows and columns, or exchanges them.

        Parameters
        ----------
        grids : array[..., height, width]
            Indexed by rows and columns last.

        Examples
        --------
        >>> import numpy as np
        >>> Isometry(0, 1, -1, 0).pulled_back(np.array([[1, 2], [3, 4]])).tolist()
        [[2, 4], [1, 3]]
        """
        row_sign, column_sign = self.row_row + self.row_column, self.column_row + self.column_column
        view = grids[..., ::row_sign, ::column_sign]
        return view.swapaxes(-2, -1) if self.exchanges_axes else view


IDENTITY = Isometry(1, 0, 0, 1)


def generated(generators: Iterable[Isometry]) -> frozenset[Isometry]:
    """Return the group that isometries generate: their products, as long as there are new ones.

    >>> len(generated([Isometry(0, 1, -1, 0)])), len(generated([]))
    (4, 1)
    """
    group = frozenset([IDENTITY, *generators])
    while (larger := group | {one.after(other) for one in group for other in group}) != group:
        group = larger
    return group


def subgroups(group: Iterable[Isometry]) -> frozenset[frozenset[Isometry]]:
    """Return all subgroups of a group, each grown from a smaller one by an element.

    >>> sorted(map(len, subgroups(generated([Isometry(0, 1, -1, 0)]))))
    [1, 2, 4]
    """
    elements = list(group)
    fresh = {generated([])}
    found = set(fresh)
    while fresh:
        fresh = {generated([*smaller, one]) for smaller in fresh for one in elements} - found
        found |= fresh
    return frozenset(found)
