"""Duration of commands from the shell: with warm caches, and the first time on a machine."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from benchmarks.tables import Line, Table, rounds

WARM = (
    ("--help", 0.3),
    ("count tatami --room 3x4", 0.25),
    ("count polyominoes --cells 1-12", 0.6),
    ("enumerate polyominoes --cells 8 --to FOLDER", 1.2),
    ("info DATASET", 0.5),
    ("show DATASET --limit 3", 0.5),
    ("verify DATASET", 0.6),
)
FIRST = (
    ("count polyominoes --cells 12", 5.0),
    ("enumerate polyominoes --cells 1-12 --to FOLDER", 5.0),
    ("enumerate tatami --room 5x6 --to FOLDER", 5.0),
    ("enumerate tilings --region 6x10 --pieces pentominoes --each-once --to FOLDER", 5.0),
)


def run(command: str, kept: str, cache: str | None = None) -> float:
    """Return the seconds of one of our commands, in a temporary folder."""
    environment = os.environ | ({"NUMBA_CACHE_DIR": cache} if cache else {})
    with tempfile.TemporaryDirectory() as folder:
        words = [{"FOLDER": f"{folder}/made", "DATASET": kept}.get(w, w) for w in command.split()]
        started = perf_counter()
        ours = [sys.executable, "-m", "enumino", *words]
        subprocess.run(ours, capture_output=True, check=True, env=environment)
        return perf_counter() - started


def first(command: str) -> float:
    """Return the seconds of a command with empty caches of compiled code."""
    with tempfile.TemporaryDirectory() as cache:
        return run(command, "", cache)


def table(smoke: bool, most: int) -> Table:
    """Return the duration of commands."""
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        kept = str(Path(folder, "kept"))
        run(f"enumerate polyominoes --cells 8 --to {kept}", kept)
        warm = {
            command: (lambda c=command: run(c, kept)) for command, _ in WARM[:: 3 if smoke else 1]
        }
        for command in warm:
            run(command, kept)
        found = rounds(warm, min(most, 1 if smoke else 7))  # type: ignore[arg-type]
        bars = dict(WARM)
        lines += [
            Line(f"`{c}`", taken, "s", note=f"target {bars[c]}") for c, taken in found.items()
        ]
        for command, bar in () if smoke else FIRST:
            taken = [first(command) for _ in range(min(most, 3))]
            lines.append(Line(f"first time: `{command}`", taken, "s", note=f"target {bar:.0f}"))
    note = 'Wall time of whole processes. "First time" is with an empty cache of compiled kernels.'
    return Table("How long do short commands take?", lines, note=note)
