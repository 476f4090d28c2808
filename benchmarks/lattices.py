"""Rates of listing and verifying free polyforms on other lattices, beside polyominoes."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial

import enumino
from benchmarks.listings import Listing, batches_of, seconds, share, warm, written_and_verified
from benchmarks.tables import Line, Table, ratios, rounds
from enumino.enum.forest import Forest


def _from_file(noun: str, lattice: str, cells: int) -> Listing:
    on_it = partial(enumino.LatticePolyforms, lattice=lattice)
    return Listing(f"{noun}, {cells}", lambda: on_it(cells), lambda: on_it(4))


SQUARES = Listing(
    "polyominoes, 14", lambda: enumino.Polyominoes(14), lambda: enumino.Polyominoes(6)
)
# Listings, with the least ratio of their rates to that of polyominoes.
LATTICES = (
    (Listing("polyhexes, 12", lambda: enumino.Polyhexes(12), lambda: enumino.Polyhexes(4)), 0.7),
    (
        Listing("polyiamonds, 17", lambda: enumino.Polyiamonds(17), lambda: enumino.Polyiamonds(5)),
        0.45,
    ),
    (Listing("polyplets, 10", lambda: enumino.Polyplets(10), lambda: enumino.Polyplets(4)), 0.7),
    (Listing("polycubes, 10", lambda: enumino.Polycubes(10), lambda: enumino.Polycubes(4)), 0.3),
    (Listing("polysticks, 11", lambda: enumino.Polysticks(11), lambda: enumino.Polysticks(4)), 0.4),
    (_from_file("polykites", "kite", 13), 0.4),
    (_from_file("polycairos", "cairo", 12), 0.4),
    (_from_file("polyoctasquares", "octagon-square", 10), 0.4),
    (_from_file("polytrihexes", "trihexagonal", 12), 0.4),
)


# Least ratio of the rate of verification to the rate of listing into a dataset.
VERIFIED = 0.3


def table(smoke: bool, most: int) -> Table:
    """Return the rates of each lattice: rows listed, written and verified per second."""
    chosen = LATTICES[::5] if smoke else LATTICES  # one that is built in, one from a file
    bars = {SQUARES.name: ""} | {each.name: f"target {bar}" for each, bar in chosen}
    actions: dict[str, Callable[[], float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for k, each in enumerate((SQUARES, *(listing for listing, _ in chosen))):
            warm(each)
            problem = each.small if smoke else each.problem
            actions[each.name] = _rate(problem)
            actions |= dict(
                zip(
                    _jobs(each.name),
                    written_and_verified(problem, f"{folder}/{k}", []),
                    strict=True,
                )
            )
        found = rounds(actions, 1 if smoke else most)
    squares, lines = found[SQUARES.name], []
    for name, bar in bars.items():
        listed, whole = (found[job] for job in _jobs(name))
        lines += [
            Line(
                f"{name}: search, all columns",
                found[name],
                "M rows/s",
                ratios(found[name], squares),
                bar,
            ),
            Line("whole job", listed, "M rows/s"),
            Line("verified", whole, "M rows/s", note=share(whole, listed, VERIFIED)),
        ]
    return Table(
        "How fast are other lattices?",
        lines,
        "rate / rate of polyominoes",
        "Free polyforms, by their number of cells, with all columns; processor time of one thread.",
    )


def _jobs(name: str) -> tuple[str, str]:
    """Return the names of the listing into a dataset and of its verification."""
    return f"{name}, written", f"{name}, verified"


def _rate(problem: Callable[[], Forest]) -> Callable[[], float]:
    def rate() -> float:
        counted = 0

        def run() -> None:
            nonlocal counted
            counted = sum(batch.num_rows for batch in batches_of(problem()))

        taken = seconds(run)
        return counted / taken / 1e6

    return rate
