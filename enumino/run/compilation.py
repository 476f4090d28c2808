"""Compilation of all kernels in advance, in parallel processes."""

import signal
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any

from enumino.arguments import threads_or_cores
from enumino.enum.problem import Prefix, Problem
from enumino.errors import RunError
from enumino.registry import Family, families

Piece = tuple[str, str]  # the names of a family and of some of its kernels


def compile_all(
    processes: int | None = None, on_done: Callable[[int, int, str], None] = lambda *_: None
) -> int:
    """Compile kernels that are not cached; `on_done` gets pieces done, all, and the last."""
    pieces = [(family.name, name) for family in families() for name in pieces_of(family)]
    context, idle = get_context("spawn"), SimpleQueue[Connection]()
    number = min(threads_or_cores(processes), len(pieces))
    for _ in range(number):  # not a pool of processes, whose semaphores need a writable /dev/shm
        ours, theirs = context.Pipe()
        context.Process(target=_compile_pieces, args=(theirs,), daemon=True).start()
        theirs.close()
        idle.put(ours)

    def compiled(piece: Piece) -> None:
        worker = idle.get()
        try:
            worker.send(piece)
            error = worker.recv()
        except (EOFError, OSError):
            error = RunError("A compiling process was killed: use fewer --processes.")
        idle.put(worker)
        if error:
            raise error

    with ThreadPoolExecutor(number) as threads:
        running = {threads.submit(compiled, piece): piece for piece in pieces}
        for done, future in enumerate(as_completed(running), 1):
            if error := future.exception():
                threads.shutdown(cancel_futures=True)
                raise error
            on_done(done, len(pieces), ": ".join(running[future]))
    return len(pieces)


def _compile_pieces(pieces: Connection) -> None:
    """Compile the pieces that arrive in a connection until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process handles Ctrl-C
    known = {family.name: family for family in families()}
    with suppress(EOFError, OSError):
        while True:
            family, name = pieces.recv()
            try:
                pieces_of(known[family])[name]()
                pieces.send(None)
            except Exception as error:
                pieces.send(error)


def pieces_of(family: Family) -> Mapping[str, Callable[[], object]]:
    """Return the calls that compile the kernels of a family, by name."""
    small = family.small_problems.items()
    searches = {name: partial(_search, family, parameters) for name, parameters in small}
    return {**searches, **family.small_counts()}


def _search(family: Family, parameters: Mapping[str, Any]) -> None:
    """List, probe and count a small problem, as a whole and in subtrees."""
    problem: Problem = family.problem_class.from_json({"family": family.name, **parameters})
    prefixes: list[Prefix] = [()]
    for _ in range(3):
        list(problem.batches(prefixes))
        prefixes = [(*at, child) for at in prefixes for child in range(problem.branching(at))]
    problem.probe((), 1, seed=1)
    problem.count()
    problem.count(by_key=False)
