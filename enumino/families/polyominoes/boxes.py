"""Count fixed polyominoes by the sides of their boxes: the transfer matrix sweeps boxes anyway."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from enumino.enum.problem import Tally
from enumino.errors import ProblemError
from enumino.families.polyominoes.walks import SIDES, Cost
from enumino.run.checkpoints import Counted

LARGEST = 40
HEAVIEST, FALLING = 0.425, 2.2
"""The width with the most work is 0.425 times the cells; the next ones have 1 / 2.2 of it."""


@dataclass(frozen=True)
class Task:
    """The sweep of all boxes of one width."""

    index: int
    width: int
    seconds: float
    rate: float


@dataclass(frozen=True)
class BoxCount:
    """Numbers of fixed polyominoes of some sizes by height, width, or both.

    Parameters
    ----------
    cells : range
    by : tuple of str
        In the order of the answer.

    Raises
    ------
    ProblemError
        If there are other columns, or sizes out of reach.
    """

    cells: range
    by: tuple[str, ...]

    def __post_init__(self) -> None:
        if not set(self.by) <= set(SIDES):
            raise ProblemError(
                "The transfer matrix counts fixed polyominoes by height and width only: leave out "
                "--method."
            )
        if self.cells[0] < 1 or self.cells[-1] > LARGEST:
            raise ProblemError(
                f"The transfer matrix counts polyominoes of 1 to {LARGEST} cells by their boxes, "
                f"not of {self.cells[0] if self.cells[0] < 1 else self.cells[-1]}."
            )

    def to_json(self) -> dict[str, Any]:
        """Return the parameters as JSON values; all of them count by both sides."""
        cells = [self.cells[0], self.cells[-1]]
        return {"family": "polyominoes", "cells": cells, "by": "box", "method": "transfer-matrix"}

    def cost(self) -> Cost:
        """Return what the count is expected to take."""
        from enumino.families.polyominoes.counting import costs
        from enumino.families.polyominoes.counting.sweeps import FIXED

        expected = costs.matrix(FIXED, self.cells[-1])
        return Cost(expected.nodes, expected.seconds)

    def tasks(self) -> list[Task]:
        """Return a task for each width, longest first."""
        largest, cost = self.cells[-1], self.cost()
        widths = range(1, (largest + 1) // 2 + 1)
        work = {width: FALLING ** -abs(width - HEAVIEST * largest) for width in widths}
        second = cost.seconds / sum(work.values())
        return [
            Task(i, width, second * work[width], cost.nodes / cost.seconds)
            for i, width in enumerate(sorted(widths, key=lambda width: -work[width]))
        ]

    def run_task(self, task: Task, report: Callable[[int, int, int], None]) -> Counted:
        """Sweep a width; `report` gets the index of the task, rows (none) and steps."""
        from enumino.families.polyominoes.counting.sweep import Sweep

        started, sweep = perf_counter(), Sweep(task.width, self.cells[-1])
        while not sweep.done:
            before = sweep.steps
            sweep.advance()
            report(task.index, 0, sweep.steps - before)
        counts: dict[tuple[Any, ...], int] = {
            (size, task.width, length): int(number)
            for length, numbers in enumerate(sweep.boxes)
            for size, number in enumerate(numbers)
            if number and size in self.cells
        }
        seconds = round(perf_counter() - started, 3)
        return Counted(task.index, counts, sweep.steps, seconds, sweep.peak_bytes)

    def combine(self, counts: Mapping[tuple[Any, ...], int]) -> Tally:
        """Return the numbers by size and the sides that are asked for, in both orientations."""
        found: Counter[tuple[Any, ...]] = Counter()
        for (size, short, long), number in counts.items():
            for height, width in {(short, long), (long, short)}:
                sides = {"height": height, "width": width}
                found[(size, *(sides[name] for name in self.by))] += number
        return Tally(dict(found))
