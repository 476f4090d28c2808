"""Cost of a count up to symmetry, compared with the search for all tilings."""

from __future__ import annotations

from statistics import median

from benchmarks.solvers import INSTANCES, Instance
from benchmarks.tables import Line, Table, ratios, rounds
from benchmarks.timing import seconds
from enumino import Tilings
from enumino.families.tilings.counts import TilingCount
from enumino.families.tilings.symmetry_breaking import Symmetries
from enumino.objects.board import Board

NAMES = (
    "12 pentominoes, 6x10",
    "12 pentominoes, 3x20",
    "12 pentominoes, 8x8 without its centre",
    "L-trominoes, 9x9",
    "tetrominoes, 5x8",
    "dominoes, 8x8",
)


def line_of(instance: Instance, most: int) -> Line:
    """Count all tilings of an instance and one of each class, in turns."""
    assert instance.tiling
    region, pieces, use = instance.tiling

    def classes() -> float:
        # A problem keeps what was built of it: so there is a new one for each count.
        made = Tilings(region, pieces, use, up_to_symmetry=True)
        return seconds(lambda: TilingCount(made).totals(in_process=True), 1)[0]

    engine = Tilings(region, pieces, use).chosen_engine

    def searched() -> float:
        made = Tilings(region, pieces, use, engine=engine)
        return seconds(lambda: made.count(by_key=False), 1)[0]

    whole = Tilings(region, pieces, use)
    order = 1 + len(Symmetries(Board(whole.region, whole.pieces), up_to=True).images)
    classes()
    searched()  # compiled
    taken = rounds({"classes": classes, "all": searched}, most)
    ideal = [each / order for each in taken["all"]]
    note = f"{order} symmetries; a search for all tilings takes {median(taken['all']):.3f} s"
    return Line(instance.name, taken["classes"], "s", ratios(taken["classes"], ideal), note)


def table(smoke: bool, most: int) -> Table:
    """Return the cost of the count up to symmetry, problem by problem."""
    named = {instance.name: instance for instance in INSTANCES}
    names = ["dominoes, 6x6"] if smoke else NAMES
    lines = [line_of(named[name], 1 if smoke else most) for name in names]
    note = (
        "Counts of one tiling of each class, as `enumino count tilings` makes them, by a search or "
        "by profiles; processor time of one thread, kernels compiled. The ideal time is that of a "
        "search for all tilings by the chosen engine, without its choice, divided by the number of "
        "symmetries; pieces and placements alone take 4 ms for pentominoes."
    )
    return Table("What does a search up to symmetry cost?", lines, "time / ideal time", note)
