"""The interpreter's lock: the share of time for which one thread of a listing holds it.

A probe sleeps without the lock, reads the clock, and takes the lock: if that takes longer than with
nobody else running, another thread held it. The share of such probes is the share of the time for
which the lock is held, since probes come at times that have nothing to do with the listing. The
clock is read after the sleep, so that a late alarm does not count.
"""

from __future__ import annotations

import ctypes
import tempfile
from collections.abc import Callable
from functools import partial
from statistics import median
from threading import Event, Thread
from time import perf_counter_ns
from typing import Any

import numba
import numpy as np

from benchmarks.listings import LISTINGS, Listing, warm
from benchmarks.tables import Line, Table, rounds
from enumino.run.cluster import local_client
from enumino.run.execution import Execution
from enumino.run.listing import enumerate_plan
from enumino.run.planning import make_plan

MICROSECONDS = 300  # that a probe sleeps, the least
SPREAD = 400  # by which sleeps differ, so that no rhythm of the listing is met
FREE_NS = 20_000  # a free lock is taken sooner
PREDICTED = (2, 4, 8, 16, 32)  # threads
CLOCK = 1  # CLOCK_MONOTONIC, the clock of `perf_counter_ns` on Linux


def _probe() -> Callable[[int, Any], None]:
    """Return a function that sleeps some microseconds, then writes the time; without the lock."""
    library = ctypes.CDLL(None)
    sleep, clock = library.usleep, library.clock_gettime
    sleep.argtypes, sleep.restype = [ctypes.c_uint], ctypes.c_int
    clock.argtypes, clock.restype = [ctypes.c_int, ctypes.c_void_p], ctypes.c_int

    @numba.njit(nogil=True)
    def probe(microseconds: int, time: Any) -> None:
        sleep(microseconds)
        clock(CLOCK, time.ctypes)

    probe(1, np.zeros(2, np.int64))
    return probe


class Lock:
    """Probes of the lock while an action runs."""

    def __init__(self) -> None:
        self._probe, self._ended = _probe(), Event()

    def share(self, action: Callable[[], object]) -> float:
        """Return the share of the time of an action for which other threads hold the lock."""
        waited: list[int] = []
        self._ended.clear()
        prober = Thread(target=self._run, args=(waited,))
        prober.start()
        action()
        self._ended.set()
        prober.join()
        return sum(each > FREE_NS for each in waited) / len(waited)

    def _run(self, waited: list[int]) -> None:
        time = np.zeros(2, np.int64)
        chance = np.random.default_rng(1)
        while not self._ended.is_set():
            self._probe(MICROSECONDS + int(chance.integers(SPREAD)), time)
            now = perf_counter_ns()
            waited.append(now - (int(time[0]) * 1_000_000_000 + int(time[1])))


def table(smoke: bool, most: int) -> Table:
    """Return the share of the lock by family, and the predicted speed-ups of more threads."""
    lock, lines = Lock(), []
    for listing in LISTINGS[: 1 if smoke else None]:
        chosen = Listing(listing.name, listing.small, listing.small, 1) if smoke else listing
        warm(chosen)
        lines += _shares(lock, chosen, min(most, 1 if smoke else 3))
    note = (
        "Wall time of the parts of a plan and their commit, without start-up and planning. Dask "
        "adds its event loop. Speed-ups are not "
        "measured but predicted, for threads that work without the lock, queue for it, and work "
        "with it (mean value analysis)."
    )
    return Table("How much of the interpreter's lock does a thread hold?", lines, note=note)


def _shares(lock: Lock, listing: Listing, number: int) -> list[Line]:
    with local_client(1) as client:
        ways = {"one thread": Execution(in_process=True), "by Dask": Execution(client)}
        taken = {name: partial(_share, lock, listing, how) for name, how in ways.items()}
        found = rounds(taken, number, seconds=20)
    return [
        Line(f"{listing.name}: {name}", shares, "of its time", note=_predicted(median(shares)))
        for name, shares in found.items()
    ]


def _share(lock: Lock, listing: Listing, how: Execution) -> float:
    """Return the share of the lock while the parts of a new plan are made and committed."""
    problem = listing.problem()
    with tempfile.TemporaryDirectory() as root:
        plan = make_plan(root, problem)
        return lock.share(lambda: enumerate_plan(root, problem, plan, how))


def speedup(share: float, threads: int) -> float:
    """Return the expected speed-up of threads that each need the lock for a share of their time.

    M. Reiser and S. S. Lavenberg, *Mean-value analysis of closed multichain queuing networks*,
    J. ACM 27 (1980): a thread that comes to the lock finds the queue of one thread fewer.

    >>> speedup(0.0, 8), round(speedup(0.05, 8), 2), round(speedup(0.05, 1000), 2)
    (8.0, 7.67, 20.0)
    """
    queue = rate = 0.0
    for number in range(1, threads + 1):
        waiting = share * (1 + queue)
        rate = number / (1 - share + waiting)
        queue = rate * waiting
    return rate


def _predicted(share: float) -> str:
    found = ", ".join(f"{k} threads {speedup(share, k):.3g}×" for k in PREDICTED)
    return f"predicted: {found}"
