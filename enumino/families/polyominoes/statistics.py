"""Polyominoes by perimeter, box, holes and symmetry, without rows: by walks, boxes or listing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any, Literal

from enumino.datasets.totals import Total
from enumino.enum.problem import Tally
from enumino.errors import ProblemError
from enumino.families.polyominoes import published
from enumino.families.polyominoes.boxes import BoxCount
from enumino.families.polyominoes.columns import COUNTED
from enumino.families.polyominoes.problem import Polyominoes
from enumino.families.polyominoes.walks import SIDES, Cost, WalkCount
from enumino.objects.lattice import Kind, SymmetryClass
from enumino.published import Published
from enumino.run.counting import count_by_search, run_count
from enumino.run.statistics import Labels, columns_asked, totals_of
from enumino.words import quoted

StatisticsMethod = Literal["search", "transfer-matrix", "listing"]
METHODS: tuple[StatisticsMethod, ...] = ("search", "transfer-matrix", "listing")
CLASS_ORDER = {str(symmetry): code for code, symmetry in enumerate(SymmetryClass)}
MATRIX_FROM = 13
"""Cells from which the transfer matrix is the cheaper way to count boxes."""


def chosen(
    cells: range, kind: Kind, by: tuple[str, ...], method: str
) -> tuple[str, WalkCount | BoxCount | Polyominoes]:
    """Return the name of the method, and what counts by it.

    Raises
    ------
    ProblemError
        If there is no such method, or it cannot count that.
    """
    if method not in ("auto", *METHODS):
        raise ProblemError(
            f"There is no method {quoted(method)}: choose auto, {', '.join(METHODS)}."
        )
    boxes_only = kind == "fixed" and set(by) <= set(SIDES)
    if method == "transfer-matrix" or (
        method == "auto" and boxes_only and cells[-1] >= MATRIX_FROM
    ):
        if kind != "fixed":
            raise ProblemError(
                f"The transfer matrix counts fixed polyominoes by their boxes, not {kind} ones: "
                "leave out --method, or ask for --kind fixed."
            )
        return "transfer-matrix", BoxCount(cells, by)
    if method == "listing":
        return "listing", Polyominoes(cells, kind)
    return "search", WalkCount(cells, kind, by)


def expected(cells: range, kind: Kind, by: str | Iterable[str], method: str) -> tuple[str, Cost]:
    """Return the method and what a count is expected to take by it."""
    name, count = chosen(cells, kind, columns_asked(by, COUNTED), method)
    if isinstance(count, Polyominoes):
        found = count.expect(count.probe((), probes=20_000, seed=1))
        return name, Cost(found.nodes, found.seconds)
    return name, count.cost()


def tally(
    cells: range, kind: Kind, by: tuple[str, ...], method: str = "auto", **how_to_run: Any
) -> Tally:
    """Return the numbers of polyominoes of a kind by size and some columns."""
    _, count = chosen(cells, kind, by, method)
    if isinstance(count, Polyominoes):
        return count_by_search(count, by=("cells", *by), **how_to_run)
    make_tasks: Callable[[], Sequence[Any]] = count.tasks
    sums: Counter[tuple[Any, ...]] = Counter()  # of all tasks: each may have thousands of keys
    run_count(
        count.run_task,
        make_tasks,
        count.to_json(),
        digest=lambda tasks: sha256(repr(tasks).encode()).hexdigest(),
        each=lambda outcome: sums.update(outcome.counts),
        **how_to_run,
    )
    return count.combine(sums)


def count_statistics(
    cells: range, kind: Kind, by: str | Iterable[str], method: str, **how_to_run: Any
) -> list[Total]:
    """Count polyominoes of a kind by size and some of the columns `COUNTED`, with all totals."""
    asked = columns_asked(by, COUNTED)
    orders = [CLASS_ORDER if name == "symmetry" else {} for name in asked]
    found = tally(cells, kind, asked, method, **how_to_run)
    return totals_of(found, asked, orders, known, size="cells", kind=kind)


def known(labels: Labels) -> Published | None:
    """Return what is published about the polyominoes with some labels.

    >>> known({"cells": 8, "kind": "free", "holes": 0})
    Published(oeis='A000104', value=363)
    """
    cells, kind, *_ = labels.values()
    values = {name: value for name, value in labels.items() if name not in ("cells", "kind")}
    return published.polyominoes_by(int(cells), kind, values)  # type: ignore[arg-type]
