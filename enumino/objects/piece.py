"""Pieces as values: a shape of a lattice, the number of its uses, and its allowed orientations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from enumino.arguments import whole
from enumino.errors import ProblemError
from enumino.objects.lattice import Lattice
from enumino.objects.point_group import Isometry
from enumino.objects.polyform import Polyform, cells_in, unchecked
from enumino.objects.text_drawings import check_box, checked_colours, colours_of, drawn_colours
from enumino.words import interval

Way = tuple[Polyform, str]  # an oriented shape, and the colours of its cells in reading order


@dataclass(frozen=True)
class Piece:
    """A shape with the number of its uses and its allowed orientations.

    Parameters
    ----------
    name : str
    shape : Polyform
    fewest, most : int, optional
        Least and greatest number of uses; None means no bound.
    rotations : bool
        Whether the piece may be rotated; False in fixed sets.
    reflections : bool
        Whether the piece may be reflected; False in fixed and one-sided sets, and for solid
        pieces.
    colours : str
        The colours of the cells in reading order, a full stop for no colour; empty without colours.

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
    colours: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "colours", checked_colours(self.colours, len(self.shape)))
        for bound in ("fewest", "most"):
            if (number := getattr(self, bound)) is not None:
                number = whole(number, f"The number of {self.name}")
                object.__setattr__(self, bound, number)
        fewest, most = self.fewest or 0, self.most
        if fewest < 0 or (most is not None and most < fewest):
            raise ProblemError(
                f"{self.name} cannot be used {fewest} to {most} times: "
                "write the smaller number first, as in L:2-4."
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
        return f":{interval(self.fewest or 0, self.most)}" if self.is_bounded else ""

    def orientations(self) -> tuple[Polyform, ...]:
        """Return the different shapes of the oriented piece, in the order of the point group.

        With reflections but without rotations, they are the piece and its mirror image.

        >>> shape = Polyform("###/#..")
        >>> ways = [(turn, flip) for turn in (False, True) for flip in (False, True)]
        >>> [len(Piece("L4", shape, None, None, *way).orientations()) for way in ways]
        [1, 2, 4, 8]
        """
        return tuple(dict.fromkeys(shape for shape, _ in self.ways()))

    def ways(self) -> tuple[Way, ...]:
        """Return the different orientations of the piece, each with the colours of its cells.

        >>> [colours for _, colours in Piece("I", Polyform("##"), colours="ab").ways()]
        ['ab', 'ab', 'ba', 'ba']
        """
        lattice = self.shape.lattice
        if self.rotations:
            moves = lattice.elements_of("free" if self.reflections else "one-sided")
        else:
            identity, mirrors = lattice.elements[0], lattice.mirrors
            moves = (identity, *mirrors[:1]) if self.reflections else (identity,)
        own = self.shape, self.colours
        return tuple(dict.fromkeys(moved_way(own, by) for by in moves))

    def plain(self) -> PlainPiece:
        """Return the piece as plain values."""
        values, shape = {**vars(self), "cells": tuple(str(self.shape).split("\n"))}, self.shape
        del values["shape"]
        colours = drawn_colours(shape.lattice, shape.cells, shape.box, self.colours)
        values["colours"] = tuple(colours.splitlines())
        return PlainPiece(**values)


class PlainPiece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece as plain values, with the lines of drawings of its shape and of its colours."""

    name: str
    cells: tuple[str, ...]
    fewest: int | None = None
    most: int | None = None
    rotations: bool = True
    reflections: bool = True
    colours: tuple[str, ...] = ()

    def on(self, lattice: Lattice) -> Piece:
        """Return the piece on a lattice."""
        values = msgspec.structs.asdict(self)
        cells, colours = ("\n".join(values.pop(name)) for name in ("cells", "colours"))
        own = colours_of(lattice, cells, colours) if colours else ""
        return Piece(shape=shape_of(lattice, cells), colours=own, **values)


def moved_way(way: Way, by: Isometry) -> Way:
    """Return the image of an oriented piece under an element of the point group."""
    shape, colours = way
    images = shape.lattice.images_of(shape.cells, by) if colours else []
    ascending = sorted(range(len(images)), key=images.__getitem__)
    return shape.moved(by), "".join(colours[k] for k in ascending)


def shape_of(lattice: Lattice, given: Iterable[tuple[int, ...]] | str) -> Polyform:
    """Return the shape of a piece from its cells or a text; it need not be connected."""
    cells = lattice.normalised(cells_in(given, lattice))
    check_box(lattice.box(cells))
    return unchecked(cells, lattice)


def check_names(pieces: Iterable[Piece]) -> None:
    """Reject pieces with the same name."""
    named = Counter(piece.name for piece in pieces)
    if twice := next((name for name, times in named.items() if times > 1), None):
        raise ProblemError(
            f"{twice} is named twice: name a piece once, with a number of copies, as {twice}:2, "
            "and give two shapes two names."
        )
