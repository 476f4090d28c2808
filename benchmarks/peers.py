"""Solvers from PyPI beside our engines, each in a temporary environment of its own.

An environment sees our packages behind its own. A package that cannot be installed, imported or
waited for gets a line in the table. Each peer's process takes turns with one of ours on the same
problem.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter

from benchmarks import solvers
from benchmarks.solvers import (
    INSTANCES,
    LONG,
    LONGEST,
    OURS,
    UNSEARCHED,
    Count,
    Instance,
    Prepare,
    Process,
    takes,
)
from benchmarks.tables import Line, Table

ROOT = Path(__file__).parent.parent
PACKAGES = {
    "xcover": "xcover==0.2.6",
    "exact-cover": "exact-cover==1.5.0",
    "exact-cover-py": "exact-cover-py==0.1.2",
    "OR-Tools": "ortools>=9.10",
    "passagemath": "passagemath-combinat>=10.5",
    "graphillion": "graphillion>=2.1",
}
# Peers that cannot be compared, with the reason.
LEFT_OUT = {
    "polyomino": "finds one tiling, by exact-cover; it cannot count",
    "dd": "diagrams in Python; it needs astutils, which PyPI has no wheel of",
}
# In this order, the longest last.
CHOSEN = (
    "12 pentominoes, 3x20",
    "dominoes, 6x6",
    "12 queens",
    "Langford 12",
    "12 pentominoes, 8x8 without its centre",
    "L-trominoes, 9x9",
    "dominoes, 8x8",
    "12 pentominoes, 6x10",
)
# Seconds that an installation may take.
INSTALLING = 240
# Seconds after which no further problem of a peer is begun.
BUDGET = 30.0
# Longer limits in seconds, for peers that take many times as long as our engines.
PATIENCE = {("xcover", "dominoes, 8x8"): 40.0}


def or_tools(instance: Instance) -> Callable[[], Count]:
    """Count all solutions by CP-SAT: one Boolean per option, one chosen option per item."""
    from ortools.sat.python import cp_model

    problem = instance.cover()

    class Counter(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        number = 0

        def on_solution_callback(self) -> None:
            self.number += 1

    def count() -> int:
        model = cp_model.CpModel()
        chosen = [model.new_bool_var("") for _ in problem.options]
        holding: list[list[object]] = [[] for _ in problem.items]
        for variable, option in zip(chosen, problem.options, strict=True):
            for item in option:
                holding[item].append(variable)
        for item, variables in enumerate(holding):
            primary = item < len(problem.primary)
            (model.add_exactly_one if primary else model.add_at_most_one)(variables)
        solver, counter = cp_model.CpSolver(), Counter()
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.num_workers = 1
        solver.solve(model, counter)
        return counter.number

    return lambda: count


def passagemath(instance: Instance) -> Callable[[], Count]:
    """Count by Sage's dancing links, from passagemath; secondary items get slack options."""
    import sage.all__sagemath_combinat  # noqa: F401
    from sage.combinat.matrices.dancing_links import dlx_solver

    problem = instance.cover()
    rows = [sorted(option) for option in problem.options]
    rows += [[item] for item in range(len(problem.primary), len(problem.items))]
    # Without a number of processors it would fork, and the time of its children would be missed.
    return lambda: lambda: int(dlx_solver(rows).number_of_solutions(ncpus=1))


def graphillion(instance: Instance) -> Callable[[], Count]:
    """Count by a zero-suppressed diagram: item by item, the sets with one of its options."""
    from graphillion import setset

    problem = instance.cover()
    holding: list[set[int]] = [set() for _ in problem.items]
    for number, option in enumerate(problem.options):
        for item in option:
            holding[item].add(number)

    def count() -> int:
        setset.set_universe(list(range(len(problem.options))))
        covers = setset({})
        for item, among in enumerate(holding):
            once = setset({"exclude": among} if item >= len(problem.primary) else [])
            for option in among:
                once |= setset({"include": {option}, "exclude": among - {option}})
            covers &= once
        return len(covers)

    return lambda: count


MORE: dict[str, Prepare] = {
    "OR-Tools": or_tools,
    "passagemath": passagemath,
    "graphillion": graphillion,
}


def serve(pipe: Connection) -> None:
    """Serve like `solvers.serve`, with the programs of this module."""
    solvers.PROGRAMS.update(MORE)
    solvers.serve(pipe)


class AnyProcess(Process):
    """A process that runs any of the programs."""

    def start(self) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs,), daemon=True)
        self.process.start()
        self.warm = set()


