"""Pages of the benchmark's results: docs/performance.md, and the figures of the README.

    python -m benchmarks.pages

writes both from `benchmarks/recorded.json`, which `make bench` records.
"""

from __future__ import annotations

import json
import re
import statistics
from pathlib import Path
from typing import Any

from benchmarks.tables import Line, Table, figure, from_json

ROOT = Path(__file__).parent.parent
RECORDED = ROOT / "benchmarks" / "recorded.json"
# Problems of the README, on which other solvers are compared with ours.
PROBLEMS = ("12 pentominoes, 3x20", "12 queens", "Langford 12")
PERFORMANCE, README = ROOT / "docs" / "performance.md", ROOT / "README.md"
BLOCK = re.compile(r"(<!-- figures: python -m benchmarks\.pages -->\n).*?(<!-- end -->)", re.DOTALL)

TITLE = """# Performance

`make bench` measures the figures of this page; `benchmarks/recorded.json` has the values of all
rounds. Each figure is the median of several rounds, beside their range. Ratios are taken within one
round, so they depend less on the machine than seconds do. A target is a lower bound for a ratio,
and an upper bound for a time.
"""


def page(said: dict[str, Any]) -> str:
    """Return docs/performance.md."""
    tables, machine = from_json(said)
    about = ", ".join(f"{name} {value}" for name, value in machine.items())
    return "\n".join([TITLE, f"Measured on: {about}.\n", *(table.markdown() for table in tables)])


def figures(said: dict[str, Any]) -> str:
    """Return the README's paragraphs on speed."""
    tables, machine = from_json(said)
    listed = _values(tables, "free polyominoes, 16 cells: search, all columns")
    job = _following(tables, "free polyominoes, 16 cells: search, all columns", "whole job")
    pentominoes = _values(tables, "pentominoes, 6x10: search, all columns")
    seconds = 9356 / (statistics.median(pentominoes) * 1e6)
    return (
        f"One core finds {figure(statistics.median(listed))} million free polyominoes of 16 cells "
        "per second, each with its symmetry class, perimeter, site\nperimeter and holes. Including "
        f"writing to Parquet, it lists {figure(statistics.median(job))} million per second.\n"
        "It finds the 9,356 tilings of 6×10 by the twelve pentominoes (2,339 up to symmetry) in "
        f"{figure(seconds)} s.\n"
        f"{_beside_c(tables)}{_beside_others(tables)}"
        f"Measured on {machine['processor']}; see [all figures](docs/performance.md).\n"
    )


def _beside_c(tables: list[Table]) -> str:
    """Return the sentence on the same searches in C; empty if they were not recorded."""
    found = [
        statistics.median(line.ratios)
        for table in tables
        if table.ratio_to == "C time / enumino time"
        for line in table.lines
        if line.ratios
    ]
    if not found:
        return ""
    return (
        "Programs in C that use the same methods "
        f"take {min(found):.2f} to {max(found):.2f} times as long.\n"
    )


def _beside_others(tables: list[Table]) -> str:
    """Return a table of solvers and problems; empty if it was not recorded."""
    solvers: dict[str, dict[str, str]] = {}
    for table in tables:
        for line in table.lines if table.ratio_to == "solver time / enumino time" else ():
            problem, _, solver = line.name.rpartition(": ")
            if problem in PROBLEMS:
                told = f"{figure(statistics.median(line.ratios))}×" if line.ratios else line.note
                solvers.setdefault(solver, {})[problem] = told
    if not solvers:
        return ""
    lines = [
        "Time that other exact-cover solvers take to find all solutions, divided by the time that "
        "`enumino` takes:\n",
        f"| solver | {' | '.join(PROBLEMS)} |",
        f"| --- |{' --: |' * len(PROBLEMS)}",
        *(
            f"| {solver} | {' | '.join(found.get(problem, '') for problem in PROBLEMS)} |"
            for solver, found in solvers.items()
        ),
    ]
    return "\n" + "\n".join(lines) + "\n\n"


def _line(tables: list[Table], name: str) -> tuple[Table, int]:
    for table in tables:
        for number, line in enumerate(table.lines):
            if line.name == name:
                return table, number
    raise LookupError(f"no line {name!r} was recorded")


def _values(tables: list[Table], name: str) -> list[float]:
    table, number = _line(tables, name)
    return table.lines[number].values


def _following(tables: list[Table], first: str, name: str) -> list[float]:
    table, number = _line(tables, first)
    found: Line = next(line for line in table.lines[number:] if line.name == name)
    return found.values


def readme(text: str, said: dict[str, Any]) -> str:
    """Return the README with the figures of a run between its marks."""
    return BLOCK.sub(lambda match: match[1] + figures(said) + match[2], text)


def replaced(said: dict[str, Any], by: dict[str, Any]) -> dict[str, Any]:
    """Return a run with some tables replaced or added; its load is the higher one.

    Raises
    ------
    ValueError
        If the machines differ in anything else.
    """
    load = max(said["machine"]["load"], by["machine"]["load"])
    machine = said["machine"] | {"load": load}
    if machine != by["machine"] | {"load": load}:
        raise ValueError("the tables were measured on another machine: record all of them")
    new = {table["question"]: table for table in by["tables"]}
    return {
        "machine": machine,
        "tables": [*({table["question"]: table for table in said["tables"]} | new).values()],
    }


def write(said: dict[str, Any]) -> None:
    """Write the pages."""
    PERFORMANCE.write_text(page(said), encoding="utf-8")
    README.write_text(readme(README.read_text(encoding="utf-8"), said), encoding="utf-8")


if __name__ == "__main__":
    write(json.loads(RECORDED.read_text(encoding="utf-8")))
