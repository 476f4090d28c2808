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
from enumino.errors import ProblemError
from enumino.objects.lattice import Lattice
from enumino.objects.piece import Piece
from enumino.objects.region import Region
from enumino.parameters import Given, Json, Option
from enumino.words import quoted

# Fields of conditions, and those whose options come last in the help.
CONDITIONS = ("symmetry", "only", "fault_free")
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
    fault_free: Annotated[
        bool,
        Json(omitted=True),
        Option("--fault-free", "Keep only those that no straight line divides."),
    ] = False

    only: Annotated[
        str | None,
        CONDITION,
        condition_option("Keep only those that meet a condition, such as \"symmetry <> 'none'\"."),
    ] = None

    @property
    def is_conditional(self) -> bool:
        """Whether only those coverings are kept that meet a condition."""
        given = self.symmetry, self.only
        return given != (None, None) or self.fault_free

    @property
    def is_constructed(self) -> bool:
        """Whether only coverings with symmetries are kept: they are constructed from orbits."""
        return self._is_symmetric_on(self.region.lattice)

    def _check_conditions(self) -> None:
        """Convert the conditions; refuse those that the region cannot have."""
        lattice = self.region.lattice
        self._check_symmetry_and_only(lattice, f"{self.noun}s")
        if self.fault_free:
            check_lines(lattice)

    def conditions_in_words(self) -> str:
        """Return the conditions in words, for a title."""
        found = ", without faults" if self.fault_free else ""
        return found + "".join(f", {words}" for words in self._symmetry_and_only())

    def explained(self) -> list[str]:
        """Return a sentence on each condition, about its effect on the search."""
        checked = f"it is checked for each {self.noun} found"
        lines = []
        if self.symmetry is not None:
            way = f"filters: {checked}"
            if self.is_constructed:
                way = f"constructs: {self.noun}s are made of orbits of placements"
            lines.append(f"--symmetry {','.join(self.symmetry)} {way}.")
        if self.fault_free:
            lines.append(f"--fault-free filters: {checked}.")
        if self.only is not None:
            lines.append(f"--only {quoted(self.only)} filters: {checked}.")
        return lines


def check_lines(lattice: Lattice) -> None:
    """Refuse a lattice whose sides are on no straight lines, or that has no sides."""
    alike = all(
        sum(here != there for here, there in zip(lattice.point(cell), lattice.point(near),
                                                 strict=True)) == 1
        for cell in ((*[0] * (lattice.dimensions - 1), k) for k in range(lattice.sublattices))
        for near in lattice.beyond_sides(cell)
    )  # fmt: skip
    if lattice.of_edges or not alike:
        raise ProblemError(
            f"No straight lines run between the cells of the {lattice.name} lattice: leave out "
            "--fault-free."
        )
