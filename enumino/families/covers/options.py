"""The options of exact covers: a file may have a sudoku a line, which are counted together."""

from __future__ import annotations

from typing import Any

from enumino.families.covers.puzzles import sudokus_in


def each(problem: str, **given: Any) -> list[dict[str, Any]]:
    """Return the values of the problems of several sudokus, or of the only problem."""
    several = sudokus_in(problem) or {"": problem}
    named = [{"name": name} if name else {} for name in several]
    return [
        {"problem": each, **name, **given}
        for each, name in zip(several.values(), named, strict=True)
    ]
