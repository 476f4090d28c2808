"""``enumino count trominoes``: the construction, or all tilings by profiles."""

from __future__ import annotations

from typing import Any

from enumino.cli.counting import CountOptions, Output, count_command, count_problem
from enumino.cli.progress import CountView
from enumino.families.trominoes.options import COUNT_OPTIONS, problem


def _count(where: CountOptions, output: Output, **asked: Any) -> int:
    from enumino.families.trominoes.counts import count_trominoes, estimates

    made: Any = problem(**asked)
    CountView(where.quiet).say(made.describe())  # which cell is missing, if it is a random one
    return count_problem(made, count_trominoes, where, output, estimates=lambda: estimates(made))


command = count_command(
    "trominoes", "Boards with one cell missing, covered by L-trominoes.", COUNT_OPTIONS, _count
)
