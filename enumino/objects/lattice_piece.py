"""The pieces of a packing of any lattice: shapes, how often each is used, and how it may be turned.

Polyominoes that tile regions of the square lattice have pieces of their own
(`enumino.objects.piece`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from enumino.errors import ProblemError
from enumino.objects import lattice_text
from enumino.objects.board import AnyShape
from enumino.objects.isometry import Isometry
from enumino.objects.lattice import Lattice
from enumino.objects.piece_lists import check_uses
from enumino.objects.polyform import Polyform
from enumino.words import interval, quoted

Turns = Literal["all", "in-plane", "none"]
TURNS: tuple[Turns, ...] = ("all", "in-plane", "none")
"""All rotations of the lattice; those that leave layers level; none."""


@dataclass(frozen=True)
class LatticePiece:
    """A shape of a lattice, and how it may be used.

    Parameters
    ----------
    name : str
    polyform : Polyform
    fewest, most : int, optional
        How often the piece must and may be used; None where nothing is said.
    turns : {"all", "in-plane", "none"}
    reflections : bool
        Whether the piece may be turned over: flat ones may unless a set says otherwise, those of
        cubes are solid, and may not.
    """

    name: str
    polyform: Polyform
    fewest: int | None = None
    most: int | None = None
    turns: Turns = "all"
    reflections: bool = True

    def __post_init__(self) -> None:
        check_uses(self, example="bar:2-4")
        if self.turns not in TURNS:
            raise ProblemError(
                f"There are no turns {quoted(self.turns)} of pieces: choose from "
                f"{', '.join(TURNS)}."
            )

    @property
    def is_bounded(self) -> bool:
        """Whether the number of uses is bounded from below or above."""
        return bool(self.fewest) or self.most is not None

    @property
    def text(self) -> str:
        """The name, and how often the piece is used."""
        uses = self.fewest or 0, self.most
        return self.name if uses == (0, None) else f"{self.name}:{interval(*uses)}"

    def orientations(
        self, rotations: bool = True, reflections: bool = True
    ) -> tuple[Polyform, ...]:
        """Return the different ways that the piece may lie, in the order of the point group.

        With reflections but no rotations these are the piece and its mirror image.

        Parameters
        ----------
        rotations, reflections : bool
            False to forbid them, whatever the piece allows.
        """
        lattice = self.polyform.lattice
        turns = self.turns if rotations else "none"
        images = elements(lattice, turns, reflections and self.reflections)
        return tuple(dict.fromkeys(map(self.polyform.moved, images)))

    def to_json(self) -> dict[str, object]:
        """Return a JSON object that `from_json` reads."""
        return {
            "name": self.name,
            "cells": document_drawing(self.polyform.lattice, self.polyform).split("\n"),
            "fewest": self.fewest,
            "most": self.most,
            "turns": self.turns,
            "reflections": self.reflections,
        }

    @classmethod
    def from_json(cls, lattice: Lattice, value: dict[str, object]) -> LatticePiece:
        """Return the piece that `to_json` wrote."""
        fields = dict(value)
        lines = fields.pop("cells", None)
        try:
            drawn = "\n".join(lines)  # type: ignore[arg-type]
            shape = Polyform(lattice, lattice_text.cells_of_region(lattice, drawn))
            return cls(polyform=shape, **fields)  # type: ignore[arg-type]
        except TypeError as error:
            raise ProblemError(f"{quoted(value)} is no piece: {error}.") from error


def document_drawing(lattice: Lattice, shape: AnyShape) -> str:
    """Return the drawing of a shape in the marks of regions, as documents and tables hold it.

    >>> from enumino.objects.lattices import CUBIC
    >>> print(document_drawing(CUBIC, Polyform(CUBIC, [(0, 0, 0), (0, 0, 1), (1, 0, 0)])))
    .. .#
    """
    return lattice_text.drawn_region(lattice, shape.cells, shape.box)


def elements(lattice: Lattice, turns: Turns, reflections: bool) -> list[Isometry]:
    """Return the elements of the point group that pieces may be moved by.

    Those in the plane are the ones that leave every layer of cubes level, and the right way up.

    >>> from enumino.objects.lattices import CUBIC, HEXAGONAL
    >>> [len(elements(CUBIC, turns, True)) for turns in TURNS]
    [48, 8, 2]
    >>> len(elements(HEXAGONAL, "all", False))
    6
    """
    if turns == "none":
        return [lattice.elements[0], lattice.mirror][: 1 + reflections]
    moves = [*lattice.rotations, *lattice.reflections] if reflections else list(lattice.rotations)
    if turns == "in-plane":
        return [move for move in moves if (move.sources[0], move.signs[0]) == (0, 1)]
    return moves


def check_turns(lattice: Lattice, pieces: Iterable[LatticePiece]) -> None:
    """Refuse turns in the plane where everything is flat.

    Raises
    ------
    ProblemError
    """
    if lattice.dimensions < 3 and any(piece.turns == "in-plane" for piece in pieces):
        raise ProblemError(
            f"Pieces of the {lattice.name} lattice are flat, and all their turns are in the plane: "
            "leave out --in-plane."
        )


def check_same_lattice(lattice: Lattice, pieces: Iterable[LatticePiece]) -> None:
    """Refuse pieces of another lattice than the region's.

    Raises
    ------
    ProblemError
    """
    for piece in pieces:
        own = piece.polyform.lattice.name
        if own != lattice.name:
            raise ProblemError(
                f"{piece.name} is a piece of the {own} lattice, and the region is one of the "
                f"{lattice.name} lattice: take pieces and a region of the same."
            )


def check_different(
    pieces: Iterable[LatticePiece], rotations: bool = True, reflections: bool = True
) -> None:
    """Refuse pieces that may lie alike: a shape that is named twice is a mistake.

    Raises
    ------
    ProblemError
        If two pieces have an orientation in common.
    """
    owner: dict[Polyform, LatticePiece] = {}
    for piece in pieces:
        for shape in piece.orientations(rotations, reflections):
            if (other := owner.setdefault(shape, piece)) is not piece:
                raise ProblemError(
                    f"{other.name} and {piece.name} have the same shape: "
                    f"name one of them, with its number as {other.name}:2."
                )
