"""The parameters that tilings and packings share: conditions on which of them are listed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, ClassVar

from enumino.conditions import (
    CLASSES,
    CONDITION,
    Classes,
    Conditioned,
    classes_option,
    condition_option,
)
from enumino.objects.piece import Piece
from enumino.objects.region import Region
from enumino.parameters import Given
from enumino.words import quoted

# Fields of conditions, and those whose options come last in the help.
CONDITIONS = ("symmetry", "only")
SHOWN_LAST = ("placements", "limit")


class CoveringParameters(Conditioned):
    """The parameters that tilings and packings share.

    Attributes
    ----------
    noun : str
        The name of a covering in messages.
    """

    noun: ClassVar[str]
    region: Given[Region, Region | str]
    pieces: Given[tuple[Piece, ...], str | Iterable[Piece]]

    @property
    def is_in_parts(self) -> bool:
        """Whether a piece consists of several parts."""
        return not all(piece.is_connected for piece in self.pieces)


@dataclass(frozen=True, kw_only=True)
class ConditionalParameters(CoveringParameters):
    """Conditions on the coverings that are listed."""

    symmetry: Annotated[
        Classes,
        CLASSES,
        classes_option("Keep only those of these symmetry classes, such as rotate,all."),
    ] = Given(None)

    only: Annotated[
        str | None,
        CONDITION,
        condition_option("Keep only those that meet a condition, such as \"symmetry <> 'none'\"."),
    ] = None

    @property
    def is_conditional(self) -> bool:
        """Whether only those coverings are kept that meet a condition."""
        given = self.symmetry, self.only
        return given != (None, None)

    @property
    def is_constructed(self) -> bool:
        """Whether only coverings with symmetries are kept: they are constructed from orbits."""
        return self._is_symmetric_on(self.region.lattice)

    def _check_conditions(self) -> None:
        """Convert the conditions; refuse those that the region cannot have."""
        lattice = self.region.lattice
        self._check_symmetry_and_only(lattice, f"{self.noun}s")

    def conditions_in_words(self) -> str:
        """Return the conditions in words, for a title."""
        return "".join(f", {words}" for words in self._symmetry_and_only())

    def explained(self) -> list[str]:
        """Return a sentence on each condition, about its effect on the search."""
        checked = f"it is checked for each {self.noun} found"
        lines = []
        if self.symmetry is not None:
            way = f"filters: {checked}"
            if self.is_constructed:
                way = f"constructs: {self.noun}s are made of orbits of placements"
            lines.append(f"--symmetry {','.join(self.symmetry)} {way}.")
        if self.only is not None:
            lines.append(f"--only {quoted(self.only)} filters: {checked}.")
        return lines
