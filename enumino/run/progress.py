"""The progress of a run: sums of its events, and a bar of them in a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from time import monotonic
from typing import Any

from enumino.imports import optional
from enumino.run import events
from enumino.run.events import (
    Dividing,
    Event,
    Finished,
    Notice,
    Progressed,
    Started,
    Swept,
    TaskFinished,
)
from enumino.words import plural

BAR_SECONDS = 0.2  # between two pictures of a bar
NEARLY = 0.95  # a running task never counts as done before it is


class Meter:
    """Sums of what is done of the tasks of a run, weighed by the seconds they are expected to take.

    Everything is a running total: an event costs the same, however many tasks there are.
    """

    def __init__(self) -> None:
        self.weights: dict[int, float] = {}
        self.rows = self.finished = 0
        self._rates: dict[int, float] = {}
        self._running: dict[int, float] = {}
        self._rows_running: dict[int, int] = {}
        self._total = self._done = 0.0
        self._rows_of_running = 0
        self._started = monotonic()
        self._rows_before = 0
        self._fraction_before = 0.0

    def start(self, tasks: Sequence[events.Task], done: Sequence[events.Outcome]) -> None:
        """Register all tasks, and the outcomes of those that were finished before."""
        self.weights = {task.index: max(task.seconds, 1e-9) for task in tasks}
        self._rates = {task.index: task.rate for task in tasks}
        self._total = sum(self.weights.values())
        for outcome in done:
            self.finish(outcome)
        self._rows_before, self._fraction_before = self.rows, self.fraction
        self._started = monotonic()

    def progress(self, event: Progressed) -> None:
        """Add the report of a running task."""
        index, before = event.index, self._share(event.index)
        seconds = event.nodes / self._rates[index]
        self._running[index] = self._running.get(index, 0.0) + seconds
        self._done += self._share(index) - before
        self._rows_running[index] = self._rows_running.get(index, 0) + event.rows
        self._rows_of_running += event.rows

    def finish(self, outcome: events.Outcome) -> None:
        """Add a finished task."""
        index = outcome.index
        self._done += self.weights.get(index, 0.0) - self._share(index)
        self._running.pop(index, None)
        self._rows_of_running -= self._rows_running.pop(index, 0)
        self.rows += outcome.rows
        self.finished += 1

    def _share(self, index: int) -> float:
        """Return the share of a running task that counts as done."""
        return min(NEARLY * self.weights.get(index, 0.0), self._running.get(index, 0.0))

    @property
    def fraction(self) -> float:
        """Share of the estimated work that is done."""
        if self.finished >= len(self.weights):
            return 1.0 if self.weights else 0.0
        return min(1.0, max(0.0, self._done / self._total))

    @property
    def rows_seen(self) -> int:
        """Rows of finished tasks and of running ones."""
        return self.rows + self._rows_of_running

    @property
    def rate(self) -> float:
        """Rows a second since the start."""
        return (self.rows_seen - self._rows_before) / max(1e-3, self.seconds)

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return monotonic() - self._started

    @property
    def seconds_left(self) -> float | None:
        """Seconds still to go at the present pace; None at the beginning and at the end."""
        gained = self.fraction - self._fraction_before
        if gained <= 0.01 or self.fraction >= 1:
            return None
        return self.seconds * (1 - self.fraction) / gained


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
        self._shown: Any = None
        self._last = 0.0
        self._meter = Meter()
        self._notice = ""

    def __call__(self, event: Event) -> None:
        """Handle an event."""
        match event:
            case Dividing():
                self._show(0.0, "Dividing the search into parts ...")
            case Started():
                self._meter.start(event.tasks, event.done)
                self._update(now=True)
            case Progressed():
                self._meter.progress(event)
                self._update()
            case TaskFinished():
                self._meter.finish(event.outcome)
                self._update()
            case Swept():
                cells = plural(event.cells, "cell")
                self._show(event.done / event.cells, f"{event.done:,} of {cells} swept")
            case Notice():
                self._notice = event.sentence
            case Finished():
                self._show(1.0, plural(event.manifest.rows, "row"))

    def _update(self, *, now: bool = False) -> None:
        """Show how far the tasks are, a few times a second."""
        if not now and monotonic() - self._last < BAR_SECONDS:
            return
        self._last = monotonic()
        meter = self._meter
        rows = f", {plural(meter.rows_seen, 'row')}" if meter.rows_seen else ""
        share = meter.fraction if meter.weights else 1.0
        self._show(share, f"{plural(len(meter.weights), 'part')}{rows}")

    def _show(self, share: float, about: str) -> None:
        words = f"{share:.0%} of {about}" if 0 < share < 1 else about
        notice = f"<br>{escape(self._notice)}" if self._notice else ""
        bar = f'<progress value="{share:.4f}" max="1"></progress> {escape(words)}{notice}'
        page = self._ipython.HTML(bar)
        if self._shown is None:
            self._shown = self._ipython.display(page, display_id=True)
        else:
            self._shown.update(page)
