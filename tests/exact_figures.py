"""Figures without noise of some listings: nodes visited, rows and bytes written, tasks submitted.

`python -m tests.exact_figures` writes them anew, after a change that is meant to change them.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa

import enumino
from enumino import Covers, Polyominoes, Tatami, Tilings, Trominoes
from enumino.enum.problem import Problem
from enumino.objects.cover import ready_made
from enumino.run.events import Event, Started

FIGURES = Path(__file__).with_suffix(".json")
ROWS_PER_PART = 1000

LISTINGS: dict[str, Callable[[], Problem]] = {
    "free polyominoes, 10 cells": lambda: Polyominoes(10),
    "one-sided polyominoes, 9 cells": lambda: Polyominoes(9, "one-sided"),
    "fixed polyominoes, 1 to 8 cells": lambda: Polyominoes(range(1, 9), "fixed"),
    "tatami, 3x32": lambda: Tatami("3x32"),
    "tatami, 6x6 with half mats": lambda: Tatami("6x6", None),
    "pentominoes, 3x20": lambda: Tilings("3x20", "pentominoes", each_once=True),
    "dominoes, 6x6": lambda: Tilings("6x6", "domino"),
    "dominoes, 6x6, up to symmetry": lambda: Tilings("6x6", "domino", up_to_symmetry=True),
    "queens, 8": lambda: Covers(ready_made("queens", 8)),
    "trominoes, side 16": lambda: Trominoes(16),
}


def figures(problem: Problem) -> dict[str, int]:
    """Return nodes, rows, bytes and tasks of a listing."""
    tasks: list[int] = []

    def listen(event: Event) -> None:
        if isinstance(event, Started):
            tasks.append(len(event.parts))

    with tempfile.TemporaryDirectory() as root:
        made = enumino.enumerate_to(
            root, problem, rows_per_part=ROWS_PER_PART, on_event=listen, in_process=True
        )
    size = sum(file["bytes"] for file in made.files)
    return {"nodes": made.nodes, "rows": made.rows, "bytes": size, "tasks": sum(tasks)}


if __name__ == "__main__":
    found = {name: figures(make()) for name, make in LISTINGS.items()}
    FIGURES.write_text(json.dumps({"pyarrow": pa.__version__, **found}, indent=1) + "\n")
