"""The options of exact covers: a file may have a sudoku a line, which are counted together."""

from __future__ import annotations

from functools import partial
from typing import Any

from enumino.cli.problems import options_of, problem_of
from enumino.families.covers import FAMILY
from enumino.families.covers.parameters import CoverParameters
from enumino.objects.cover.puzzles import sudokus_in

OPTIONS = options_of(CoverParameters)
problem = partial(problem_of, FAMILY)


def each(problem: str, **given: Any) -> list[dict[str, Any]]:
    """Return the values of the problems of several sudokus, or of the only problem."""
    several = sudokus_in(problem) or {"": problem}
    named = [{"name": name} if name else {} for name in several]
    return [
        {"problem": each, **name, **given}
        for each, name in zip(several.values(), named, strict=True)
    ]
