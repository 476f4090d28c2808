"""Little work on plain threads: the outcomes, reports and errors that a cluster would give."""

from __future__ import annotations

from dataclasses import dataclass
from threading import active_count, get_ident

import pytest

from enumino.errors import RunError
from enumino.run.cluster import Report
from enumino.run.threads import on_threads


@dataclass(frozen=True)
class Piece:
    """A task, and its own outcome."""

    index: int
    seconds: float = 0.0
    rate: float = 1.0
    rows: int = 1
    peak_bytes: int = 0


TASKS = [Piece(index) for index in range(20)]


@pytest.mark.parametrize("threads", [1, 3, 40])
def test_every_task_is_done_once_and_reports_are_heard_here(threads: int) -> None:
    heard: list[tuple[int, int]] = []

    def attempt(task: Piece, report: Report) -> Piece:
        report(task.index, 1, 2)
        return task

    def report(index: int, rows: int, nodes: int) -> None:
        heard.append((index, get_ident()))

    done = list(on_threads(attempt, TASKS, threads, report))
    assert sorted(done, key=lambda task: task.index) == TASKS
    assert sorted(heard) == [(task.index, get_ident()) for task in TASKS]


def test_an_error_is_raised_and_threads_end() -> None:
    before = active_count()

    def attempt(task: Piece, report: Report) -> Piece:
        if task.index == 3:
            raise RunError("no more")
        while task.index > 3:
            report(task.index, 0, 0)  # for ever, unless nobody asks any more
        return task

    with pytest.raises(RunError, match="no more"):
        list(on_threads(attempt, TASKS, 4, lambda *_: None))
    assert active_count() == before


def test_tasks_end_where_nobody_asks_any_more() -> None:
    before = active_count()

    def attempt(task: Piece, report: Report) -> Piece:
        while task.index:
            report(task.index, 0, 0)
        return task

    outcomes = on_threads(attempt, TASKS, 4, lambda *_: None)
    assert next(outcomes).index == 0
    outcomes.close()
    assert active_count() == before
