"""Show the events of a run: a bar on a terminal, log lines elsewhere."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from enumino.cli.tables import duration

if TYPE_CHECKING:
    from rich.progress import Progress

    from enumino.run import Event

LOG_SECONDS = 5.0


class Meter:
    """Adds up events: rows, nodes, parts, rate, and the time that remains by the estimates."""

    def __init__(self) -> None:
        self.rows = self.nodes = self.parts = self.parts_planned = 0
        self.done_weight = self.total_weight = 0.0
        self._weights: dict[int, float] = {}
        self._within: dict[int, float] = {}
        self._rows_within: dict[int, int] = {}
        self._started = monotonic()
        self._rows_before = 0
        self._weight_before = 0.0

    def start(self, plan: Any, done: list[Any]) -> None:
        """Take in a plan and the parts that were finished before."""
        self._weights = {part.index: max(1.0, part.nodes) for part in plan.parts}
        self.total_weight = sum(self._weights.values())
        self.parts_planned = len(plan.parts)
        for result in done:
            self.finish(result)
        self._rows_before, self._weight_before = self.rows, self.done_weight
        self._started = monotonic()

    def progress(self, index: int, rows: int, nodes: int) -> None:
        """Take in what a running part reports."""
        if index in self._weights:
            self._within[index] = self._within.get(index, 0.0) + nodes
            self._rows_within[index] = self._rows_within.get(index, 0) + rows

    def finish(self, result: Any) -> None:
        """Take in a finished part."""
        self._within.pop(result.index, None)
        self._rows_within.pop(result.index, None)
        self.done_weight += self._weights.pop(result.index, 0.0)
        self.rows += result.rows
        self.nodes += result.nodes
        self.parts += 1

    @property
    def rows_seen(self) -> int:
        """Rows of finished parts and of running ones."""
        return self.rows + sum(self._rows_within.values())

    @property
    def fraction(self) -> float:
        """Share of the estimated work that is done; a part never counts as done before it is."""
        running = sum(min(n, 0.95 * self._weights[i]) for i, n in self._within.items())
        return (self.done_weight + running) / self.total_weight if self.total_weight else 0.0

    @property
    def rate(self) -> float:
        """Rows a second since the start."""
        return (self.rows_seen - self._rows_before) / max(1e-3, monotonic() - self._started)

    @property
    def remaining(self) -> float | None:
        """Seconds still to go, by the estimates; None before there is anything to go by."""
        before = self._weight_before / self.total_weight if self.total_weight else 0.0
        gained = self.fraction - before
        if gained <= 0:
            return None
        return (monotonic() - self._started) * (1 - self.fraction) / gained

    def line(self) -> str:
        """Return the state in one line."""
        left = "" if self.remaining is None else f", {duration(self.remaining)} left"
        return (
            f"{100 * self.fraction:3.0f} %  part {self.parts} of {self.parts_planned}, "
            f"{self.rows_seen:,} rows, {self.rate / 1e6:.2f} M rows/s{left}"
        )


class ProgressView:
    """A listener for the events of `enumino.run.enumerate_to`; writes to stderr.

    Use as a context manager, so that the bar is taken down when a run fails.
    """

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.meter = Meter()
        self._bar: Progress | None = None
        self._task: Any = None
        self._logged = 0.0

    def __enter__(self) -> ProgressView:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def say(self, sentence: str) -> None:
        """Write a line to stderr, above the bar."""
        if self.quiet:
            return
        if self._bar is not None:
            self._bar.console.print(sentence, highlight=False)
        else:
            click.echo(sentence, err=True)

    def __call__(self, event: Event) -> None:
        from enumino import run

        if isinstance(event, run.Compiling):
            self.say("Compiling the kernels, once on this machine (a few seconds) ...")
        elif isinstance(event, run.Started):
            self.meter.start(event.plan, event.done)
            self._announce(event)
        elif isinstance(event, run.Progressed):
            self.meter.progress(event.index, event.rows, event.nodes)
            self._update()
        elif isinstance(event, run.PartFinished):
            self.meter.finish(event.result)
            self._update()

    def _announce(self, event: Any) -> None:
        if event.done:
            self.say(f"Resuming: {len(event.done)} of {len(event.plan.parts)} parts are there.")
        if event.dashboard:
            self.say(f"Dashboard: {event.dashboard}")
        if not self.quiet and sys.stderr.isatty():
            self._open_bar()

    def _open_bar(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        self._bar = Progress(
            BarColumn(), TextColumn("{task.description}"), console=Console(stderr=True)
        )
        self._task = self._bar.add_task(self.meter.line(), total=1.0)
        self._bar.start()

    def _update(self) -> None:
        if self._bar is not None:
            self._bar.update(
                self._task, completed=self.meter.fraction, description=self.meter.line()
            )
        elif not self.quiet and monotonic() - self._logged >= LOG_SECONDS:
            self._logged = monotonic()
            click.echo(self.meter.line(), err=True)
