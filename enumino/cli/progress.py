"""Progress of a command on stderr: a bar on a terminal, log lines elsewhere."""

from __future__ import annotations

import shlex
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import cache
from threading import Timer
from time import monotonic
from typing import TYPE_CHECKING

from enumino import signals
from enumino.cli import output
from enumino.enum.compiled import announce_compilation
from enumino.errors import KEPT
from enumino.run.events import Event, PartFinished, Progressed, Started
from enumino.words import duration, plural

if TYPE_CHECKING:
    from enumino.datasets.plan import Part, PartResult
    from enumino.run.runner import HowToRun

BAR_SECONDS = 0.2  # between two pictures of the bar
LOG_SECONDS = 5.0  # between the first two log lines; each later pause is longer by half
LONGEST_PAUSE = 600.0  # seconds between two log lines
PATIENCE = 1.0  # seconds that need no explanation
WORTH_KEEPING = 60.0  # seconds of a run
NEARLY = 0.95  # a running part never counts as done before it is
READING = "Reading the problem ..."
DIVIDING = "Dividing the work, and looking for finished parts ..."


class View:
    """The progress of one command; as a listener of `enumino.run.events` it shows a run."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.about = ""  # a sentence on the run, said before the time that it takes
        self.parts: dict[int, Part] = {}
        self.finished: dict[int, PartResult] = {}
        self._nodes = Counter[int]()  # of running parts
        self._began, self._before = monotonic(), 0.0  # the fraction done before
        self._runs = False
        self._kept: str | None = None  # the folder that keeps finished parts of the run
        self._timer: Timer | None = None
        self._draws = output.on_terminal()
        self._pause = BAR_SECONDS if self._draws else LOG_SECONDS
        self._due = monotonic() + (PATIENCE if self._draws else LOG_SECONDS)
        self._announce = cache(self.say)  # says a sentence once

    def say(self, sentence: str) -> None:
        """Write a line."""
        if not self.quiet:
            output.say(sentence)

    def show(self, fraction: float, details: str) -> None:
        """Draw the bar, or write a log line now and then."""
        now = monotonic()
        if self.quiet or now < self._due:
            return
        self._due = now + self._pause
        line = f"{100 * fraction:3.0f} %  {details}"
        if self._draws:
            output.draw(f"[{'#' * round(24 * fraction):24}] {line}")
        else:
            self._pause = min(1.5 * self._pause, LONGEST_PAUSE)
            output.say(line)

    def take_down(self) -> None:
        """Erase the bar, and do not explain the work any more."""
        if self._timer is not None:
            self._timer.cancel()
        if self._draws:
            output.draw("")

    @contextmanager
    def busy(self, sentence: str) -> Iterator[None]:
        """Explain the work if it takes long, and announce the compilation of kernels."""
        self._timer = Timer(PATIENCE, self.say, [sentence])
        self._timer.daemon = True
        self._timer.start()
        signals.last_words.append(self._stopped)
        compiling = "Compiling kernels, once for each kind of search (up to a minute) ..."
        try:
            with announce_compilation(lambda: self._announce(compiling)):
                yield
        finally:
            signals.last_words.pop()
            self.take_down()

    @contextmanager
    def running(
        self,
        kept: str | None,
        threads: int | None = None,
        processes: int | None = None,
        scheduler: str | None = None,
    ) -> Iterator[HowToRun]:
        """Show a run at the place of these options; `kept` is its folder, or None without one."""
        self._runs, self._kept = True, kept
        with self.busy(DIVIDING), ExitStack() as place:
            how: HowToRun = {"on_event": self}
            if scheduler is None:
                how |= {"threads": threads, "processes": processes or "auto"}
            else:
                from enumino.run import cluster

                how["client"] = place.enter_context(closing(cluster.connect(scheduler)))
            yield how

    def _stopped(self, word: str) -> None:
        """Say that a signal ends the command, what is kept, and how to continue."""
        self.quiet = True
        self.take_down()
        if not self._runs:
            output.complain(f"{word}.")
        elif not self._kept:
            way = "; --to DIR keeps finished parts" if self.parts else ""
            output.say(f"{word}: nothing was kept{way}.")
        else:
            kept = f"{self._number_finished()} finished and kept" if self.parts else KEPT
            output.say(f"{word}: {kept}; to continue, run:")
            output.say(shlex.join(["enumino", *sys.argv[1:]]))

    def __call__(self, event: Event) -> None:
        """Show an event of a run."""
        match event:
            case Started():
                self.parts = {part.index: part for part in event.parts}
                self.finished = {result.index: result for result in event.finished}
                self._nodes.clear()
                self._began, self._before = monotonic(), self.fraction
                self.take_down()
                self._introduce(event)
            case Progressed():
                self._nodes[event.index] += event.nodes
            case PartFinished():
                self.finished[event.result.index] = event.result
        if not self.quiet and monotonic() >= self._due:
            self.show(self.fraction, self._details())

    @property
    def fraction(self) -> float:
        """Fraction of the expected seconds of all parts that is done."""
        if len(self.finished) == len(self.parts):
            return 1.0 if self.parts else 0.0
        done = weight = 0.0
        for index, part in self.parts.items():
            weight += (seconds := max(part.seconds, 1e-9))
            visited = min(NEARLY, self._nodes[index] / max(1, part.nodes))
            done += seconds * (1.0 if index in self.finished else visited)
        return done / weight

    def _number_finished(self) -> str:
        return f"{len(self.finished):,} of {plural(len(self.parts), 'part')}"

    def _details(self) -> str:
        """Return parts, remaining time at this pace, and rows."""
        line, gained = self._number_finished(), self.fraction - self._before
        if gained > 0.01 and self.fraction < 1:
            left = (monotonic() - self._began) * (1 - self.fraction) / gained
            line += f", {duration(left)} left"
        rows = sum(result.rows for result in self.finished.values())
        return f"{line}, {plural(rows, 'row')}" if rows else line

    def _introduce(self, run: Started) -> None:
        """Say how many parts are finished, and how long the run takes if that is long."""
        if run.finished:
            self.say(f"Resuming: {self._number_finished()} done.")
        if not run.threads:
            self.say("The cluster has no workers yet: work starts when one joins.")
        if run.dashboard:
            self.say(f"Dashboard: {run.dashboard}")
        threads = max(1, run.threads)
        missing = [part.seconds for part in run.parts if part.index not in self.finished]
        seconds = max([sum(missing) / threads, *missing])
        if seconds >= PATIENCE:
            lost = self._kept is None and seconds > WORTH_KEEPING
            way = "; --to DIR keeps finished parts if it is interrupted" if lost else ""
            time = f"{duration(seconds)} on {plural(threads, 'thread')}"
            self.say(f"{self.about}This takes about {time}{way}.")
