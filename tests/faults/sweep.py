"""The frame of all sweeps: cases tried side by side and judged by the laws, and their table."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import Protocol, TypeVar

from tests.faults.clients import Clients, Ending
from tests.faults.laws import Reference, differences, lost_and_doubled

Case = TypeVar("Case")
Worker = TypeVar("Worker")

WRONG_SHOWN = 20
HEADERS = (
    "where",
    "operation",
    "tried",
    "survived",
    "resumed",
    "lost rows",
    "doubled",
    "torn",
    "wrong",
)


@dataclass(frozen=True)
class Trial:
    """The outcome of a fault."""

    where: str  # disk, S3 moto, ...
    kind: str  # of the operation that it befell
    survived: bool  # the run went on
    lost: int  # rows, after the resume
    doubled: int  # rows, after the resume
    torn: int  # files, at any moment
    wrong: Sequence[str] = ()  # the laws that failed, in words


class Sweep(Protocol):
    """Tries many cases by clients side by side: every `stride`-th, as `seed` draws them."""

    def __call__(self, running: Sequence[Clients], stride: int = 1, seed: int = 0) -> list[Trial]:
        """Return what came of them."""


def judged(
    where: str,
    kind: str,
    case: object,
    endings: Sequence[Ending],
    damaged: Sequence[str],
    root: Path,
    reference: Reference,
) -> Trial:
    """Hold a case against the laws.

    Parameters
    ----------
    where, kind : str
    case : object
        What it was, for those who read what is wrong.
    endings : sequence of Ending
        How the run ended, and then its resumes, of which the last one met no fault.
    damaged : sequence of str
        Files that were torn after the faults.
    root : Path
        The dataset in the end.
    reference : Reference
    """
    *faulty, resumed = endings
    complaints = [ending.complaint() for ending in faulty]
    wrong = [each for each in complaints if each]
    wrong += [f"torn: {each}" for each in damaged]
    if not resumed.done:
        wrong.append(f"not resumed, {resumed.codes}: {resumed.said[-300:]!r}")
    for ending in endings:
        wrong += reference.disagreement(ending.said) if ending.done else []
    left = differences(root, reference)
    wrong += left
    lost, doubled = lost_and_doubled(root, reference) if left else (0, 0)
    named = [f"{where}, {case}: {each}" for each in wrong]
    return Trial(where, kind, faulty[0].done, lost, doubled, len(damaged), named)


@dataclass
class Table:
    """Trials, counted by where they were and what they befell."""

    trials: list[Trial] = field(default_factory=list)

    @property
    def wrong(self) -> list[str]:
        """The first law that failed in each trial."""
        return [trial.wrong[0] for trial in self.trials if trial.wrong]

    def render(self) -> str:
        """The table, with a row for all, and the first laws that failed."""
        kinds = sorted({(t.where, t.kind) for t in self.trials})
        rows = [HEADERS]
        for where, kind in kinds:
            chosen = [t for t in self.trials if (t.where, t.kind) == (where, kind)]
            rows.append((where, kind, *_sums(chosen)))
        rows.append(("all", "", *_sums(self.trials)))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(_cells(row, widths)) for row in rows]
        return "\n".join([*lines, *(f"! {each}" for each in self.wrong[:WRONG_SHOWN])])


def _sums(trials: Sequence[Trial]) -> tuple[str, ...]:
    survived = sum(t.survived for t in trials)
    figures = [
        len(trials),
        survived,
        len(trials) - survived,
        sum(t.lost for t in trials),
        sum(t.doubled for t in trials),
        sum(t.torn for t in trials),
        sum(bool(t.wrong) for t in trials),
    ]
    return tuple(f"{figure:,}" for figure in figures)


def _cells(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    texts = [cell.ljust(width) for cell, width in zip(row[:2], widths[:2], strict=True)]
    return texts + [cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True)]


def side_by_side(
    attempt: Callable[[Worker, Case], Trial], workers: Sequence[Worker], cases: Sequence[Case]
) -> list[Trial]:
    """Try all cases, each by a worker that is free; say on stderr how far it is."""
    free: SimpleQueue[Worker] = SimpleQueue()
    for worker in workers:
        free.put(worker)

    def tried(case: Case) -> Trial:
        worker = free.get()
        try:
            return attempt(worker, case)
        finally:
            free.put(worker)

    trials = []
    with ThreadPoolExecutor(len(workers)) as pool:
        for number, trial in enumerate(pool.map(tried, cases), 1):
            trials.append(trial)
            if number % 100 == 0:
                print(f"{number:,} of {len(cases):,}", file=sys.stderr)
    return trials
