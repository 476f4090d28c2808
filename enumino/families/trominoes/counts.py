"""Count the boards of the tromino construction."""

from __future__ import annotations

from typing import Any

from enumino.arguments import threads_or_cores
from enumino.datasets.totals import Total, as_totals
from enumino.families.deficient_boards.counts import count_deficient_boards
from enumino.families.deficient_boards.problem import DeficientBoards
from enumino.families.trominoes.problem import Trominoes
from enumino.families.trominoes.rows import TrominoRows
from enumino.published import TOTAL
from enumino.run.counting import count_by_search, refuse_checkpoint
from enumino.run.events import OnEvent


@as_totals
def count_trominoes(
    problem: Trominoes | DeficientBoards, *, on_event: OnEvent | None = None, **where: Any
) -> list[Total]:
    """Count boards of the construction, or all tilings of boards that lack a cell.

    The latter by profiles, here and in this thread; `where` says, as in `enumino.count_tilings`,
    where the boards of the construction are counted.

    >>> from enumino import Trominoes
    >>> [total.count for total in count_trominoes(Trominoes(8))]
    [64]
    """
    threads_or_cores(where.get("threads"))  # refuses what is no number of them
    if isinstance(problem, DeficientBoards):
        refuse_checkpoint(where.get("checkpoint"))
        return count_deficient_boards(problem, on_event)
    tally = count_by_search(problem, on_event=on_event, **where)
    lines = TrominoRows(problem.to_json()).totals(tally.counts)
    return [line for line in lines if line.symmetry == TOTAL]
