"""The base of sets of facts that searches decide, with totals by the number of cells."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, cast

import msgspec

from enumino.datasets.facts import FactSet
from enumino.errors import ProblemError

if TYPE_CHECKING:
    from enumino.datasets.documents import Counts
    from enumino.datasets.totals import Total
    from enumino.families.polyforms.rows import PolyformRows
    from enumino.published import Published


class Figure(NamedTuple):
    """A number of each size: its name, and how often a row counts by its key columns.

    `may_change` says whether rows that are not decided may change it. The largest number of a row
    is taken instead of their sum if `is_largest`.
    """

    name: str
    of: Callable[[Any], int]
    may_change: bool = True
    is_largest: bool = False


def at_most(number: int) -> Any:
    """Return the type of a limit of a search in JSON."""
    return Annotated[int, msgspec.Meta(ge=1, le=number)]


@dataclass(frozen=True, repr=False)
class PlaneFacts(FactSet):
    """Facts that searches decide, up to limits."""

    noun: ClassVar[str]  # label of the totals
    limits: ClassVar[Mapping[str, int]]  # largest values of the parameters
    tally: ClassVar[type]  # a named tuple of the key columns
    figures: ClassVar[tuple[Figure, ...]]

    def __post_init__(self) -> None:
        for name, most in self.limits.items():
            if not 1 <= (given := getattr(self, name)) <= most:
                raise ProblemError(f"--{name} is a number from 1 to {most:,}, not {given:,}.")

    @property
    def shapes(self) -> PolyformRows:
        """The rows that are described."""
        return cast("PolyformRows", self.rows)

    @abstractmethod
    def is_undecided(self, of: Any) -> bool:
        """Return whether a row may belong to another class."""

    @abstractmethod
    def published(self, name: str, cells: int) -> Published | None:
        """Return the published number of all free shapes of a size."""

    def totals(self, counts: Counts) -> list[Total]:
        """Return the number of shapes with each verdict, beside the published ones."""
        from enumino.datasets.totals import against

        found: dict[int, Counter[str]] = {}
        undecided: Counter[int] = Counter()
        for key, number in counts.items():
            of = self.tally(*key)
            numbers = found.setdefault(of.cells, Counter())
            undecided[of.cells] += number * self.is_undecided(of)
            for figure in self.figures:
                before, here = numbers[figure.name], figure.of(of)
                more = before + number * here
                numbers[figure.name] = max(before, here) if figure.is_largest else more
        kind, whole = self.shapes.kind, not self.shapes.is_conditional
        return [
            against(
                {"facts": self.noun, self.noun: figure.name, "kind": kind, "cells": cells},
                numbers[figure.name],
                self.published(figure.name, cells)
                if kind == "free" and whole and not (figure.may_change and undecided[cells])
                else None,
            )
            for figure in self.figures
            for cells, numbers in sorted(found.items())
        ]
