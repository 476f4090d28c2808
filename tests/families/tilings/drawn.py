"""Tilings drawn at random, and how tests read the rows of a problem."""

from collections.abc import Iterator
from dataclasses import replace

import pyarrow as pa

from enumino.enum.exact_cover.engines import ENGINES
from enumino.enum.problem import Prefix, Problem
from enumino.errors import ProblemError
from enumino.families.tilings.problem import Tilings
from enumino.objects.board import EMPTY_LETTER, Board
from enumino.objects.tiling import Tiling
from tests import naive_covering
from tests.naive_covering import Covering

# The uses of pieces as arguments of `Tilings`.
USES: dict[str, dict[str, bool]] = {
    "any": {},
    "at-most-once": {"at_most_once": True},
    "each-once": {"each_once": True},
}


def board_of(problem: Tilings) -> Board:
    return Board(problem.board.region, problem.board.placed)


def table(problem: Problem, prefixes: list[Prefix], rows: int = 1 << 17) -> pa.Table:
    batches = [batch.records for batch in problem.batches(prefixes, rows)]
    assert all(batch.num_rows <= rows for batch in batches)
    return pa.Table.from_batches(batches).combine_chunks()


def laid(problem: Tilings, rows: pa.Table) -> list[Covering]:
    """The tilings of rows, from the letters; the placements have to say the same."""
    board = board_of(problem)
    options = [(int(board.piece[o]), frozenset(board.cells_of(o))) for o in range(len(board))]
    found = []
    for row in rows.to_pylist():
        tiling = Tiling.from_layout(problem.board.region, row["layout"], board.shapes)
        empty = row["layout"].count(EMPTY_LETTER) if problem.board.region.optional else 0
        assert row["pieces"] == len(tiling) == len(row["layout"]) - empty
        found.append(naive_covering.laid(problem, tiling.pieces))
        if problem.placements:
            assert row["placements"] == sorted(row["placements"])
            placed = frozenset(options[option] for option in row["placements"])
            assert {each for each in placed if each[0] < len(board.placed)} == found[-1]
    return found


def engines_for(problem: Tilings) -> Iterator[Tilings]:
    """The problem with each engine that takes it; cell masks refuse some, such as counted uses."""
    reasons = {}
    for engine in ENGINES:
        try:
            yield replace(problem, engine=engine)
        except ProblemError as error:
            reasons[engine] = str(error)
    assert reasons.keys() <= {"cell-masks"}
    assert all("leave out --engine" in reason for reason in reasons.values())
