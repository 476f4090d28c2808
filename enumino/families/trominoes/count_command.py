"""``enumino count trominoes``: boards of the construction."""

from __future__ import annotations

from typing import Any

from enumino.cli.counting import CountOptions, Output, count_command, count_problem
from enumino.cli.progress import CountView
from enumino.datasets.totals import Total, as_totals
from enumino.families.trominoes.options import COUNT_OPTIONS, problem
from enumino.families.trominoes.rows import TrominoRows
from enumino.published import TOTAL
from enumino.run.counting import count_by_search, expected_search


@as_totals
def _totals(boards: Any, **where: Any) -> list[Total]:
    tally = count_by_search(boards, **where)
    lines = TrominoRows(boards.to_json()).totals(tally.counts)
    return [line for line in lines if line.symmetry == TOTAL]


def _count(where: CountOptions, output: Output, **asked: Any) -> int:
    made = problem(**asked)
    CountView(where.quiet).say(made.describe())  # which cell is missing, if it is a random one
    return count_problem(
        made,
        _totals,
        where,
        output,
        estimates=lambda: [expected_search(made, "construction")],
    )


command = count_command(
    "trominoes", "Boards with one cell missing, covered by L-trominoes.", COUNT_OPTIONS, _count
)
