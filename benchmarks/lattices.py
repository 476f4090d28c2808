"""How fast free polyforms are listed on other lattices, beside polyominoes."""

from __future__ import annotations

from collections.abc import Callable

import enumino
from benchmarks.listings import Listing, batches_of, seconds, warm
from benchmarks.tables import Line, Table, ratios, rounds
from enumino.enum.forest import Forest

SQUARES = Listing(
    "polyominoes, 14", lambda: enumino.Polyominoes(14), lambda: enumino.Polyominoes(6)
)
LATTICES = (
    (Listing("polyhexes, 12", lambda: enumino.Polyhexes(12), lambda: enumino.Polyhexes(4)), 0.7),
    (
        Listing("polyiamonds, 17", lambda: enumino.Polyiamonds(17), lambda: enumino.Polyiamonds(5)),
        0.45,
    ),
    (Listing("polyplets, 10", lambda: enumino.Polyplets(10), lambda: enumino.Polyplets(4)), 0.7),
    (Listing("polycubes, 10", lambda: enumino.Polycubes(10), lambda: enumino.Polycubes(4)), 0.3),
    (Listing("polysticks, 11", lambda: enumino.Polysticks(11), lambda: enumino.Polysticks(4)), 0.4),
)
"""Listings, and the least ratio of their rates to that of polyominoes."""


def table(smoke: bool, most: int) -> Table:
    """Return rows a second of each lattice, all columns, and their ratio to polyominoes."""
    bars = {SQUARES.name: ""} | {each.name: f"bar {bar}" for each, bar in LATTICES}
    actions: dict[str, Callable[[], float]] = {}
    for each in (SQUARES, *(listing for listing, _ in LATTICES)):
        warm(each)
        actions[each.name] = _rate(each.small if smoke else each.problem)
    found = rounds(actions, 1 if smoke else most)
    squares = found[SQUARES.name]
    return Table(
        "How fast are other lattices?",
        [
            Line(name, values, "M rows/s", ratios(values, squares), bars[name])
            for name, values in found.items()
        ],
        "of polyominoes",
        "Free ones by their number of cells, all columns, processor time of one thread.",
    )


def _rate(problem: Callable[[], Forest]) -> Callable[[], float]:
    def rate() -> float:
        counted = 0

        def run() -> None:
            nonlocal counted
            counted = sum(batch.num_rows for batch in batches_of(problem()))

        taken = seconds(run)
        return counted / taken / 1e6

    return rate
