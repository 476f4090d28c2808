"""Pieces as values: a shape of a lattice, its number of uses, and its allowed orientations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from enumino.arguments import whole, written
from enumino.errors import ProblemError
from enumino.objects.lattice import SQUARE, Lattice
from enumino.objects.point_group import Isometry
from enumino.objects.polyform import Polyform, cells_in, unchecked
from enumino.words import interval, quoted


@dataclass(frozen=True)
class Piece:
    """A shape, with its number of uses and its allowed orientations.

    Parameters
    ----------
    name : str
    shape : Polyform
    fewest, most : int, optional
        Least and greatest number of uses; None without a bound.
    rotations : bool
        Whether the piece may be rotated; False in fixed sets.
    reflections : bool
        Whether the piece may be reflected; False in fixed and one-sided sets, and for solid
        pieces.

    Examples
    --------
    >>> from enumino import Polyform
    >>> bar = Piece("bar", Polyform([(0, 0), (0, 1)]), 2, 4)
    >>> bar.uses, len(bar.orientations())
    (':2-4', 2)
    """

    name: str
    shape: Polyform
    fewest: int | None = None
    most: int | None = None
    rotations: bool = True
    reflections: bool = True

    def __post_init__(self) -> None:
        written(self.name, "The name of a piece")
        if not isinstance(self.shape, Polyform):
            raise ProblemError(f"The shape of {self.name} is a Polyform, not {quoted(self.shape)}.")
        for bound in ("fewest", "most"):
            if (number := getattr(self, bound)) is not None:
                number = whole(number, f"The number of {self.name}", any_size=True)
                object.__setattr__(self, bound, number)
        fewest, most = self.fewest or 0, self.most
        if fewest < 0 or (most is not None and most < fewest):
            raise ProblemError(
                f"{self.name} cannot be used {fewest} to {most} times: "
                "write the smaller number first, as L:2-4."
            )

    def _repr_svg_(self) -> str:
        return self.shape._repr_svg_()

    @property
    def is_bounded(self) -> bool:
        """Whether the number of uses has a lower or an upper bound."""
        return bool(self.fewest) or self.most is not None

    @property
    def uses(self) -> str:
        """The number of uses as a suffix in lists of pieces: ``:2-4``, or nothing."""
        bounds = self.fewest or 0, self.most
        return "" if bounds == (0, None) else f":{interval(*bounds)}"

    def orientations(
        self, rotations: bool = True, reflections: bool = True, in_plane: bool = False
    ) -> tuple[Polyform, ...]:
        """Return the different orientations of the piece, in the order of the point group.

        With reflections but no rotations these are the piece and its mirror image.

        Parameters
        ----------
        rotations, reflections : bool
            False to forbid them, even if the piece allows them.
        in_plane : bool
            Whether a piece of cubes may only be rotated about the vertical axis.

        Examples
        --------
        >>> piece = Piece("L4", Polyform("###/#..", SQUARE))
        >>> [len(piece.orientations(turn, flip)) for turn in (0, 1) for flip in (0, 1)]
        [1, 2, 4, 8]
        """
        turn, flip = rotations and self.rotations, reflections and self.reflections
        images = elements(self.shape.lattice, turn, flip, in_plane)
        return tuple(dict.fromkeys(map(self.shape.moved, images)))

    def to_json(self) -> dict[str, object]:
        """Return the piece as a JSON object; `from_json` reads it."""
        return {
            "name": self.name,
            "cells": str(self.shape).split("\n"),
            "fewest": self.fewest,
            "most": self.most,
            "rotations": self.rotations,
            "reflections": self.reflections,
        }

    @classmethod
    def from_json(cls, value: dict[str, object], lattice: Lattice = SQUARE) -> Piece:
        """Return the piece that `to_json` wrote."""
        fields = dict(value)
        lines = fields.pop("cells", None)
        try:
            return cls(shape=shape_of(lattice, "\n".join(lines)), **fields)  # type: ignore[arg-type]
        except TypeError as error:
            raise ProblemError(f"{quoted(value)} is not a piece: {error}.") from error


def shape_of(lattice: Lattice, given: Iterable[tuple[int, ...]] | str) -> Polyform:
    """Return the shape of a piece from its cells or a text, in one part or in several.

    >>> shape_of(SQUARE, "#.#").cells
    ((0, 0), (0, 2))

    Raises
    ------
    ProblemError
        If there are no cells, or a cell appears twice.
    """
    return unchecked(lattice.normalised(cells_in(given, lattice)), lattice)


def elements(
    lattice: Lattice, rotations: bool, reflections: bool, in_plane: bool = False
) -> tuple[Isometry, ...]:
    """Return the elements of the point group that pieces may be moved by.

    Those in the plane are the ones that leave every layer of cubes level, and the right way up.

    >>> from enumino.objects.lattices import CUBIC, HEXAGONAL
    >>> [len(elements(CUBIC, turn, True, level)) for turn, level in ((1, 0), (1, 1), (0, 0))]
    [48, 8, 2]
    >>> len(elements(HEXAGONAL, True, False))
    6
    """
    if not rotations:
        return (lattice.elements[0], *lattice.mirrors)[: 1 + bool(reflections)]
    moves = (*lattice.rotations, *lattice.reflections) if reflections else lattice.rotations
    if in_plane:
        return tuple(move for move in moves if (move.sources[0], move.signs[0]) == (0, 1))
    return moves


def check_same_lattice(lattice: Lattice, pieces: Iterable[Piece]) -> None:
    """Raise a ProblemError for pieces of another lattice than the region's."""
    for piece in pieces:
        own = piece.shape.lattice
        if own != lattice:
            raise ProblemError(
                f"{piece.name} is a piece of the {own.name} lattice, and the region is one of the "
                f"{lattice.name} lattice: take pieces and a region of the same."
            )


def check_names(pieces: Iterable[Piece]) -> None:
    """Raise a ProblemError for two pieces of one name."""
    named: dict[str, Piece] = {}
    for piece in pieces:
        name = piece.name
        if name not in named:
            named[name] = piece
        elif piece.shape == named[name].shape:
            raise ProblemError(
                f"{name} is named twice: name it once, with a number of copies, as {name}:2."
            )
        else:
            raise ProblemError(
                f"Two pieces have the name {name}: their shapes differ, so give one of them "
                "another name."
            )


def check_different(
    pieces: Iterable[Piece], rotations: bool = True, reflections: bool = True
) -> None:
    """Raise an error for pieces with a common orientation: a shape named twice is a mistake.

    For one shape in two colours, make a problem of `Piece` objects, which are not checked.
    """
    owner: dict[Polyform, Piece] = {}
    for piece in pieces:
        for shape in piece.orientations(rotations, reflections):
            if (other := owner.setdefault(shape, piece)) is not piece:
                raise ProblemError(
                    f"{other.name} and {piece.name} have the same shape: "
                    f"name one of them, with its number as {other.name}:2."
                )
