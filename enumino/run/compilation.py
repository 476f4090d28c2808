"""Compilation of all kernels in advance, in processes side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context
from typing import Any

from enumino.arguments import threads_or_cores
from enumino.enum.problem import Prefix, Problem
from enumino.registry import Family, families


def compile_all(
    processes: int | None = None, on_done: Callable[[int, int, str], None] = lambda *_: None
) -> int:
    """Compile what is not in the disk cache yet; return the number of pieces.

    `on_done` receives how many pieces are done, of how many, and the name of the last one.
    """
    pieces = [(family.name, name) for family in families() for name in pieces_of(family)]
    workers = min(threads_or_cores(processes), len(pieces))
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        running = [pool.submit(_compile, *piece) for piece in pieces]
        try:
            for done, future in enumerate(as_completed(running), start=1):
                on_done(done, len(pieces), future.result())
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return len(pieces)


def pieces_of(family: Family) -> Mapping[str, Callable[[], object]]:
    """Return the pieces to compile of a family by their names, with the calls that compile them."""
    small = family.small_problems.items()
    searches = {name: partial(_search, family, parameters) for name, parameters in small}
    return {**searches, **family.small_counts()}


def _search(family: Family, parameters: Mapping[str, Any]) -> None:
    """List, probe and count a small problem: all of it, then subtrees."""
    problem: Problem = family.problem_class.from_json({"family": family.name, **parameters})
    prefixes: list[Prefix] = [()]
    for _ in range(3):
        list(problem.batches(prefixes))
        prefixes = [(*at, child) for at in prefixes for child in range(problem.branching(at))]
    problem.probe((), 1, seed=1)
    problem.count()
    problem.count(by_key=False)


def _compile(family: str, name: str) -> str:
    """Compile a piece of a family; return the names of both."""
    pieces_of(next(each for each in families() if each.name == family))[name]()
    return f"{family}: {name}"
