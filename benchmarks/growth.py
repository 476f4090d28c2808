"""Growth of the cost of listing free polyominoes, with estimates for larger sizes."""

from __future__ import annotations

import math
import tempfile
from pathlib import Path
from time import process_time

import enumino
from benchmarks.listings import seconds
from benchmarks.tables import Line, Table
from enumino.families.polyforms.families import POLYOMINOES
from enumino.words import size

BEYOND = (18, 20, 22)


def fitted(points: dict[int, float]) -> tuple[float, float]:
    """Return the factor per cell and the value at 0 cells of a line fitted to the logarithms.

    >>> factor, start = fitted({1: 8.0, 2: 32.0, 3: 128.0})
    >>> round(factor, 6), round(start, 6)
    (4.0, 2.0)
    """
    middle = sum(points) / len(points)
    logs = {cells: math.log(value) for cells, value in points.items()}
    mean = sum(logs.values()) / len(logs)
    slope = sum((x - middle) * (y - mean) for x, y in logs.items())
    slope /= sum((x - middle) ** 2 for x in logs)
    return math.exp(slope), math.exp(mean - slope * middle)


def table(smoke: bool, most: int) -> Table:
    """Return the measured points, the fitted exponents, and the extrapolated values."""
    lines, times, sizes = [], {}, {}
    with tempfile.TemporaryDirectory() as folder:
        enumino.enumerate_to(f"{folder}/small", enumino.Polyominoes(5))
        for cells in (6, 7, 8) if smoke else (13, 14, 15, 16):
            root, problem = f"{folder}/{cells}", enumino.Polyominoes(cells)
            taken = [
                seconds(
                    lambda r=f"{root}-{i}", p=problem: enumino.enumerate_to(r, p),
                    process_time,
                )
                for i in range(min(most, 1 if smoke else 3))
            ]
            files = Path(f"{root}-0", "data").iterdir()
            times[cells], sizes[cells] = min(taken), float(sum(f.stat().st_size for f in files))
            note = f"{size(sizes[cells])}, {POLYOMINOES.published(cells, 'free').value:,} rows"
            lines.append(Line(f"{cells} cells, measured", taken, "s", note=note))
    (time_factor, time_start), (size_factor, size_start) = fitted(times), fitted(sizes)
    lines.append(Line("growth of time per cell", [time_factor], "", note="fitted"))
    lines.append(Line("growth of bytes per cell", [size_factor], "", note="fitted"))
    for cells in BEYOND:
        taken = time_start * time_factor**cells
        note = f"{size(size_start * size_factor**cells)}; extrapolated"
        lines.append(Line(f"{cells} cells", [taken / 3600], "core-hours", note=note))
    note = "Free polyominoes listed into a dataset; processor time of one thread."
    return Table("How does the cost of a listing grow?", lines, note=note)
