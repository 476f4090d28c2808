"""Count boards that lack a cell: those of the construction, or all tilings."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np

from enumino.arguments import threads_or_cores
from enumino.datasets.totals import Total, as_totals
from enumino.families.tilings.counting.profiles import count_by_profiles
from enumino.families.tilings.counts import expected_profiles
from enumino.families.trominoes.problem import DeficientBoards, Trominoes
from enumino.families.trominoes.rows import DeficientBoardRows, TrominoRows
from enumino.objects.lattice import Cell
from enumino.objects.region import Region
from enumino.published import TOTAL
from enumino.run.counting import (
    Estimate,
    count_by_search,
    expected_search,
    refuse_checkpoint,
)
from enumino.run.events import OnEvent, sweeping


@as_totals
def count_deficient_boards(
    problem: DeficientBoards, on_event: OnEvent | None = None
) -> list[Total]:
    """Count all tilings of boards that lack a cell, in this thread.

    Tilings are counted by profiles, once for all cells that are images of each other.

    >>> found = count_deficient_boards(DeficientBoards(2, 2))
    >>> [(total.labels["missing"], total.count) for total in found][-1]
    ('all', 4)
    """
    rows, first = DeficientBoardRows(problem.to_json()), _first_images(problem)
    chosen = sorted(set(first.values()))
    numbers = {
        cell: count_by_profiles(rows.board(cell), on_cell=sweeping(on_event, done, len(chosen)))
        for done, cell in enumerate(chosen)
    }
    return rows.totals_by_cell(Counter({cell: numbers[image] for cell, image in first.items()}))


def _first_images(problem: DeficientBoards) -> dict[Cell, Cell]:
    """Return the first image of each missing cell under the symmetries of the board."""
    region = Region.rectangle(problem.rows, problem.cols)
    kept = region.images[region.images[:, 0] >= 0]
    first = np.vstack([np.arange(len(region)), kept]).min(axis=0)
    images = {cell: region.cells[k] for cell, k in zip(region.cells, first.tolist(), strict=True)}
    return {cell: images[cell] for cell in problem.cells}


def estimates(problem: Trominoes | DeficientBoards) -> list[Estimate]:
    """Return the expected work of the count; boards that lack a cell take nearly the same each."""
    if not isinstance(problem, DeficientBoards):
        return [expected_search(problem, "construction")]
    boards = sorted(set(_first_images(problem).values()))
    if not boards:
        return [Estimate("profiles", 0.0, 0.0)]
    one = expected_profiles(DeficientBoardRows(problem.to_json()).board(boards[0]))
    nodes, seconds = (each and each * len(boards) for each in (one.nodes, one.seconds))
    return [replace(one, nodes=nodes, seconds=seconds)]


@as_totals
def count_trominoes(
    problem: Trominoes | DeficientBoards, *, on_event: OnEvent | None = None, **where: Any
) -> list[Total]:
    """Count boards of the construction, or all tilings of boards that lack a cell.

    All tilings are counted by profiles, in this thread. `where` has the arguments of
    `enumino.count_tilings` that say where the boards of the construction are counted.

    >>> from enumino import Trominoes
    >>> [total.count for total in count_trominoes(Trominoes(8))]
    [64]
    """
    threads_or_cores(where.get("threads"))  # raises unless it is a valid number
    if isinstance(problem, DeficientBoards):
        refuse_checkpoint(where.get("checkpoint"))
        return count_deficient_boards(problem, on_event)
    tally = count_by_search(problem, on_event=on_event, **where)
    lines = TrominoRows(problem.to_json()).totals(tally.counts)
    return [line for line in lines if line.symmetry == TOTAL]
