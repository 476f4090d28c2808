"""Tables of figures: measured in turns, reported as medians with their spread."""

import os
import platform
import statistics
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from enumino.arguments import usable_cores

PACKAGES = ("enumino", "numba", "numpy", "pyarrow", "dask")


@dataclass
class Line:
    """A figure: its name, the value of each round, and the reason for missing values."""

    name: str
    values: list[float] = field(default_factory=list)
    unit: str = ""
    ratios: list[float] = field(default_factory=list)
    note: str = ""

    def cells(self) -> list[str]:
        """Return name, median, unit, spread, ratio and note as text."""
        if not self.values:
            return [self.name, "", "", "", "", self.note]
        middle, ratio = (
            figure(statistics.median(each)) if each else "" for each in (self.values, self.ratios)
        )
        spread = f"{figure(min(self.values))} to {figure(max(self.values))}"
        return [self.name, middle, self.unit, spread, ratio, self.note]


@dataclass
class Table:
    """The answer to a question; `note` is the method, and ratios are of the same round."""

    question: str
    lines: list[Line]
    ratio_to: str
    note: str

    def markdown(self) -> str:
        """Return the table in Markdown, without columns that are empty."""
        header = ["", "median", "unit", "range", self.ratio_to, ""]
        rows = [line.cells() for line in self.lines]
        kept = [i for i in range(len(header)) if any(row[i] for row in rows)]
        rule = ["--:" if i in (1, 4) else "---" for i in range(len(header))]
        lines = [[row[i] for i in kept] for row in (header, rule, *rows)]
        said = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        return f"## {self.question}\n\n{self.note}\n\n{said}\n"


def figure(value: float) -> str:
    """Return a number with three digits that count.

    >>> figure(12345.6), figure(12.345), figure(0.012345), figure(0.0)
    ('12,346', '12.3', '0.0123', '0')
    """
    if value == 0 or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:#.3g}".rstrip(".")


def rounds(programs: Mapping[str, Callable[[], float]], turns: int) -> dict[str, list[float]]:
    """Run programs in turns and return their results."""
    found: dict[str, list[float]] = {name: [] for name in programs}
    for _ in range(turns):
        for name, program in programs.items():
            found[name].append(program())
    return found


def ratios(of: list[float], to: list[float]) -> list[float]:
    """Return the ratios of the rounds that both have."""
    return [a / b for a, b in zip(of, to, strict=False)]


def machine() -> dict[str, Any]:
    """Return a description of the machine of the figures."""
    processor = platform.processor() or platform.machine()
    if (cpuinfo := Path("/proc/cpuinfo")).exists():
        names = [line for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        processor = names[0].partition(": ")[2] if names else processor
    return {
        "processor": processor,
        "cores": usable_cores(),
        "load": round(os.getloadavg()[0], 2),
        "python": platform.python_version(),
        **{package: version(package) for package in PACKAGES},
    }
