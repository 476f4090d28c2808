"""Growth of counts by transfer matrix: steps, states, time and memory by number of cells."""

from __future__ import annotations

from time import process_time

from benchmarks.tables import Line, Table
from enumino.families.polyforms.counting.subjects import (
    DIAGONALS,
    FIXED,
    HALF_TURNS,
    MIRRORS,
    ROTATED,
    widths,
)
from enumino.families.polyforms.counting.ways import new_sweep
from enumino.words import size

# Kinds of sweeps in words, with their numbers of cells.
SUBJECTS = {
    FIXED: ("fixed", (24, 28, 32, 36)),
    ROTATED[FIXED]: ("fixed, along diagonals", (24, 28, 32)),
    HALF_TURNS: ("half-turns", (28, 32, 36, 40)),
    ROTATED[HALF_TURNS]: ("half-turns, along diagonals", (28, 32, 36)),
    MIRRORS: ("mirrors through cells", (32, 36, 40, 44)),
    DIAGONALS: ("diagonal mirrors", (32, 36, 40, 44)),
}
# Seconds from which a count is run only once.
LONG = 5.0
# Seconds, steps, and states and bytes of the largest sweep.
Swept = tuple[float, int, int, int]


def swept(subject: str, cells: int) -> Swept:
    """Run the sweeps of all widths."""
    started = process_time()
    steps = states = held = 0
    for width in widths(subject, cells):
        sweep = new_sweep(subject, width, cells)
        while not sweep.done:
            sweep.advance()
        steps += sweep.steps
        states, held = max(states, sweep.peak_states), max(held, sweep.peak_bytes)
    return process_time() - started, steps, states, held


def lines_of(subject: str, smoke: bool, most: int) -> list[Line]:
    """Measure one kind of sweep for each of its sizes."""
    name, sizes = SUBJECTS[subject]
    swept(subject, 8)  # which compiles its kernels
    lines: list[Line] = []
    former: tuple[int, int] | None = None
    for cells in (8, 12) if smoke else sizes:
        found = [swept(subject, cells)]
        while len(found) < min(most, 1 if smoke else 3) and found[0][0] < LONG:
            found.append(swept(subject, cells))
        _, steps, states, held = found[0]
        growth = [(steps / former[1]) ** (1 / (cells - former[0]))] if former else []
        note = f"{steps:,} steps, {states:,} states, {size(held)}"
        lines.append(Line(f"{name}, {cells} cells", [f[0] for f in found], "s", growth, note))
        former = cells, steps
    return lines


def table(smoke: bool, most: int) -> Table:
    """Return the cost of each kind of sweep, size by size."""
    lines = [line for subject in SUBJECTS for line in lines_of(subject, smoke, most)]
    note = (
        "One count covers all sizes up to the given number of cells, by sweeps of all widths; "
        "processor time of one thread. Steps are the states created by all sweeps; states and "
        "bytes are the peak of a single sweep."
    )
    return Table("How does the cost of a count grow?", lines, "growth of steps per cell", note)
