"""Signals at moments drawn by chance, also while kernels run and nothing is read or written."""

from __future__ import annotations

import os
import random
import signal
import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from time import perf_counter

from tests.faults.clients import Clients, Ending
from tests.faults.commands import PIECE_BYTES, Commands, at_once, steps, with_threads
from tests.faults.laws import Reference, torn
from tests.faults.places import PLACES, Place, places
from tests.faults.sweep import Sweep, Trial, judged, side_by_side

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
WAYS = (steps, at_once, with_threads)
TRIED = 25  # of each signal, for each way to run
TWICE = 0.3  # share of trials whose resume is struck, too


def sweep_of(kind: str, share: int) -> Sweep:
    """Signals to runs at a place: a disk, or an object store of that name.

    With a stride beyond all of them, the places share the ways to run.
    """

    def sweep(running: Sequence[Clients], stride: int = 1, seed: int = 0) -> list[Trial]:
        ways = WAYS if stride <= TRIED else (WAYS[share % len(WAYS)],)
        chance = random.Random(seed)
        cases = [
            Case(way, number, _moments(chance))
            for way in ways
            for number in SIGNALS
            for _ in range(max(1, TRIED // stride))
        ]
        with places(kind, len(running)) as there:
            strikers = [Striker(*each) for each in zip(there, running, strict=True)]
            return side_by_side(Striker.strike, strikers, cases)

    return sweep


SWEEPS = {f"signals-{kind}": sweep_of(kind, share) for share, kind in enumerate(PLACES)}


@dataclass(frozen=True)
class Case:
    """A signal to a run, and perhaps to its resume, at moments between 0 and its expected end."""

    way: Commands
    number: signal.Signals
    moments: tuple[float, ...]


def _moments(chance: random.Random) -> tuple[float, ...]:
    return tuple(chance.random() for _ in range(1 + (chance.random() < TWICE)))


class Striker:
    """A client that is struck, and what it makes in peace."""

    def __init__(self, where: Place, client: Clients) -> None:
        self.where, self.client = where, client
        self.seconds: dict[Commands, float] = {}
        self.reference: Reference | None = None

    def strike(self, case: Case) -> Trial:
        """Run, with a signal at some moment, and perhaps again; then resume in peace."""
        way, number = case.way, case.number
        if way not in self.seconds:
            self._learn(way)
        assert self.reference
        root, moments = self.where.fresh(), [each * self.seconds[way] for each in case.moments]
        endings: list[Ending] = []
        damaged, left = [], []
        excused: Counter[str] = Counter()  # uploads that a killed run has left
        for moment in moments:
            endings.append(self._run(way(root), moment, number))
            damaged += torn(self.where.looked(root), self.reference)
            uploads = Counter(self.where.uploads(root))
            if endings[-1].killed:
                excused |= uploads
            left += (uploads - excused).elements()
        endings.append(self._run(endings[-1].resume(way(root))))
        seconds = ", ".join(f"{moment:.3f} s" for moment in moments)
        named = f"{way.__name__}, {number.name} after {seconds}"
        folder = self.where.looked(root)
        reference, where = self.reference, self.where.name
        trial = judged(where, number.name, named, endings, damaged, folder, reference)
        if left and number != signal.SIGKILL:
            unfinished = f"{where}, {named}: uploads are left that nobody completes: {left}"
            return replace(trial, wrong=[*trial.wrong, unfinished])
        return trial

    def _learn(self, way: Commands) -> None:
        """Run in peace, to know how long it takes and what comes of it."""
        for _ in range(2):  # the first one is slow
            root, started = self.where.fresh(), perf_counter()
            ending = self._run(way(root))
            assert ending.done, ending
            self.seconds[way] = perf_counter() - started
        self.reference = Reference.of(self.where.looked(root))

    def _run(
        self, commands: list[list[str]], moment: float | None = None, number: int = 0
    ) -> Ending:
        def start(pid: int) -> None:
            if moment is not None:
                threading.Timer(moment, _signal, (pid, number)).start()

        environment = {**self.where.environment, PIECE_BYTES: "1000"}  # uploads in pieces
        return self.client.run(commands, None, environment, on_start=start)


def _signal(pid: int, number: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)
