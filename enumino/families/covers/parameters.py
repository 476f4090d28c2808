"""The parameters of exact covers: see `enumino.parameters`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from enumino.arguments import written
from enumino.conditions import checked_limit
from enumino.errors import DatasetError, ProblemError
from enumino.objects.cover import CoverProblem, ready_made, sudoku_cells
from enumino.parameters import SEARCH, Chosen, Given, Json, Limit, Option, Parameters
from enumino.words import quoted

CoverEngine = Literal["option-bitsets", "dancing-links"]
# The name of a ready-made problem, and its arguments.
Recipe = tuple[str | int, ...]
# A problem, or its recipe, or its lists as `CoverProblem.to_json` writes them.
Source = CoverProblem | Sequence[str | int] | Mapping[str, Any]


class _SourceJson(msgspec.Struct):
    ready_made: list[str | int] | None
    primary: Any
    secondary: Any
    options: Any


def _written(source: CoverProblem | Recipe) -> dict[str, Any]:
    return source.to_json() if isinstance(source, CoverProblem) else {"ready_made": list(source)}


def _read(source: Mapping[str, Any], others: Mapping[str, Any]) -> Source:
    """The recipe, or the lists of the problem, which are read when they are needed."""
    if not source.get("ready_made"):
        return source
    name, *arguments = source["ready_made"]
    if name != "sudoku" and not all(isinstance(number, int) for number in arguments):
        raise DatasetError(
            "The problem of the dataset is damaged: a ready-made one is made of whole numbers."
        )
    return name, *arguments


def problem_of(source: Source) -> CoverProblem:
    """Return the problem of its source."""
    if isinstance(source, CoverProblem):
        return source
    return (
        CoverProblem.from_json(dict(source)) if isinstance(source, Mapping) else ready_made(*source)
    )


@dataclass(frozen=True)
class CoverParameters(Parameters):
    """The parameters of exact covers; `recipe` is that of a ready-made problem."""

    family: ClassVar[str] = "cover"
    recipe: ClassVar[Recipe | None] = None

    problem: Annotated[
        Given[CoverProblem, Source],
        Json(_SourceJson, _written, _read, spread=True),
        Chosen("source"),
    ] = Given()
    engine: Annotated[CoverEngine | None, Json(optional=True), Option("--engine", SEARCH)] = None
    limit: Annotated[
        int | None,
        Json(Limit | None),
        Option("--limit", "Stop after the first K objects.", metavar="K"),
    ] = None
    name: Annotated[str, Json(optional=True)] = "a problem"

    def __post_init__(self) -> None:
        given: Any = self.problem
        is_named = not isinstance(given, CoverProblem | Mapping)
        recipe, name = _recipe(given) if is_named else None, self.name
        made = problem_of(recipe or given)
        if recipe:
            if recipe[0] == "sudoku":
                recipe = "sudoku", sudoku_cells(str(recipe[1]))  # however it was written
            name = "a sudoku" if recipe[0] == "sudoku" else " ".join(map(str, recipe))
        elif made.uncovered:
            items = f"item{'s' if len(made.uncovered) > 1 else ''} {', '.join(made.uncovered[:3])}"
            more = ", ..." if len(made.uncovered) > 3 else ""
            raise ProblemError(
                f"No option covers {items}{more}, so that there is no solution: add options, or "
                "make what may stay uncovered secondary."
            )
        self._set(
            problem=made,
            recipe=recipe,
            name=written(name, "The name of a problem"),
            limit=checked_limit(self.limit, "solution"),
        )

    @property
    def source(self) -> CoverProblem | Recipe:
        """The recipe of a ready-made problem, or the problem."""
        return self.recipe or self.problem

    def to_json(self) -> dict[str, Any]:
        """Return the parameters as JSON values."""
        return {"family": self.family, "name": self.name} | super().to_json()

    def options(self) -> dict[str, str]:
        """Return the options of the command line for the problem."""
        what = {"FILE": self.name}
        if self.recipe:
            name, *numbers = self.recipe
            what = {f"--{name}": " ".join(map(str, numbers))}
        return what | super().options()


def _recipe(named: Any) -> Recipe:
    """The name of a ready-made problem, and its arguments."""
    try:
        name, *arguments = [named] if isinstance(named, str) else named
        return str(name), *(each if isinstance(each, str) else index(each) for each in arguments)
    except (TypeError, ValueError) as error:
        raise ProblemError(
            f"{quoted(named)} is not a problem: give a CoverProblem, or the name of a ready-made "
            "one with its numbers, as ('queens', 8)."
        ) from error
