"""The progress of a run: sums of its events, and a bar in a notebook."""

from __future__ import annotations

from html import escape
from time import monotonic
from typing import Any

from enumino.imports import optional
from enumino.run.events import (
    Event,
    Finished,
    Notice,
    Outcome,
    Progressed,
    Started,
    Swept,
    Task,
    TaskFinished,
)
from enumino.words import duration, plural
from enumino.words import rate as per_second

BAR_SECONDS = 0.2  # between two pictures of a bar
NEARLY = 0.95  # a running task never counts as done before it is


class Meter:
    """Sums of the events of a run, whose tasks weigh the seconds that they are expected to take.

    `unit` is the noun for a task.
    """

    def __init__(self, unit: str) -> None:
        self.unit = unit
        self.tasks: dict[int, Task] = {}
        self.finished = self.rows = 0  # tasks, and their rows
        self._weight = self._done = 0.0
        self._running: dict[int, tuple[int, int]] = {}  # rows and nodes so far
        self._swept: Swept | None = None
        self._began = monotonic()
        self._before = 0, 0.0  # rows and share of the work that were done at the beginning

    def __call__(self, event: Event) -> None:
        """Add an event."""
        match event:
            case Started():
                self.tasks = {task.index: task for task in event.tasks}
                self._weight = sum(map(_weight, event.tasks))
                for outcome in event.done:
                    self._finish(outcome)
                self._began, self._before = monotonic(), (self.rows, self.fraction)
            case Progressed():
                rows, nodes = self._running.get(event.index, (0, 0))
                self._running[event.index] = rows + event.rows, nodes + event.nodes
            case TaskFinished():
                self._finish(event.outcome)
            case Swept():
                self._swept = event

    def _finish(self, outcome: Outcome) -> None:
        self._running.pop(outcome.index, None)
        self._done += _weight(self.tasks[outcome.index])
        self.rows += outcome.rows
        self.finished += 1

    @property
    def fraction(self) -> float:
        """Share of the expected work that is done."""
        if self._swept is not None:
            return self._swept.done / self._swept.cells
        if self.finished == len(self.tasks):
            return 1.0 if self.tasks else 0.0
        running = ((self.tasks[index], nodes) for index, (_, nodes) in self._running.items())
        shares = (min(NEARLY * _weight(task), nodes / task.rate) for task, nodes in running)
        return min(1.0, (self._done + sum(shares)) / self._weight)

    @property
    def rows_seen(self) -> int:
        """Rows of finished tasks and of running ones."""
        return self.rows + sum(rows for rows, _ in self._running.values())

    @property
    def rate(self) -> float:
        """Rows a second since the start."""
        return (self.rows_seen - self._before[0]) / max(1e-3, monotonic() - self._began)

    def line(self) -> str:
        """Return the state in one line: tasks, the time left at this pace, rows and their rate."""
        if self._swept is not None:
            cells = f"{self._swept.done:,} of {plural(self._swept.cells, 'cell')}"
            return f"{cells} swept, {plural(self._swept.states, 'state')}"
        line = f"{self.finished:,} of {plural(len(self.tasks), self.unit)}"
        seconds, gained = monotonic() - self._began, self.fraction - self._before[1]
        if gained > 0.01 and self.fraction < 1:
            line += f", {duration(seconds * (1 - self.fraction) / gained)} left"
        if self.rows_seen:
            line += f", {plural(self.rows_seen, 'row')}"
            line += f", {per_second(self.rate)} rows/s" if seconds > 1 else ""
        return line


def _weight(task: Task) -> float:
    return max(task.seconds, 1e-9)


class NotebookProgress:
    """A progress bar in a notebook: give it as `on_event`.

    Raises
    ------
    MissingExtraError
        If IPython is not installed.

    Examples
    --------
    ``enumino.enumerate_to(root, problem, on_event=enumino.NotebookProgress())``
    """

    def __init__(self) -> None:
        self._ipython = optional(
            "IPython.display", "A bar in a notebook needs IPython", "ipykernel"
        )
        self._meter = Meter("part")
        self._shown: Any = None
        self._last = 0.0
        self._notice = ""

    def __call__(self, event: Event) -> None:
        """Move the bar, a few times a second."""
        self._meter(event)
        if isinstance(event, Notice):
            self._notice = f"<br>{escape(event.sentence)}"
        elif isinstance(event, Finished):
            self._show(1.0, plural(event.manifest.rows, "row"))
        elif monotonic() - self._last >= BAR_SECONDS:
            self._last = monotonic()
            self._show(self._meter.fraction, f"{self._meter.fraction:.0%}, {self._meter.line()}")

    def _show(self, fraction: float, words: str) -> None:
        bar = f'<progress value="{fraction:.4f}" max="1"></progress> {escape(words)}'
        page = self._ipython.HTML(bar + self._notice)
        if self._shown is None:
            self._shown = self._ipython.display(page, display_id=True)
        else:
            self._shown.update(page)
