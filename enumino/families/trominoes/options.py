"""The options of tromino boards."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from enumino.cli.options import Option, Whole
from enumino.cli.output import show, show_json
from enumino.cli.problems import FamilyOptions
from enumino.cli.progress import View
from enumino.errors import OK, ProblemError

if TYPE_CHECKING:
    from enumino.families.trominoes.problem import Trominoes


class Options(FamilyOptions):
    """The options of tromino boards."""

    further = (Option("--seed N", "Seed of --missing random.  [default: 0]", Whole()),)
    prints = True

    def problem(self, board: int, missing: str, seed: int | None = None, **given: Any) -> Trominoes:
        from enumino.families.trominoes.problem import Trominoes

        if seed is not None and missing != "random":
            raise ProblemError(
                "--seed chooses the cell of --missing random: leave one of them out, or write "
                "--missing random."
            )
        if missing == "random":
            chosen = random.Random(seed or 0)
            missing = f"{chosen.randrange(max(1, board))},{chosen.randrange(max(1, board))}"
        return Trominoes(board, missing, **given)

    def print_problem(self, problem: Trominoes, quiet: bool, as_json: bool) -> int:
        """Print the board of one missing cell."""
        from enumino.drawing import numbers
        from enumino.families.trominoes.construction import numbered_board

        if problem.cell is None:
            number = problem.expect(0).rows
            raise ProblemError(
                f"Without --to one board is printed, and --missing all makes {number:,}: name a "
                "cell, as in --missing 3,2, or a folder, --to DIR."
            )
        View(quiet).say(problem.describe())
        board = numbered_board(problem.board, problem.cell)
        if as_json:
            show_json({"problem": problem.to_json(), "numbers": board.tolist()})
        else:
            show(numbers(board))
        return OK
