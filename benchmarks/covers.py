"""Our engines for exact covers beside a naive search and solvers from PyPI, in turns."""

import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.instances import INSTANCES, TINY, Instance
from benchmarks.process import ENDED, Process
from benchmarks.programs import CHOSEN, OURS, PEERS, takes
from benchmarks.tables import Line, Table, ratios

INSTALLING = 240  # seconds that an installation may take
LONG = 5.0  # seconds from which a program counts only once, whatever the number of rounds


def table(smoke: bool, turns: int) -> Table:
    """Return the comparison of the engine that is chosen with each program that can be installed.

    Tiny problems leave the peers out, which would have to be installed.
    """
    processes, lines = {name: Process(name) for name in OURS}, []
    with tempfile.TemporaryDirectory() as folder:
        for name, (package, _) in () if smoke else PEERS.items():
            try:
                processes[name] = Process(name, installed(package, str(Path(folder, name))))
            except subprocess.SubprocessError as error:
                lines.append(Line(name, note=f"not installed: {type(error).__name__}"))
        for name, instance in (TINY if smoke else INSTANCES).items():
            lines += compared(name, instance, processes, turns)
        for process in processes.values():
            process.stop()
    note = (
        "Processor time of one thread for counting all solutions, which includes what a program "
        "builds from the options. A transfer matrix counts without a search. Passagemath has "
        "dancing links in C++, graphillion zero-suppressed diagrams."
    )
    return Table("How fast are exact covers?", lines, "time / time of enumino", note)


def compared(
    name: str, instance: Instance, processes: dict[str, Process], turns: int
) -> list[Line]:
    """Return a line per program that can take an instance."""
    found: dict[str, list[float]] = {each: [] for each in processes if takes(each, instance)}
    notes: dict[str, str] = {}
    for turn in range(turns):
        for program, taken in found.items():
            if program in notes or (turn and taken[0] > LONG):
                continue
            answer = processes[program].ask(name)
            if answer == ENDED and program in OURS:
                raise RuntimeError(f"{name}: {program}: {answer}")
            if isinstance(answer, str):
                notes[program] = answer
            elif answer[0] == instance.solutions:
                taken.append(answer[1])
            elif program in OURS:
                raise ArithmeticError(f"{name}: {program} counts {answer[0]:,}")
            else:
                notes[program] = f"counts {answer[0]:,} instead of {instance.solutions:,}"
    return [
        Line(f"{name}: {program}", taken, "s", ratios(taken, found[CHOSEN]), notes.get(program, ""))
        for program, taken in found.items()
    ]


def installed(package: str, folder: str) -> str:
    """Return the new folder of a package and of all that it needs."""
    install = [sys.executable, "-m", "pip", "install", "-qq", "--only-binary", ":all:"]
    command = [*install, "--target", folder, package]
    subprocess.run(command, check=True, timeout=INSTALLING)
    return folder
