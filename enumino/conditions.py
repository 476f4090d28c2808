"""Conditions that families share: on symmetry, on columns of rows, and on the number of rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import msgspec

from enumino.arguments import whole
from enumino.errors import ProblemError
from enumino.parameters import Given, Json, Limit, Option, Parameters
from enumino.words import in_a_line, quoted

if TYPE_CHECKING:
    from enumino.objects.lattice import Lattice

LONGEST_CONDITION = 100  # characters of a condition in a title

# Symmetry classes: the constructor takes their names, or these in a text, see `classes_named`.
Classes = Given[tuple[str, ...] | None, str | Iterable[str] | None]
CLASSES = Json(
    Annotated[list[str], msgspec.Meta(min_length=1)],
    list,
    lambda names, _: tuple(names),
    omitted=True,
)
# A condition in SQL on the columns of rows.
CONDITION = Json(Annotated[str, msgspec.Meta(min_length=1)], omitted=True)
UP_TO_SYMMETRY = Option("--up-to-symmetry", "Keep one of each set of symmetric images.")
# Most rows: the first that a search finds.
RowLimit = Annotated[
    int | None,
    Json(Limit | None, omitted=True),
    Option("--limit", "Stop after the first K objects.", metavar="K", listing=True),
]


def classes_option(text: str) -> Option:
    """Return the option of symmetry classes, such as ``all,axis2``."""
    return Option("--symmetry", text, metavar="CLASS,...", prints=",".join)


def condition_option(text: str) -> Option:
    """Return the option of a condition on rows."""
    return Option("--only", text, metavar="CONDITION")


def checked_limit(limit: int | None, noun: str) -> int | None:
    """Return a limit on the number of rows, which are called `noun` in messages."""
    if limit is None:
        return None
    number = whole(limit, "The limit", any_size=True)
    if number < 1:
        raise ProblemError(f"A limit of {number} leaves no {noun}: give at least 1.")
    return number


def checked_condition(only: str | None) -> str | None:
    """Return a condition without blanks around it; raise a ProblemError for what is no text."""
    if only is None:
        return None
    if not isinstance(only, str) or not only.strip():
        raise ProblemError(f"{quoted(only)} is not a condition: write it like holes > 0.")
    return only.strip()


class Conditioned(Parameters):
    """Parameters with the fields `symmetry` and `only`, which their classes declare."""

    symmetry: Classes
    only: str | None

    def _check_symmetry_and_only(self, lattice: Lattice, nouns: str) -> None:
        """Convert both; a condition on the symmetry class alone becomes the classes that meet it.

        Raises
        ------
        ProblemError
            If a class is not one of the lattice, or the condition is no text.
        """
        self._set(only=checked_condition(self.only))
        if self.only is not None:
            from enumino.datasets.queries.conditions import classes_meeting

            meeting = classes_meeting(self.only, lattice, self.symmetry, nouns)
            if meeting is not None:
                self._set(only=None, symmetry=meeting)
        if self.symmetry is not None:
            self._set(symmetry=lattice.classes_named(self.symmetry, nouns))

    def _is_symmetric_on(self, lattice: Lattice) -> bool:
        """Return whether only classes with symmetries are asked for."""
        asked = self.symmetry
        return asked is not None and all(lattice.class_named(name).order > 1 for name in asked)

    def _symmetry_and_only(self) -> list[str]:
        """Return both in words, for a title."""
        found = []
        if self.symmetry is not None:
            *names, last = self.symmetry
            found.append(f"of class {', '.join(names)}{' or ' if names else ''}{last}")
        if self.only is not None:
            found.append(f"where {in_a_line(self.only, LONGEST_CONDITION)}")
        return found
