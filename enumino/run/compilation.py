"""Compilation of all kernels in advance, in parallel processes."""

import signal
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, cast

from enumino.arguments import threads_or_cores
from enumino.enum.problem import Prefix, Problem
from enumino.errors import RunError
from enumino.registry import Family, families


def compile_all(
    processes: int | None = None, on_done: Callable[[int, int, str], None] = lambda *_: None
) -> int:
    """Compile kernels that are not cached; `on_done` gets pieces done, all, and the last."""
    pieces = [(family.name, name) for family in families() for name in pieces_of(family)]
    context, left, done = get_context("spawn"), iter(pieces), 0
    idle: list[Connection] = []
    # Not a pool, whose semaphores need a writable /dev/shm.
    for _ in range(min(threads_or_cores(processes), len(pieces))):
        ours, theirs = context.Pipe()
        context.Process(target=_compile_pieces, args=(theirs,), daemon=True).start()
        theirs.close()
        idle.append(ours)
    working: set[Connection] = set()
    while True:
        for worker, piece in zip(idle, left, strict=False):
            worker.send(piece)
            working.add(worker)
        if not working:
            return len(pieces)
        idle = [cast(Connection, worker) for worker in wait(working)]
        for worker in idle:
            working.remove(worker)
            done += 1
            on_done(done, len(pieces), _answer(worker))


def _answer(worker: Connection) -> str:
    """Return the name of the piece that a process compiled, or raise the error of the process."""
    try:
        answer = worker.recv()
    except EOFError as error:
        raise RunError("A compiling process was killed: use fewer --processes.") from error
    if isinstance(answer, Exception):
        raise answer
    return str(answer)


def _compile_pieces(pieces: Connection) -> None:
    """Compile the pieces that arrive in a connection until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process handles Ctrl-C
    with suppress(EOFError, OSError):
        while True:
            piece = pieces.recv()
            try:
                pieces.send(_compile(*piece))
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


def _compile(family: str, name: str) -> str:
    """Compile a piece of a family; return both names."""
    pieces_of(next(each for each in families() if each.name == family))[name]()
    return f"{family}: {name}"
