"""Compilation of kernels: of all in advance, in processes side by side, or when it is needed."""

from __future__ import annotations

import gc
import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from multiprocessing import get_context
from signal import SIGKILL
from typing import Any, NoReturn

from enumino.arguments import threads_or_cores, usable_cores
from enumino.enum.problem import Problem
from enumino.imports import on_import
from enumino.registry import families

# Allocations between two looks for garbage, which by default take a tenth of the time of compiling.
SELDOM = 50_000


@contextmanager
def announce_compilation(announce: Callable[[], None]) -> Iterator[None]:
    """Call `announce` as soon as a kernel is not found in the disk cache, once.

    Numba is not loaded for that: a run that needs no kernel compiles none.
    """
    with ExitStack() as stack:

        def listen() -> None:
            from numba.core import event

            class Listener(event.Listener):  # type: ignore[misc]
                announced = False

                def on_start(self, event: object) -> None:
                    if not self.announced:
                        self.announced = True
                        announce()

                def on_end(self, event: object) -> None:
                    pass

            stack.enter_context(event.install_listener("numba:compile", Listener()))

        stack.enter_context(on_import("numba", listen))
        yield


@contextmanager
def precompile(problem: Problem) -> Iterator[None]:
    """Compile what a listing will need in forks of this process."""
    pieces: Callable[[], Any] | None = getattr(problem, "compiled_for_rows", None)
    if pieces is None or not _can_fork():
        yield
        return
    from enumino.enum.compiled import compile_for, is_kept

    missing = [piece for piece in pieces() if not is_kept(piece[0], *piece[1])]
    with run_in_forks([partial(compile_for, each, *values) for each, values in missing]):
        yield


@contextmanager
def run_in_forks(calls: Sequence[Callable[[], object]]) -> Iterator[None]:
    """Make calls that compile kernels in forks of this process, and end these with the block.

    They keep the kernels in the disk cache, where this process finds them: whoever is first at one
    compiles it, the others wait. The processes, one a core, take one call after the other, so the
    longest should come first. They are copies of this one, so that they need not load Numba; where
    there cannot be copies, this process compiles everything.
    """
    processes = min(len(calls), max(2, usable_cores()))
    children = _forked(calls, processes) if calls and _can_fork() else []
    try:
        yield
    finally:
        for child in children:
            with suppress(ProcessLookupError, ChildProcessError):
                os.kill(child, SIGKILL)
                os.waitpid(child, 0)


def _can_fork() -> bool:
    """Whether a fork works: this process has one thread only, and the system is not macOS."""
    return sys.platform.startswith("linux") and threading.active_count() == 1


def _forked(calls: Sequence[Callable[[], object]], processes: int) -> list[int]:
    """Make so many forks of this process, which take turns at calls; return their ids."""
    waiting, entrance = os.pipe()
    os.write(entrance, bytes(range(len(calls))))  # each is read by one of them
    os.close(entrance)
    children = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads that libraries have idle
        for _ in range(processes):
            if not (child := os.fork()):
                _work_off(calls, waiting)
            children.append(child)
    os.close(waiting)
    return children


def _work_off(calls: Sequence[Callable[[], object]], waiting: int) -> NoReturn:
    """Make the calls whose numbers this process is the first to read, silently; then exit."""
    try:
        gc.set_threshold(SELDOM)
        while number := os.read(waiting, 1):
            calls[number[0]]()
    finally:
        os._exit(0)


def compile_all(
    processes: int | None = None, on_done: Callable[[int, int, str], None] = lambda *_: None
) -> int:
    """Compile what is not in the disk cache yet; return the number of pieces.

    Others may do the same at once, on this machine or on another one with the same cache folder:
    each kernel is compiled by one of them. `on_done` receives how many pieces are done, of how
    many, and the name of the last one.
    """
    pieces = [(family.name, name) for family in families() for name in family.rehearsals()]
    workers = min(threads_or_cores(processes), len(pieces))
    seldom = partial(gc.set_threshold, SELDOM)
    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=seldom) as pool:
        running = [pool.submit(rehearse, *piece) for piece in pieces]
        try:
            for done, future in enumerate(as_completed(running), start=1):
                on_done(done, len(pieces), future.result())
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return len(pieces)


def rehearse(family: str, name: str) -> str:
    """Make one of the calls that compile the kernels of a family; return what it was."""
    next(each for each in families() if each.name == family).rehearsals()[name]()
    return f"{family}: {name}"


def estimate_and_count(problem: Problem) -> None:
    """Compile the kernels that divide a search, and count what it finds."""
    problem.probe((), 1, seed=1)
    problem.count()


def list_and_count(problem: Problem) -> None:
    """Compile all kernels of a search."""
    list(problem.batches([()]))
    estimate_and_count(problem)
