"""The progress of a run: sums of its events, listeners that show them, a bar in a notebook."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
from enumino.words import duration, plural
from enumino.words import rate as per_second

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


class Watcher:
    """A listener to a listing or a count, whose tasks are called by `unit`."""

    def __init__(self, unit: str) -> None:
        self.meter = Meter()
        self.unit = unit

    is_due: Callable[..., bool]  # whether something would be shown now
    show: Callable[[float, str], None]  # how far the work has come, and details
    say: Callable[[str], None]  # a sentence

    def __call__(self, event: Event) -> None:
        """Handle an event."""
        match event:
            case Started():
                self.meter.start(event.tasks, event.done)
            case Progressed():
                self.meter.progress(event)
            case TaskFinished():
                self.meter.finish(event.outcome)
            case Notice():
                self.say(event.sentence)
            case Swept():
                if self.is_due(last=event.done == event.cells):
                    done = f"{event.done:,} of {plural(event.cells, 'cell')} swept"
                    self.show(event.done / event.cells, f"{done}, {plural(event.states, 'state')}")
                return
        meter = self.meter
        if meter.weights and self.is_due(last=meter.finished == len(meter.weights)):
            self.show(meter.fraction, self._line())

    def _line(self) -> str:
        """Return the state in one line; rows and their rate, if rows are written."""
        meter = self.meter
        left = meter.seconds_left
        remaining = "" if left is None else f", {duration(left)} left"
        line = f"{meter.finished:,} of {plural(len(meter.weights), self.unit)}{remaining}"
        if not meter.rows_seen:
            return line
        rate = f", {per_second(meter.rate)} rows/s" if meter.seconds > 1 else ""
        return f"{line}, {plural(meter.rows_seen, 'row')}{rate}"


class NotebookProgress(Watcher):
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
        super().__init__("part")
        self._ipython = optional(
            "IPython.display", "A bar in a notebook needs IPython", "ipykernel"
        )
        self._shown: Any = None
        self._last = 0.0
        self._notice = ""

    def __call__(self, event: Event) -> None:
        """Handle an event."""
        super().__call__(event)
        if isinstance(event, Dividing):
            self.show(0.0, "Dividing the search into parts ...")
        elif isinstance(event, Finished):
            self.show(1.0, plural(event.manifest.rows, "row"))

    def is_due(self, *, last: bool = False) -> bool:
        """Whether the bar moves now: a few times a second."""
        now = monotonic()
        if now - self._last < BAR_SECONDS:
            return last
        self._last = now
        return True

    def say(self, sentence: str) -> None:
        """Show a sentence below the bar, from now on."""
        self._notice = sentence

    def show(self, fraction: float, details: str) -> None:
        """Move the bar."""
        words = f"{fraction:.0%}, {details}" if 0 < fraction < 1 else details
        notice = f"<br>{escape(self._notice)}" if self._notice else ""
        bar = f'<progress value="{fraction:.4f}" max="1"></progress> {escape(words)}{notice}'
        page = self._ipython.HTML(bar)
        if self._shown is None:
            self._shown = self._ipython.display(page, display_id=True)
        else:
            self._shown.update(page)
