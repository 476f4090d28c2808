"""Show the events of a run or a count on stderr: a bar on a terminal, log lines elsewhere."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from enumino.cli.tables import duration, plural, size

if TYPE_CHECKING:
    from rich.progress import Progress

    from enumino.counts.events import CountEvent
    from enumino.run import Event

LOG_SECONDS = 5.0
MEANINGFUL_SECONDS = 1.0  # shorter or smaller runs are all start-up: their rates say nothing
MEANINGFUL_ROWS = 100_000
NEARLY = 0.95  # a running part never counts as done before it is


class Meter:
    """Adds up what is done of tasks of known weights: share, rate, and the time that remains."""

    def __init__(self) -> None:
        self.weights: dict[int, float] = {}
        self.running: dict[int, float] = {}
        self.rows_running: dict[int, int] = {}
        self.rows = self.finished = 0
        self._started = monotonic()
        self._rows_before = 0
        self._fraction_before = 0.0

    def start(self, weights: dict[int, float], done: dict[int, int]) -> None:
        """Take in the weights of all tasks, and the rows of those that were finished before."""
        self.weights = {index: max(weight, 1e-9) for index, weight in weights.items()}
        for index, rows in done.items():
            self.finish(index, rows)
        self._rows_before, self._fraction_before = self.rows, self.fraction
        self._started = monotonic()

    def progress(self, index: int, rows: int, weight: float) -> None:
        """Take in what a running task reports, in the unit of the weights."""
        self.running[index] = self.running.get(index, 0.0) + weight
        self.rows_running[index] = self.rows_running.get(index, 0) + rows

    def finish(self, index: int, rows: int) -> None:
        """Take in a finished task."""
        self.running[index] = float("inf")
        self.rows_running.pop(index, None)
        self.rows += rows
        self.finished += 1

    @property
    def fraction(self) -> float:
        """Share of the estimated work that is done."""
        total = sum(self.weights.values())
        done = sum(
            self.weights[i]
            * (1.0 if within == float("inf") else min(NEARLY, within / self.weights[i]))
            for i, within in self.running.items()
            if i in self.weights
        )
        return done / total if total else 0.0

    @property
    def rows_seen(self) -> int:
        """Rows of finished tasks and of running ones."""
        return self.rows + sum(self.rows_running.values())

    @property
    def rate(self) -> float:
        """Rows a second since the start."""
        return (self.rows_seen - self._rows_before) / max(1e-3, self.seconds)

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return monotonic() - self._started

    @property
    def remaining(self) -> str:
        """The time still to go, by the estimates; empty before there is anything to go by."""
        gained = self.fraction - self._fraction_before
        if gained <= 0.01:
            return ""
        return f", {duration(self.seconds * (1 - self.fraction) / gained)} left"


class View:
    """Lines on stderr, and a bar when that is a terminal; a context manager that takes it down."""

    unit = "part"

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.meter = Meter()
        self._bar: Progress | None = None
        self._task: Any = None
        self._logged = monotonic()

    def __enter__(self) -> View:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def say(self, sentence: str) -> None:
        """Write a line, above the bar."""
        if self.quiet:
            return
        if self._bar is not None:
            self._bar.console.print(sentence, highlight=False)
        else:
            click.echo(sentence, err=True)

    def compiling(self) -> None:
        """Say that kernels are being compiled."""
        self.say("Compiling the kernels, once on this machine (some seconds) ...")

    def interrupted(self) -> str:
        """Return what has been kept of an interrupted run."""
        done, planned = self.meter.finished, len(self.meter.weights)
        return f"{done} of {plural(planned, self.unit)} are finished and kept"

    def line(self) -> str:
        """Return the state in one line."""
        meter = self.meter
        planned = plural(len(meter.weights), self.unit)
        done = f"{100 * meter.fraction:3.0f} %  {meter.finished} of {planned}"
        return f"{done}{meter.remaining}{self.details()}"

    def details(self) -> str:
        """Return what else the line tells."""
        return ""

    def begin(self) -> None:
        """Show the bar, if there is a terminal to show it on."""
        if self.quiet or not sys.stderr.isatty():
            return
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        console = Console(stderr=True)
        self._bar = Progress(
            BarColumn(bar_width=24), TextColumn("{task.description}"), console=console
        )
        self._task = self._bar.add_task(self.line(), total=1.0)
        self._bar.start()

    def update(self) -> None:
        """Show how far the run has come."""
        if self._bar is not None:
            self._bar.update(self._task, completed=self.meter.fraction, description=self.line())
        elif not self.quiet and monotonic() - self._logged >= LOG_SECONDS:
            self._logged = monotonic()
            click.echo(self.line(), err=True)


class ProgressView(View):
    """Listens to `enumino.run.enumerate_to`."""

    def __call__(self, event: Event) -> None:
        from enumino import run

        if isinstance(event, run.Started):
            weights = {part.index: part.nodes for part in event.plan.parts}
            self.meter.start(weights, {result.index: result.rows for result in event.done})
            if event.done:
                self.say(f"Resuming: {len(event.done)} of {len(weights)} parts are there.")
            if event.dashboard:
                self.say(f"Dashboard: {event.dashboard}")
            self.begin()
        elif isinstance(event, run.Progressed):
            self.meter.progress(event.index, event.rows, event.nodes)
            self.update()
        elif isinstance(event, run.PartFinished):
            self.meter.finish(event.result.index, event.result.rows)
            self.update()

    def details(self) -> str:
        """Return rows and their rate."""
        rate = f", {self.meter.rate / 1e6:.2f} M rows/s"
        return f", {self.meter.rows_seen:,} rows{rate if self.meter.seconds > 1 else ''}"


class CountView(View):
    """Listens to counts."""

    unit = "task"

    def __init__(self, quiet: bool) -> None:
        super().__init__(quiet)
        self._peak = 0
        self._threads = 1
        self._rates: dict[int, float] = {}

    def __call__(self, event: CountEvent) -> None:
        from enumino.counts import events

        if isinstance(event, events.CountStarted):
            self._threads = event.threads
            self._rates = {task.index: task.rate for task in event.tasks}
            weights = {task.index: task.seconds for task in event.tasks}
            self.meter.start(weights, {outcome.index: 0 for outcome in event.done})
            left = sum(weights.values()) * (1 - self.meter.fraction) / event.threads
            if event.done:
                self.say(f"Resuming: {len(event.done)} of {len(weights)} tasks are done.")
            if left >= 1:
                longest = max(weights.values())
                self.say(f"This takes about {duration(max(left, longest))}.")
            self.begin()
        elif isinstance(event, events.CountProgressed):
            self.meter.progress(event.index, 0, event.nodes / self._rates[event.index])
            self.update()
        elif isinstance(event, events.TaskFinished):
            self._peak = max(self._peak, event.outcome.peak_bytes)
            self.meter.finish(event.outcome.index, 0)
            self.update()

    def conclude(self, fixed: int) -> None:
        """Say how long it took, the rate, and the memory of the largest sweep."""
        seconds = self.meter.seconds
        meaningful = fixed and seconds >= MEANINGFUL_SECONDS
        rate = f", {fixed / seconds / 1e9:,.2f} G fixed polyominoes/s" if meaningful else ""
        peak = f", at most {size(self._peak)} a sweep" if self._peak else ""
        tasks = plural(len(self.meter.weights), self.unit)
        threads = plural(self._threads, "thread")
        self.say(f"{tasks} in {seconds:.1f} s on {threads}{rate}{peak}")
