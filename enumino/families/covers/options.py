"""The options of exact covers; the sudokus on the lines of a file are counted together."""

from __future__ import annotations

from typing import Any

from enumino.cli.problems import FamilyOptions
from enumino.families.covers.sudokus import sudokus_in


class Options(FamilyOptions):
    """The options of exact covers."""

    def problems(self, problem: str, **given: Any) -> list[dict[str, Any]]:
        word, *file = problem.split(maxsplit=1) or [""]
        if word != "sudokus" or not file:
            return [{"problem": problem, **given}]
        return [
            {"problem": sudoku, "name": name, **given} for name, sudoku in sudokus_in(*file).items()
        ]
