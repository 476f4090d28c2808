"""Show how far work has come on stderr: a bar on a terminal, log lines elsewhere."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from threading import Timer
from time import monotonic
from typing import TYPE_CHECKING

import click

from enumino.cli import output, signals
from enumino.enum.compiled import announce_compilation
from enumino.run.events import Event, Meter, Started
from enumino.words import duration, plural, printable

if TYPE_CHECKING:
    from rich.progress import Progress

BAR_SECONDS = 0.2  # between two pictures of a bar
LOG_SECONDS = 5.0  # between the first two lines; each later pause is longer by half
LONGEST_PAUSE = 600.0  # seconds between two lines
PATIENCE = 1.0  # seconds that need no explanation
LONG_SILENCE = 20.0  # seconds of compiling after which a quiet command explains itself
WORTH_KEEPING = 60.0  # seconds of a run
READING, DIVIDING = (
    "Reading the problem ...",
    "Dividing the work, and looking for what is finished ...",
)


class View:
    """Lines on stderr, and a bar when that is a terminal; as a listener it shows a run."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.meter = Meter()
        self.about = ""  # a sentence on the run, told with the time that it takes
        self._kept: str | None = None  # the folder that keeps finished parts
        self._bar: Progress | None = None
        self._timer: Timer | None = None
        self._compiling = 0.0  # since when; inf when it has been said
        self._began = monotonic()
        self._due = self._began + PATIENCE  # until then events are added up only
        self._pause, self._line = LOG_SECONDS, self._began + LOG_SECONDS  # of the next line

    def say(self, sentence: str) -> None:
        """Write a line, above the bar."""
        if not self.quiet:
            self._write(sentence)

    def _write(self, sentence: str) -> None:
        if self._bar is None:
            output.say(sentence)
        else:
            self._bar.console.print(printable(sentence), highlight=False, markup=False)

    def compiling(self) -> None:
        """Say once that kernels are being compiled; a quiet command says so if it takes long."""
        now = monotonic()
        self._compiling = self._compiling or now
        if self._compiling < inf and now - self._compiling >= LONG_SILENCE * self.quiet:
            self._compiling = inf
            self._write("Compiling kernels, once for each kind of search (up to a minute) ...")

    @contextmanager
    def busy(self, sentence: str) -> Iterator[None]:
        """Show what is being done, if it takes long, and whether kernels are being compiled."""
        self._timer = Timer(PATIENCE, self.say, [sentence])
        self._timer.daemon = True
        self._timer.start()
        try:
            with announce_compilation(self.compiling):
                yield
        finally:
            self.take_down()

    def _arrive(self) -> None:
        """Say no more what is being done: it is, or its end is shown."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()  # it may be about to print
            self._timer = None

    def take_down(self) -> None:
        """Leave the bar as it is, and write below it from now on."""
        self._arrive()
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def show(self, fraction: float, details: str) -> None:
        """Move the bar, or now and then write a line: how far the work has come."""
        now = monotonic()
        if self.quiet or now - self._began < PATIENCE:
            return
        line = f"{100 * fraction:3.0f} %  {details}"
        if sys.stderr.isatty():
            bar = self._bar = self._bar or _raised()
            bar.update(bar.task_ids[0], completed=fraction, description=line)
        elif now >= self._line:
            self._line = now + self._pause
            self._pause = min(1.5 * self._pause, LONGEST_PAUSE)
            output.say(line)

    def __call__(self, event: Event) -> None:
        """Show an event of a run."""
        if stopped := signals.heard():  # whoever still works has not been told
            raise stopped
        self.meter(event)
        if isinstance(event, Started):
            self._arrive()
            self._introduce(event)
        now, last = monotonic(), len(self.meter.finished) == len(self.meter.parts) > 0
        if not self.quiet and (last or now >= self._due) and self.meter.fraction:
            self._due = now + BAR_SECONDS
            self.show(self.meter.fraction, self.meter.line())

    def _introduce(self, run: Started) -> None:
        """Say what is done already, who works, and how long it will take if that is long."""
        if run.finished:
            self.say(f"Resuming: {len(run.finished):,} of {plural(len(run.parts), 'part')} done.")
        if not run.threads:
            self.say("The cluster has no workers yet: work begins when one joins.")
        if run.dashboard:
            self.say(f"Dashboard: {run.dashboard}")
        threads, finished = max(1, run.threads), self.meter.finished
        missing = [part.seconds for part in run.parts if part.index not in finished]
        seconds = max([sum(missing) / threads, *missing])
        if seconds >= PATIENCE:
            lost = self._kept is None and seconds > WORTH_KEEPING
            way = "; --to DIR keeps finished parts if it is interrupted" if lost else ""
            about = f"This takes about {duration(seconds)} on {plural(threads, 'thread')}{way}."
            self.say(f"{self.about}{about}")

    @contextmanager
    def running(self, kept: str | None) -> Iterator[None]:
        """Show a run; on Ctrl-C or a signal say what is kept, how to go on, and end the command."""
        self._kept = kept
        try:
            with self.busy(DIVIDING):
                yield
        except KeyboardInterrupt as interrupt:
            word, code = signals.word_and_exit_code(interrupt)
            output.say(f"{word}: {self._outcome()}")
            if kept:
                output.say(shlex.join(["enumino", *sys.argv[1:]]))
            raise click.exceptions.Exit(code) from interrupt

    def _outcome(self) -> str:
        """Return the sentence on what an interrupted run has kept."""
        parts = plural(len(self.meter.parts), "part")
        if self._kept is None:
            return f"nothing was kept{'; --to DIR keeps finished parts' * bool(self.meter.parts)}."
        if not self.meter.parts:
            return "finished parts are kept; to continue, run:"
        return f"{len(self.meter.finished):,} of {parts} finished and kept; to continue, run:"


def _raised() -> Progress:
    """A bar on the terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    bar = Progress(
        BarColumn(bar_width=24),
        TextColumn("{task.description}", markup=False),
        console=Console(stderr=True),
    )
    bar.add_task("", total=1.0)
    bar.start()
    return bar
