"""Simulated scheduling: parts of known lengths on workers that start late, are slow, or are lost.

Events have whole microseconds, so that sums and maxima are exact. The simulation follows the run on
a cluster (`enumino.run.cluster`): the driver keeps a window of a few parts per worker in flight, in
the order of the plan; an idle worker takes the first waiting part; the driver handles one result at
a time, and hands out another part for it; the part of a lost worker is handed out again before all
others.
"""

from __future__ import annotations

import heapq
import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count

# Microseconds, the unit of all times here.
SECOND = 1_000_000
HOUR = 3600 * SECOND


@dataclass(frozen=True)
class Cluster:
    """Workers of one thread each, with their costs; times in microseconds.

    `starting` is spent before a worker takes its first part, `compiling` once more at its first
    part, `sending` at every part for requests and transfers, `driving` in the driver for every
    result. `slow` is the share of workers that take `slowness` times as long. Workers are lost at
    random, `lost_per_hour` times each; that is noticed after `noticing`, and another one starts.
    """

    workers: int
    starting: int = 0
    compiling: int = 0
    sending: int = 0
    driving: int = 0
    window: int = 3
    slow: float = 0.0
    slowness: int = 3
    lost_per_hour: float = 0.0
    noticing: int = 0


@dataclass
class Outcome:
    """The result of a simulated run; times in microseconds.

    `makespan` is the end of the last part, `busy` the time that workers spent on parts, finished
    or not, `redone` the part of it that was thrown away with lost workers.
    """

    work: int
    workers: int
    makespan: int = 0
    busy: int = 0
    redone: int = 0
    lost: int = 0
    finished: list[int] = field(default_factory=list)

    @property
    def efficiency(self) -> float:
        """The share of the workers' time that the parts alone take."""
        return self.work / (self.workers * self.makespan) if self.makespan else 1.0


class _Run:
    """The state of a simulation."""

    def __init__(self, lengths: Sequence[int], cluster: Cluster, seed: int) -> None:
        self.lengths, self.cluster = lengths, cluster
        self.chance = random.Random(seed)
        workers = range(cluster.workers)
        slow = set(self.chance.sample(workers, round(cluster.slow * cluster.workers)))
        self.slowness = [cluster.slowness if worker in slow else 1 for worker in workers]
        self.dies = [self._lifetime(cluster.starting) for _ in workers]
        self.fresh = [True] * cluster.workers  # has compiled nothing yet
        self.idle: deque[int] = deque()
        self.waiting: deque[int] = deque()  # parts that any worker may take
        self.planned = iter(range(len(lengths)))
        self.driver_free = 0
        self.events: list[tuple[int, int, str, int, int]] = []
        self.order = count()
        self.outcome = Outcome(sum(lengths), cluster.workers)

    def _lifetime(self, born: int) -> int | None:
        """Return the moment at which a worker that starts at `born` is lost, if ever."""
        rate = self.cluster.lost_per_hour
        return born + round(self.chance.expovariate(rate) * HOUR) if rate else None

    def push(self, time: int, kind: str, worker: int = -1, part: int = -1) -> None:
        heapq.heappush(self.events, (time, next(self.order), kind, worker, part))

    def drive(self, time: int) -> None:
        """Hand out the next part when the driver is free."""
        part = next(self.planned, None)
        if part is not None:
            self.driver_free = max(self.driver_free, time) + self.cluster.driving
            self.push(self.driver_free, "arrives", part=part)

    def match(self, time: int) -> None:
        """Give waiting parts to idle workers."""
        while self.idle and self.waiting:
            worker = self.idle.popleft()
            if not self._is_gone(time, worker):
                self._begin(time, worker, self.waiting.popleft())

    def _is_gone(self, time: int, worker: int) -> bool:
        """Return whether a worker was lost while it was idle; then another starts in its place."""
        died = self.dies[worker]
        if died is None or died > time:
            return False
        self._replace(died, worker, time)
        return True

    def _replace(self, died: int, worker: int, time: int) -> None:
        self.outcome.lost += 1
        ready = max(time, died + self.cluster.noticing + self.cluster.starting)
        self.fresh[worker] = True
        self.dies[worker] = self._lifetime(ready)
        self.push(ready, "ready", worker)

    def _begin(self, time: int, worker: int, part: int) -> None:
        compiling = self.cluster.compiling if self.fresh[worker] else 0
        self.fresh[worker] = False
        own = compiling + self.lengths[part]
        ends = time + own * self.slowness[worker] + self.cluster.sending
        died = self.dies[worker]
        if died is not None and died < ends:
            self.push(died, "dies", worker, part)
            self.outcome.redone += died - time
            self.outcome.busy += died - time
        else:
            self.push(ends, "ends", worker, part)
            self.outcome.busy += ends - time

    def run(self) -> Outcome:
        for worker in range(self.cluster.workers):
            self.push(self.cluster.starting, "ready", worker)
        for _ in range(self.cluster.window * self.cluster.workers):
            self.drive(0)
        while self.events:
            time, _, kind, worker, part = heapq.heappop(self.events)
            if kind == "ready":
                self.idle.append(worker)
            elif kind == "arrives":
                self.waiting.append(part)
            elif kind == "again":
                self.waiting.appendleft(part)
            elif kind == "ends":
                self.outcome.finished.append(part)
                self.outcome.makespan = time
                self.idle.append(worker)
                self.drive(time)
            else:
                self.push(time + self.cluster.noticing, "again", part=part)
                self._replace(time, worker, time)
            if len(self.outcome.finished) == len(self.lengths):
                break  # workers that are idle now may be lost for ever
            self.match(time)
        return self.outcome


def simulate(lengths: Sequence[int], cluster: Cluster, seed: int = 0) -> Outcome:
    """Simulate parts of given lengths, in microseconds of one thread, in their order."""
    return _Run(lengths, cluster, seed).run()


def best_efficiency(work: int, cluster: Cluster) -> float:
    """Return the efficiency of divisible work on a cluster that loses no workers."""
    slow = round(cluster.slow * cluster.workers)
    speeds = {1: cluster.workers - slow, cluster.slowness: slow}
    speed = sum(number / slowness for slowness, number in speeds.items())
    late = sum(
        number * (cluster.starting + cluster.compiling * slowness) / slowness
        for slowness, number in speeds.items()
    )
    return work / (cluster.workers * (work + late) / speed)
