"""Compilation of all kernels in advance, in processes side by side."""

from __future__ import annotations

import gc
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context

from enumino.arguments import threads_or_cores
from enumino.registry import families

# Allocations between two looks for garbage, which by default take a tenth of the time of compiling.
SELDOM = 50_000


def compile_all(
    processes: int | None = None, on_done: Callable[[int, int, str], None] = lambda *_: None
) -> int:
    """Compile what is not in the disk cache yet; return the number of pieces.

    `on_done` receives how many pieces are done, of how many, and the name of the last one.
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
