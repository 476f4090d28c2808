"""Show how far work has come on stderr: a bar on a terminal, log lines elsewhere."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from math import inf
from threading import Timer
from time import monotonic
from typing import TYPE_CHECKING, Self

import click

from enumino.cli import signals
from enumino.run.events import Dividing, Event, Started, Working
from enumino.run.progress import BAR_SECONDS, Watcher
from enumino.words import duration, plural, printable_lines

if TYPE_CHECKING:
    from rich.progress import Progress


LOG_SECONDS = 5.0  # between the first two lines; each later pause is longer by half
LONGEST_PAUSE = 600.0  # seconds between two lines
WORTH_KEEPING = 60.0  # seconds of a count
PATIENCE = 1.0  # seconds that need no explanation
LONG_SILENCE = 20.0  # seconds of compiling after which a quiet command explains itself
MEANINGFUL_SECONDS = 1.0  # shorter or smaller runs are all start-up: their rates say nothing
MEANINGFUL_ROWS = 100_000


class View:
    """Lines on stderr, and a bar when that is a terminal; a context manager that takes it down."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self._bar: Progress | None = None
        self._began = monotonic()
        self._shown = self._began - BAR_SECONDS
        self._pause = LOG_SECONDS
        self._compiling = 0.0  # since when; inf when it has been shown

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.take_down()

    def take_down(self) -> None:
        """Leave the bar as it is, and write below it from now on."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def say(self, sentence: str) -> None:
        """Write a line, above the bar."""
        if not self.quiet:
            self._write(sentence)

    def _write(self, sentence: str) -> None:
        sentence = printable_lines(sentence)
        if self._bar is not None:
            self._bar.console.print(sentence, highlight=False, markup=False)
        else:
            click.echo(sentence, err=True)

    def compiling(self) -> None:
        """Show that kernels are being compiled; if it takes long, a quiet command shows it too."""
        now = monotonic()
        if not self._compiling:
            self._compiling = now
        if self._compiling < inf and now - self._compiling >= LONG_SILENCE * self.quiet:
            self._compiling = inf
            self._write("Compiling kernels, once for each kind of search (up to a minute) ...")

    def dividing(self) -> AbstractContextManager[None]:
        """Show that a problem is being divided, if it takes long."""
        return self.busy("Dividing the search into parts ...")

    def reading(self) -> AbstractContextManager[None]:
        """Show that a problem is being read and prepared, if it takes long."""
        return self.busy("Reading the problem ...")

    @contextmanager
    def busy(self, sentence: str) -> Iterator[None]:
        """Show what is being done, if it takes long."""
        timer = Timer(PATIENCE, self.say, [sentence])
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()  # it may be about to print

    def is_due(self, *, last: bool = False) -> bool:
        """Whether something would be shown now; `last` if there is nothing to show after it."""
        now = monotonic()
        if self.quiet or now - self._began < PATIENCE:
            return False
        terminal = sys.stderr.isatty()
        if now - self._shown < (BAR_SECONDS if terminal else self._pause):
            return last and terminal
        self._shown = now
        self._pause = min(1.5 * self._pause, LONGEST_PAUSE)
        return True

    def show(self, fraction: float, details: str) -> None:
        """Move the bar, or write a line: how far the work has come."""
        line = f"{100 * fraction:3.0f} %  {details}"
        if sys.stderr.isatty():
            bar = self._bar = self._bar or self._raised()
            bar.update(bar.task_ids[0], completed=fraction, description=line)
        else:
            click.echo(line, err=True)

    def _raised(self) -> Progress:
        """A bar on the terminal."""
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        console = Console(stderr=True)
        bar = Progress(BarColumn(bar_width=24), TextColumn("{task.description}"), console=console)
        bar.add_task("", total=1.0)
        bar.start()
        return bar


class RunView(View, Watcher):
    """Listens to a listing or a count, whose tasks are called by `unit`."""

    def __init__(self, quiet: bool, unit: str = "task") -> None:
        View.__init__(self, quiet)
        Watcher.__init__(self, unit)
        self._waiting = ExitStack()
        self._threads = 1

    def __call__(self, event: Event) -> None:
        match event:
            case Dividing():
                self._waiting.enter_context(self.dividing())
            case Started():
                self._waiting.close()
                if event.done:
                    tasks = plural(len(event.tasks), self.unit)
                    self.say(f"Resuming: {len(event.done):,} of {tasks} done.")
            case Working():
                self._work(event)
        super().__call__(event)

    def _work(self, event: Working) -> None:
        self._threads = max(1, event.threads)
        if event.dashboard:
            self.say(f"Dashboard: {event.dashboard}")

    def take_down(self) -> None:
        """Leave the bar as it is, and announce nothing any more."""
        self._waiting.close()
        super().take_down()

    @contextmanager
    def running(self, kept: str | None) -> Iterator[None]:
        """Show a run; on Ctrl-C or a signal say what is kept and how to go on, and leave at once.

        Threads deep in a kernel would be waited for otherwise.
        """
        from enumino.enum.compiled import announce_compilation

        with self, announce_compilation(self.compiling):
            try:
                yield
            except KeyboardInterrupt as interrupt:
                word, code = signals.word_and_exit_code(interrupt)
                self.take_down()
                click.echo(f"{word}: {self._kept() if kept else self._lost()}", err=True)
                with suppress(OSError):
                    sys.stdout.flush()
                sys.stderr.flush()
                os._exit(code)

    def _kept(self) -> str:
        """The sentence on an interrupted run whose tasks are kept, and the command that goes on."""
        done, planned = self.meter.finished, len(self.meter.weights)
        again = shlex.join(["enumino", *sys.argv[1:]])
        kept = f"{done:,} of {plural(planned, self.unit)} finished and kept"
        if not planned:
            kept = f"finished {self.unit}s are kept"
        return f"{kept}; to continue, run:\n{again}"

    def _lost(self) -> str:
        """The sentence on an interrupted run that keeps nothing, and on the way to keep it."""
        way = "; --checkpoint DIR remembers finished tasks" if self.meter.weights else ""
        return f"nothing was kept{way}."


class CountView(RunView):
    """A listener to a count that prints its estimate, and at the end its time."""

    keeps = False  # whether finished tasks are remembered

    def _work(self, event: Working) -> None:
        super()._work(event)
        weights = self.meter.weights.values()
        left = sum(weights) * (1 - self.meter.fraction) / self._threads
        if left >= 1:
            seconds = max(left, max(weights))
            way = "; with --checkpoint DIR finished tasks are kept if it is interrupted"
            long = seconds > WORTH_KEEPING and not self.keeps
            self.say(f"This takes about {duration(seconds)}{way if long else ''}.")

    def conclude(self) -> None:
        """Say how long it took."""
        tasks = plural(len(self.meter.weights), self.unit)
        threads = plural(self._threads, "thread")
        self.say(f"{tasks} in {self.meter.seconds:.1f} s on {threads}")


class ReadingView(View):
    """Shows how many rows of a dataset have been read."""

    def __call__(self, done: int, rows: int) -> None:
        if self.is_due(last=done == rows):
            self.show(done / rows, f"{done:,} of {plural(rows, 'row')} read")
