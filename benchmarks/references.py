"""Numba beside C: the same search in `benchmarks/reference/exact_covers.c`."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from time import thread_time

from benchmarks.instances import INSTANCES
from benchmarks.tables import Line, Table, ratios, rounds
from enumino import CoverProblem, Covers

SOURCE = Path(__file__).parent / "reference" / "exact_covers.c"
CHOSEN = ("12 pentominoes, 3x20", "12 pentominoes, 8x8 without its centre", "Langford 12")


def compiled(folder: str) -> str | None:
    """Return the compiled program; None without a compiler."""
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        return None
    program = str(Path(folder, SOURCE.stem))
    command = [compiler, "-O3", "-march=native", "-o", program, str(SOURCE)]
    subprocess.run(command, check=True)
    return program


def as_text(problem: CoverProblem) -> str:
    """Return a cover problem without colours in the input format of the program."""
    lines = (" ".join(map(str, (len(option), *option))) for option in problem.options)
    return "\n".join([f"{len(problem.items)} {len(problem.options)}", *lines])


def in_c(program: str, problem: str, solutions: int) -> float:
    """Return the seconds of the search in C."""
    done = subprocess.run([program], input=problem, capture_output=True, text=True, check=True)
    number, seconds = done.stdout.split()
    assert int(number) == solutions, f"{number} solutions in C"
    return float(seconds)


def in_numba(cover: CoverProblem, solutions: int) -> float:
    """Return the seconds of our search, without its preparation."""
    problem = Covers(cover, "option-bitsets")
    problem.branching(())
    started = thread_time()
    assert problem.count(by_key=False).total == solutions
    return thread_time() - started


def table(smoke: bool, turns: int) -> Table:
    """Return the comparison of our kernel with C."""
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(folder)
        for name in CHOSEN[: 1 if smoke else None]:
            instance = INSTANCES[name]
            cover, solutions = instance.cover, instance.solutions
            in_numba(cover, solutions)  # compiles
            programs = {"enumino": lambda c=cover, s=solutions: in_numba(c, s)}
            if program:
                text = as_text(cover)
                programs["C"] = lambda t=text, s=solutions: in_c(program, t, s)
            found = rounds(programs, turns)  # type: ignore[arg-type]
            for language, taken in found.items():
                ratio = ratios(taken, found["enumino"])
                lines.append(Line(f"{name}: {language}", taken, "s", ratio))
    note = (
        "Counts by the same search with bits over options; processor time of one thread, without "
        "the tables. Without a compiler there is no line of C."
    )
    return Table("How does the kernel compare with C?", lines, "time / time of enumino", note)
