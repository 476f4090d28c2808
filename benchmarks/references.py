"""Numba beside C: the same methods in `benchmarks/reference/`, where there is a compiler."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import thread_time

from benchmarks.solvers import INSTANCES, Instance
from benchmarks.tables import Line, Table, ratios, rounds
from enumino import CoverProblem, Covers
from tests.naive_cover import pairs

FOLDER = Path(__file__).parent / "reference"
CHOSEN = ("12 pentominoes, 3x20", "12 pentominoes, 8x8 without its centre", "Langford 12")
BAR = "target 0.95"


def compiled(name: str, folder: str) -> str | None:
    """Return the program compiled from a file; None without a compiler."""
    compiler = shutil.which(os.environ.get("CC", "cc")) or shutil.which("gcc")
    if compiler is None:
        return None
    program, source = str(Path(folder, name)), str(FOLDER / f"{name}.c")
    command = [compiler, "-O3", "-march=native", "-o", program, source]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr, file=sys.stderr)
        return None
    return program


def answered(command: list[str], said: str = "") -> tuple[int, float]:
    """Return the number and the seconds that a program prints."""
    done = subprocess.run(command, input=said, capture_output=True, text=True, check=True)
    number, *taken = done.stdout.split()
    return int(number), min(map(float, taken))


def as_text(problem: CoverProblem) -> str:
    """Return a cover problem in the input format of `exact_covers.c`."""
    options = [[item for item, _ in pairs(option)] for option in problem.options]
    lines = (" ".join(map(str, (len(option), *option))) for option in options)
    return "\n".join([f"{len(problem.items)} {len(options)}", *lines])


def covered(instance: Instance) -> tuple[int, float]:
    """Return the number of covers, and the seconds of their search without its preparation."""
    problem = Covers(instance.cover(), "option-bitsets")
    problem.branching(())
    started = thread_time()
    total = problem.count(by_key=False).total
    return total, thread_time() - started


def table(smoke: bool, most: int) -> Table:
    """Return the comparison of our kernels with C."""
    lines, number = [], min(most, 1 if smoke else 5)
    covered(next(each for each in INSTANCES if each.name == CHOSEN[0]))
    with tempfile.TemporaryDirectory() as folder:
        covers = compiled("exact_covers", folder)
        for instance in INSTANCES:
            if instance.name in (CHOSEN[:1] if smoke else CHOSEN):
                text = as_text(instance.cover())
                lines += _beside(
                    f"{instance.name}, bits over options",
                    number,
                    lambda i=instance: covered(i),  # type: ignore[misc]
                    covers and (lambda t=text: answered([covers, "1"], t)),
                )
    note = "Counts by the same methods; processor time of one thread, without building the tables."
    return Table("How do the kernels compare with C?", lines, "C time / enumino time", note)


def _beside(name: str, number: int, ours: object, theirs: object) -> list[Line]:
    if not callable(ours) or not callable(theirs):
        return [Line(name, note="no compiler, or it refuses the reference")]
    (total, _), (other, _) = ours(), theirs()
    if total != other:
        raise ArithmeticError(f"{name}: {total:,} in Numba, and {other:,} in C")
    found = rounds({"ours": lambda: ours()[1], "C": lambda: theirs()[1]}, number)
    speed = ratios(found["C"], found["ours"])
    return [Line(name, found["ours"], "s", speed, BAR), Line("the same in C", found["C"], "s")]
