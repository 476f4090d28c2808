"""The progress of a run: sums of its events, and a bar in a notebook."""

from __future__ import annotations

from html import escape
from time import monotonic
from typing import TYPE_CHECKING, Any

from enumino.errors import optional
from enumino.run.events import Event, Finished, PartFinished, Progressed, Started
from enumino.words import duration, plural
from enumino.words import rate as per_second

if TYPE_CHECKING:
    from enumino.datasets.plan import Part, PartResult

BAR_SECONDS = 0.2  # between two pictures of a bar
NEARLY = 0.95  # a running part never counts as done before it is


class Meter:
    """Sums of the events of a run, whose parts weigh the seconds that they are expected to take."""

    def __init__(self) -> None:
        self.parts: dict[int, Part] = {}
        self.finished = self.rows = 0  # parts, and their rows
        self._weight = self._done = 0.0
        self._running: dict[int, tuple[int, int]] = {}  # rows and nodes so far
        self._began = monotonic()
        self._before = 0, 0.0  # rows and share of the work that were done at the beginning

    def __call__(self, event: Event) -> None:
        """Add an event."""
        match event:
            case Started():
                self.parts = {part.index: part for part in event.parts}
                self._weight = sum(map(_weight, event.parts))
                for result in event.done:
                    self._finish(result)
                self._began, self._before = monotonic(), (self.rows, self.fraction)
            case Progressed():
                rows, nodes = self._running.get(event.index, (0, 0))
                self._running[event.index] = rows + event.rows, nodes + event.nodes
            case PartFinished():
                self._finish(event.result)

    def _finish(self, result: PartResult) -> None:
        self._running.pop(result.index, None)
        self._done += _weight(self.parts[result.index])
        self.rows += result.rows
        self.finished += 1

    @property
    def fraction(self) -> float:
        """Share of the expected work that is done."""
        if self.finished == len(self.parts):
            return 1.0 if self.parts else 0.0
        running = ((self.parts[index], nodes) for index, (_, nodes) in self._running.items())
        shares = (min(NEARLY * _weight(part), nodes / part.rate) for part, nodes in running)
        return min(1.0, (self._done + sum(shares)) / self._weight)

    @property
    def rows_seen(self) -> int:
        """Rows of finished parts and of running ones."""
        return self.rows + sum(rows for rows, _ in self._running.values())

    @property
    def rate(self) -> float:
        """Rows a second since the start."""
        return (self.rows_seen - self._before[0]) / max(1e-3, monotonic() - self._began)

    def line(self) -> str:
        """Return the state in one line: parts, the time left at this pace, rows and their rate."""
        line = f"{self.finished:,} of {plural(len(self.parts), 'part')}"
        seconds, gained = monotonic() - self._began, self.fraction - self._before[1]
        if gained > 0.01 and self.fraction < 1:
            line += f", {duration(seconds * (1 - self.fraction) / gained)} left"
        if self.rows_seen:
            line += f", {plural(self.rows_seen, 'row')}"
            line += f", {per_second(self.rate)} rows/s" if seconds > 1 else ""
        return line


def _weight(part: Part) -> float:
    return max(part.seconds, 1e-9)


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
        self._meter, self._last = Meter(), 0.0
        self._shown: Any = None

    def __call__(self, event: Event) -> None:
        """Move the bar, a few times a second."""
        self._meter(event)
        if isinstance(event, Finished):
            fraction, words = 1.0, plural(event.manifest.rows, "row")
        elif monotonic() - self._last < BAR_SECONDS:
            return
        else:
            fraction = self._meter.fraction
            words = f"{fraction:.0%}, {self._meter.line()}"
        self._last = monotonic()
        bar = f'<progress value="{fraction:.4f}" max="1"></progress> {escape(words)}'
        page = self._ipython.HTML(bar)
        if self._shown is None:
            self._shown = self._ipython.display(page, display_id=True)
        else:
            self._shown.update(page)
