"""The parameters of exact covers: see `enumino.parameters`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from enumino.arguments import written
from enumino.errors import ProblemError
from enumino.objects.cover import CoverProblem, PlainCover, ready_made, sudoku_cells
from enumino.parameters import SEARCH, Parameters, checked_limit, option, row_limit
from enumino.words import quoted

CoverEngine = Literal["option-bitsets", "dancing-links"]
Recipe = tuple[str | int, ...]  # the name of a ready-made problem, and its arguments


if TYPE_CHECKING:
    AnyCover = str | Sequence[str | int] | CoverProblem | PlainCover
else:
    AnyCover = str | PlainCover


@dataclass(frozen=True)
class CoverParameters(Parameters):
    """The parameters of exact covers."""

    family: ClassVar[str] = "cover"

    problem: AnyCover  # the name of a ready-made one with its numbers, as "queens 8", or lists
    engine: CoverEngine | None = option("--engine", SEARCH, None)
    limit: int | None = row_limit()
    name: str = "a problem"

    def __post_init__(self) -> None:
        given, name = self.problem, self.name
        if isinstance(given, CoverProblem):
            self._set(problem=given.plain)
        elif not isinstance(given, PlainCover):
            recipe = _recipe(given)
            self._set(problem=" ".join(map(str, recipe)))
            name = "a sudoku" if recipe[0] == "sudoku" else str(self.problem)
        if (uncovered := self.cover.uncovered) and not self.recipe:
            items = f"item{'s' if len(uncovered) > 1 else ''} {', '.join(uncovered[:3])}"
            more = ", ..." if len(uncovered) > 3 else ""
            raise ProblemError(
                f"No option covers {items}{more}, so that there is no solution: add options, or "
                "make what may stay uncovered secondary."
            )
        self._set(
            name=written(name, "The name of a problem"),
            limit=checked_limit(self.limit, "solution"),
        )

    @property
    def recipe(self) -> Recipe | None:
        """The name of a ready-made problem, and its arguments."""
        return _recipe(self.problem) if isinstance(self.problem, str) else None

    @cached_property
    def cover(self) -> CoverProblem:
        """The items and the options."""
        if isinstance(self.problem, PlainCover):
            return CoverProblem.of(self.problem)
        return ready_made(*_recipe(self.problem))

    def options(self) -> dict[str, str]:
        """Return the options of the command line for the problem."""
        what = {"FILE": self.name}
        if self.recipe:
            name, *numbers = self.recipe
            what = {f"--{name}": " ".join(map(str, numbers))}
        return what | super().options()


def _recipe(named: Any) -> Recipe:
    """Return the name of a ready-made problem, and its arguments."""
    try:
        name, *arguments = named.split(maxsplit=1) if isinstance(named, str) else named
        if name == "sudoku":
            return name, *map(sudoku_cells, arguments)  # however they are written
        if isinstance(named, str):
            arguments = [int(number) for text in arguments for number in text.split()]
        return str(name), *map(index, arguments)
    except ProblemError:
        raise
    except (TypeError, ValueError) as error:
        raise ProblemError(
            f"{quoted(named)} is not a problem: give a CoverProblem, or the name of a ready-made "
            "one with its numbers, as 'queens 8'."
        ) from error
