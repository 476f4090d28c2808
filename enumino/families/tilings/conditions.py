"""The parameters that tilings and packings share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, ClassVar

from enumino.conditions import CONDITION, LONGEST_CONDITION, checked_condition, condition_option
from enumino.objects.piece import Piece
from enumino.objects.region import Region
from enumino.parameters import Given, Parameters
from enumino.words import in_a_line, quoted

# Fields whose options come last in the help.
SHOWN_LAST = ("placements", "limit")


class CoveringParameters(Parameters):
    """The parameters that tilings and packings share.

    Attributes
    ----------
    noun : str
        The name of a covering in messages.
    """

    noun: ClassVar[str]
    region: Given[Region, Region | str]
    pieces: Given[tuple[Piece, ...], str | Iterable[Piece]]


@dataclass(frozen=True, kw_only=True)
class ConditionalParameters(CoveringParameters):
    """A condition on the coverings that are listed."""

    only: Annotated[
        str | None,
        CONDITION,
        condition_option("Keep only those that meet a condition, such as \"symmetry <> 'none'\"."),
    ] = None

    def _check_conditions(self) -> None:
        """Convert the condition."""
        self._set(only=checked_condition(self.only))

    def conditions_in_words(self) -> str:
        """Return the condition in words, for a title."""
        if self.only is None:
            return ""
        return f", where {in_a_line(self.only, LONGEST_CONDITION)}"

    @property
    def expects_at_most(self) -> bool:
        """Whether the number of rows that is expected is an upper bound."""
        return self.only is not None

    def explained(self) -> list[str]:
        """Return a sentence on the condition, about its effect on the search."""
        if self.only is None:
            return []
        return [f"--only {quoted(self.only)} filters: it is checked for each {self.noun} found."]
