"""The options of tromino boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from enumino.cli.options import Decorator
from enumino.cli.problems import options_of
from enumino.cli.progress import View
from enumino.cli.tables import echo_json
from enumino.errors import OK, ProblemError
from enumino.families.trominoes.parameters import TrominoParameters

if TYPE_CHECKING:
    from enumino.enum.problem import Problem
    from enumino.families.trominoes.boards import Missing


COUNT_OPTIONS: list[Decorator] = [
    *options_of(TrominoParameters, counting=True),
    click.option("--all-tilings", is_flag=True, help="All tilings, of boards of any size."),
]
OPTIONS: list[Decorator] = [*COUNT_OPTIONS, options_of(TrominoParameters)[-1]]


def problem(
    board: tuple[int, int],
    missing: str | tuple[int, int],
    seed: int | None,
    all_tilings: bool,
    up_to_symmetry: bool = False,
) -> Problem:
    """Make the problem of the `OPTIONS`."""
    from enumino.families.trominoes.problem import DeficientBoards, Trominoes

    where = _missing_cell(missing, board, seed)
    if all_tilings:
        if up_to_symmetry:
            raise ProblemError(
                "--up-to-symmetry is for the construction, not for --all-tilings: leave one of "
                "them out."
            )
        return DeficientBoards(*board, where)
    if board[0] != board[1]:
        raise ProblemError(
            f"The construction covers square boards, not {board[0]}x{board[1]}: "
            "--all-tilings lists all tilings of boards of any sides."
        )
    return Trominoes(board[0], where, up_to_symmetry)


def _missing_cell(
    missing: str | tuple[int, int], board: tuple[int, int], seed: int | None
) -> Missing:
    if seed is not None and missing != "random":
        raise ProblemError(
            "--seed chooses the cell of --missing random: leave it out, or name no other cell."
        )
    if isinstance(missing, tuple):
        return missing
    if missing == "all":
        return "all"
    import random

    chosen = random.Random(seed or 0)
    return chosen.randrange(max(1, board[0])), chosen.randrange(max(1, board[1]))


def print_problem(problem: Problem, quiet: bool, as_json: bool) -> int:
    """Print the board of one missing cell."""
    from enumino.drawing import numbers
    from enumino.enum.compiled import announce_compilation
    from enumino.families.trominoes.boards import numbered_board
    from enumino.families.trominoes.problem import Trominoes

    if not isinstance(problem, Trominoes):
        raise ProblemError(
            "Without --to the board of the construction is printed, and --all-tilings lists "
            "others: name a folder with --to DIR."
        )
    if problem.missing == "all":
        number = problem.expect(0).rows
        raise ProblemError(
            f"Without --to one board is printed, and --missing all makes {number:,}: name a cell, "
            "as in --missing 3,2, or a folder, --to DIR."
        )
    view = View(quiet)
    view.say(problem.describe())
    with announce_compilation(view.compiling):
        board = numbered_board(problem.board, problem.missing)
    if as_json:
        echo_json({"problem": problem.to_json(), "numbers": board.tolist()})
    else:
        click.echo(numbers(board))
    return OK
