"""Arguments, measurement and reporting shared by benchmarks."""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable
from time import thread_time

from enumino.enum.problem import Problem

Clock = Callable[[], float]


def arguments(description: str | None) -> argparse.ArgumentParser:
    """Return a parser of the arguments that all benchmarks share."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument(
        "--smoke", action="store_true", help="tiny problems, one run: whether it works at all"
    )
    return parser


def number_of_rows(problem: Problem) -> int:
    """Count rows with all columns, made and thrown away."""
    return sum(batch.records.num_rows for batch in problem.batches([()]))


def seconds(action: Callable[[], object], runs: int, clock: Clock = thread_time) -> list[float]:
    """Return the seconds of each run: processor time of this thread, or those of another clock."""
    found = []
    for _ in range(runs):
        started = clock()
        action()
        found.append(clock() - started)
    return found


def report(name: str, values: list[float], unit: str, note: str = "") -> None:
    """Print the median, the least and the greatest value."""
    middle = statistics.median(values)
    spread = f"({min(values):.2f} to {max(values):.2f})"
    print(f"{name:<58} {middle:8.2f} {unit:<12} {spread} {note}".rstrip(), flush=True)


def report_pairs(what: str, first: list[float], second: list[float], aim: str = "") -> None:
    """Print the median of the ratios of two lists, pair by pair."""
    ratios = [a / b for a, b in zip(first, second, strict=True)]
    report(f"  {what}, pair by pair", ratios, "times", aim)
