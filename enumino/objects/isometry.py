"""Symmetries of a lattice about one of its centres, as signed permutations, and their groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, overload

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Coordinate = TypeVar("Coordinate", int, "npt.NDArray[np.int64]")


@dataclass(frozen=True)
class Isometry:
    """A signed permutation of coordinates: a symmetry of a lattice about the origin.

    Which coordinates these are, the lattice says: (row, column) for squares, three numbers that sum
    to 0 for hexagons (`Lattice.point`).

    Attributes
    ----------
    sources : tuple of int
        Which coordinate each new one comes from.
    signs : tuple of int
        1 or -1: with what sign it does.

    Examples
    --------
    >>> quarter_turn = Isometry((1, 0), (1, -1))
    >>> quarter_turn(2, 3), quarter_turn.after(quarter_turn)(2, 3), quarter_turn.inverse(2, 3)
    ((3, -2), (-2, -3), (-3, 2))
    """

    sources: tuple[int, ...]
    signs: tuple[int, ...]

    @classmethod
    def identity(cls, dimensions: int) -> Isometry:
        """Return the isometry that leaves everything where it is."""
        return cls(tuple(range(dimensions)), (1,) * dimensions)

    @overload
    def __call__(self, row: Coordinate, column: Coordinate, /) -> tuple[Coordinate, Coordinate]: ...
    @overload
    def __call__(self, *point: Coordinate) -> tuple[Coordinate, ...]: ...
    def __call__(self, *point: Coordinate) -> tuple[Coordinate, ...]:
        """Return where a point goes, or where points go whose coordinates are arrays."""
        return tuple(
            [sign * point[source] for source, sign in zip(self.sources, self.signs, strict=True)]
        )

    def after(self, first: Isometry) -> Isometry:
        """Return the product: `first`, and then this one."""
        return Isometry(
            tuple([first.sources[source] for source in self.sources]),
            tuple(
                [
                    sign * first.signs[source]
                    for source, sign in zip(self.sources, self.signs, strict=True)
                ]
            ),
        )

    @property
    def exchanges_axes(self) -> bool:
        """Whether a coordinate becomes another one; for squares, whether rows become columns."""
        return self.sources != tuple(range(len(self.sources)))

    @property
    def inverse(self) -> Isometry:
        """The isometry that undoes this one."""
        order = sorted(range(len(self.sources)), key=self.sources.__getitem__)
        return Isometry(tuple(order), tuple([self.signs[i] for i in order]))

    def conjugate(self, by: Isometry) -> Isometry:
        """Return what this isometry is for someone whose view of space is moved by another."""
        return by.after(self).after(by.inverse)

    @overload
    def in_frame(
        self, height: int, width: int, /
    ) -> Callable[[Coordinate, Coordinate], tuple[Coordinate, Coordinate]]: ...
    @overload
    def in_frame(self, *sizes: int) -> Callable[..., tuple[Coordinate, ...]]: ...
    def in_frame(self, *sizes: int) -> Callable[..., tuple[Coordinate, ...]]:
        """Return the map from the cells of a frame to those of its image, both counted from 0.

        The isometry is one of a lattice whose cells have these coordinates: squares, cubes.

        >>> Isometry((1, 0), (1, -1)).in_frame(2, 5)(0, 4)
        (4, 1)
        """
        lasts = [
            0 if sign > 0 else sizes[source] - 1
            for source, sign in zip(self.sources, self.signs, strict=True)
        ]

        def move(*cell: Coordinate) -> tuple[Coordinate, ...]:
            return tuple([to + last for to, last in zip(self(*cell), lasts, strict=True)])

        return move

    def pulled_back(self, grids: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return a view of arrays whose entry at a cell is their entry where the cell goes.

        The isometry is one of a lattice whose cells have these coordinates: squares, cubes.

        Parameters
        ----------
        grids : array[..., rows, columns]
            Indexed by the coordinates last.

        Examples
        --------
        >>> import numpy as np
        >>> Isometry((1, 0), (1, -1)).pulled_back(np.array([[1, 2], [3, 4]])).tolist()
        [[2, 4], [1, 3]]
        """
        first = grids.ndim - len(self.sources)
        flips: tuple[Any, ...] = (..., *(slice(None, None, sign) for sign in self.signs))
        order = [first + axis for axis in self.inverse.sources]
        view: npt.NDArray[Any] = grids[flips].transpose(*range(first), *order)
        return view


IDENTITY = Isometry.identity(2)


def generated(generators: Iterable[Isometry]) -> tuple[Isometry, ...]:
    """Return the group that one or more isometries generate, the identity first.

    The powers of a single generator come in their order.

    >>> [one(1, 0) for one in generated([Isometry((1, 0), (1, -1))])]
    [(1, 0), (0, -1), (-1, 0), (0, 1)]
    """
    listed = list(generators)
    group = [Isometry.identity(len(listed[0].sources))]
    found = set(group)
    for element in group:
        for generator in listed:
            product = generator.after(element)
            if product not in found:
                found.add(product)
                group.append(product)
    return tuple(group)


def subgroups(group: Sequence[Isometry]) -> list[frozenset[int]]:
    """Return all subgroups of a group, as the numbers of their elements.

    Each is grown from a smaller one by an element; one element for each cyclic subgroup will do.

    >>> sorted(map(sorted, subgroups(generated([Isometry((1, 0), (1, -1))]))))
    [[0], [0, 1, 2, 3], [0, 2]]
    """
    number = {element: k for k, element in enumerate(group)}
    products = [[number[one.after(other)] for other in group] for one in group]
    identity = number[Isometry.identity(len(group[0].sources))]
    cyclic = {_closed([k], identity, products): k for k in reversed(range(len(group)))}
    generators: dict[frozenset[int], list[int]] = {frozenset([identity]): []}
    found = list(generators)
    for smaller in found:
        for k in reversed(cyclic.values()):
            if k not in smaller:
                larger = _closed([*generators[smaller], k], identity, products)
                if larger not in generators:
                    generators[larger] = [*generators[smaller], k]
                    found.append(larger)
    return found


def _closed(generators: list[int], identity: int, products: list[list[int]]) -> frozenset[int]:
    """The subgroup that elements generate, all by their numbers."""
    found = [identity]
    known = {identity}
    for element in found:
        for generator in generators:
            product = products[generator][element]
            if product not in known:
                known.add(product)
                found.append(product)
    return frozenset(known)