def compared(peer: str, instances: list[Instance], runs: int, limit: float) -> list[Line]:
    """Time a peer and our best engine in turns; runs in the peer's environment."""
    lines = []
    ours, theirs = AnyProcess(), AnyProcess()
    end = perf_counter() + BUDGET
    for instance in instances:
        if perf_counter() > end:
            lines.append(Line(f"{instance.name}: {peer}", note=f"left out after {BUDGET:.0f} s"))
            continue
        engines = [name for name in OURS | UNSEARCHED if takes(name, instance)]
        mine: list[float] = []
        found: list[float] = []
        refused, longest = "", PATIENCE.get((peer, instance.name), limit)
        for turn in range(runs):
            if turn and found[0] > LONG:
                break
            answers = {name: ours.ask(name, instance, limit) for name in engines}
            taken = {name: each[1] for name, each in answers.items() if not isinstance(each, str)}
            engines = [min(taken, key=lambda name: taken[name])]  # alone in further turns
            mine.append(taken[engines[0]])
            try:
                answer = theirs.ask(peer, instance, longest)
            except (EOFError, OSError):
                theirs.start()
                answer = "its process ended"
            if isinstance(answer, str):
                refused = answer
                break
            if answer[0] != instance.solutions:
                refused = f"counts {answer[0]:,} instead of {instance.solutions:,}"
                break
            found.append(answer[1])
        speed = [b / a for a, b in zip(mine, found, strict=False)]
        name = f"{instance.name}: {peer}"
        if refused:
            lines.append(Line(name, note=refused))
        else:
            lines.append(Line(name, found, "s", speed))
    for each in (ours, theirs):
        each.process.kill()
    return lines


def environment(folder: str, package: str) -> str:
    """Return the Python of a new environment with a package, or raise an error."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True, timeout=INSTALLING)
    python = str(Path(folder, "bin", "python"))
    install = [python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:"]
    subprocess.run([*install, package], check=True, capture_output=True, timeout=INSTALLING)
    site = sysconfig.get_path("purelib", vars={"base": folder})
    Path(site, "behind.pth").write_text(f"{sysconfig.get_path('purelib')}\n{ROOT}\n")
    return python


def reason(error: Exception) -> str:
    """Return the last line that a command wrote before it failed, or the kind of the error."""
    said = getattr(error, "stderr", None) or ""
    lines = (said if isinstance(said, str) else said.decode()).strip().splitlines()
    return lines[-1] if lines else type(error).__name__


def table(smoke: bool, most: int) -> Table:
    """Return the comparison of peers with our best engine, problem by problem."""
    lines = [Line(f"{name} (PyPI)", note=reason) for name, reason in LEFT_OUT.items()]
    if smoke:  # an engine of ours stands for the peers, which would have to be installed
        quick = [instance for instance in INSTANCES if instance.quick and instance.name in CHOSEN]
        lines += compared("dancing links", quick, 1, LONGEST)
    for peer, package in () if smoke else PACKAGES.items():
        with tempfile.TemporaryDirectory() as folder:
            try:
                python = environment(folder, package)
                done = subprocess.run(
                    [python, "-m", "benchmarks.peers", peer, "--runs", str(min(most, 3))],
                    capture_output=True,
                    text=True,
                    check=True,
                    cwd=ROOT,
                    env=os.environ | {"PYTHONWARNINGS": "ignore"},
                    timeout=240,
                )
                lines += [Line(**each) for each in json.loads(done.stdout.splitlines()[-1])]
            except (OSError, ValueError, IndexError, subprocess.SubprocessError) as error:
                lines.append(Line(peer, note=f"not measured: {reason(error)}"))
    note = (
        "Each solver counts all solutions, or lists them if it cannot count. The processor time "
        "of one thread includes what the solver builds from the options. The time of enumino is "
        "that of its fastest engine, or of its count by a transfer matrix, of pieces that "
        "may be used any number of times. Passagemath has dancing links in C++, graphillion "
        "zero-suppressed diagrams."
    )
    return Table("How do other solvers compare?", lines, "solver time / enumino time", note)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peer", choices=PACKAGES)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", nargs="+", choices=CHOSEN, default=CHOSEN)
    options = parser.parse_args()
    named = {instance.name: instance for instance in INSTANCES}
    chosen = [named[name] for name in CHOSEN if name in options.only]
    lines = compared(options.peer, chosen, options.runs, LONGEST)
    print(json.dumps([vars(line) for line in lines]))
    for line in lines:
        if line.values:
            print(line.name, statistics.median(line.values), file=sys.stderr)


if __name__ == "__main__":
    main()
