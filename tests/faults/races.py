"""Two drivers on one root at once: what comes of it is the whole dataset of one of them."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from tests.faults.clients import Clients, Ending
from tests.faults.commands import Commands, at_once, other_partition, other_problem, steps
from tests.faults.laws import Reference, differences, lost_and_doubled, torn
from tests.faults.places import PLACES, Place, places
from tests.faults.sweep import Sweep, Trial, side_by_side

RACES = 12  # of each pair
DELAY = 0.1  # seconds that one may begin later, at most


@dataclass(frozen=True)
class Pair:
    """Commands of two drivers, and the number of those that run in peace before."""

    name: str
    drivers: tuple[Commands, Commands]
    same: bool = True  # whether both make the same dataset, and so both succeed
    before: int = 0  # how many commands of `steps` are run first


PAIRS = (
    Pair("same problem", (at_once, at_once)),
    Pair("same problem, step by step", (steps, at_once)),
    Pair("other problem", (at_once, other_problem), same=False),
    Pair("other partition", (at_once, other_partition), same=False),
    Pair("two commits", (steps, steps), before=2),
)


def sweep_of(kind: str, share: int) -> Sweep:
    """Races at a place: a disk, or an object store of that name.

    With a stride beyond all of them, the places share the pairs.
    """

    def sweep(running: Sequence[Clients], stride: int = 1, seed: int = 0) -> list[Trial]:
        moments = random.Random(seed)
        pairs = PAIRS if stride <= RACES else PAIRS[share :: len(PLACES)]
        cases = [
            Case(pair, moments.uniform(-DELAY, DELAY))
            for pair in pairs
            for _ in range(max(1, RACES // stride))
        ]
        both = [running[at : at + 2] for at in range(0, len(running) - 1, 2)]
        with places(kind, len(both)) as there:
            tracks = [Track(*each) for each in zip(there, both, strict=True)]
            return side_by_side(Track.race, tracks, cases)

    return sweep


SWEEPS = {f"races-{kind}": sweep_of(kind, share) for share, kind in enumerate(PLACES)}


@dataclass(frozen=True)
class Case:
    """A race: the second driver begins so many seconds after the first one, or before it."""

    pair: Pair
    delay: float


class Track:
    """Two clients, and what each of the commands makes in peace."""

    def __init__(self, where: Place, both: Sequence[Clients]) -> None:
        self.where, self.both = where, both
        self.references: dict[Commands, Reference] = {}

    def race(self, case: Case) -> Trial:
        pair, delay, root = case.pair, case.delay, self.where.fresh()
        if pair.before:
            assert self._run(0, steps(root)[: pair.before]).done
        endings = self._both(pair, root, delay)
        wrong = [found for each in endings if (found := each.complaint())]
        winners = [c for c, each in zip(pair.drivers, endings, strict=True) if each.done]
        if len(winners) != (2 if pair.same else 1):
            said = " | ".join(each.said[-200:] for each in endings)
            wrong.append(f"{len(winners)} of 2 succeeded: {said!r}")
        folder, reference = self.where.looked(root), self._reference((winners or pair.drivers)[0])
        damaged = torn(folder, reference) if winners else []
        left = differences(folder, reference) if winners else []
        wrong += [*damaged, *left]
        lost, doubled = lost_and_doubled(folder, reference) if left else (0, 0)
        named = [f"{self.where.name}, {pair.name}, {delay:+.3f} s: {each}" for each in wrong]
        kind = f"race, {pair.name}"
        return Trial(self.where.name, kind, True, lost, doubled, len(damaged), named)

    def _reference(self, commands: Commands) -> Reference:
        if commands not in self.references:
            root = self.where.fresh()
            ending = self._run(0, commands(root))
            assert ending.done, ending
            self.references[commands] = Reference.of(self.where.looked(root))
        return self.references[commands]

    def _both(self, pair: Pair, root: str, delay: float) -> list[Ending]:
        """Run both, the second one `delay` seconds after the first one, or before it."""
        start = threading.Barrier(2)

        def begin(late: float, pid: int) -> None:
            start.wait()
            time.sleep(max(0.0, late))

        with ThreadPoolExecutor(2) as pool:
            running = [
                pool.submit(self._run, n, commands(root)[pair.before :], partial(begin, late))
                for n, (commands, late) in enumerate(
                    zip(pair.drivers, (-delay, delay), strict=True)
                )
            ]
            return [each.result() for each in running]

    def _run(
        self, number: int, commands: list[list[str]], begin: Callable[[int], object] = id
    ) -> Ending:
        environment = self.where.environment
        return self.both[number].run(commands, None, environment, on_start=begin)
