"""Cost of a search up to symmetry, compared with the search for all tilings."""

from __future__ import annotations

from statistics import median

from benchmarks.solvers import INSTANCES, Instance
from benchmarks.tables import Line, Table, ratios, rounds
from benchmarks.timing import seconds
from enumino import Tilings
from enumino.enum.exact_cover.engines import Engine
from enumino.families.coverings.symmetries import Symmetries
from enumino.objects.board import Board

NAMES = (
    "12 pentominoes, 6x10",
    "12 pentominoes, 8x8 without its centre",
    "L-trominoes, 9x9",
    "tetrominoes, 5x8",
    "dominoes, 8x8",
)


def line_of(instance: Instance, most: int) -> Line:
    """Count all tilings of an instance and one of each class, in turns."""
    assert instance.tiling
    region, pieces, use = instance.tiling

    def problem(up_to_symmetry: bool, engine: Engine | None = None) -> Tilings:
        return Tilings(region, pieces, use, up_to_symmetry=up_to_symmetry, engine=engine)

    def counted(up_to_symmetry: bool) -> float:
        # A problem keeps what was built of it: so there is a new one for each count.
        made = problem(up_to_symmetry)
        return seconds(lambda: made.count(by_key=False), 1)[0]

    classes = problem(up_to_symmetry=True)
    whole = problem(up_to_symmetry=False, engine=classes.chosen_engine)
    order = 1 + len(Symmetries(Board(whole.region, whole.pieces), up_to=True).images)
    nodes = [each.count(by_key=False).nodes for each in (classes, whole)]

    def prepared() -> float:
        made = problem(up_to_symmetry=True)
        return seconds(lambda: made.branching(()), 1)[0]

    work = {
        "classes": lambda: counted(True),
        "all": lambda: counted(False),
        "before the search": prepared,
    }
    taken = rounds(work, most)
    ideal = [each / order for each in taken["all"]]
    note = (
        f"{order} symmetries; all tilings take {median(taken['all']):.3f} s; "
        f"{median(taken['before the search']):.3f} s before the search; "
        f"{order * nodes[0] / nodes[1]:.2f} times the ideal number of nodes"
    )
    return Line(instance.name, taken["classes"], "s", ratios(taken["classes"], ideal), note)


def table(smoke: bool, most: int) -> Table:
    """Return the cost of the search up to symmetry, problem by problem."""
    named = {instance.name: instance for instance in INSTANCES}
    names = ["dominoes, 6x6"] if smoke else NAMES
    lines = [line_of(named[name], 1 if smoke else most) for name in names]
    note = (
        "Counts of one tiling of each class, by the engine that is chosen by default, including "
        "the choice of the engine and the breaking of symmetries; processor time of one thread, "
        "kernels compiled. The ideal time is that of counting all tilings, divided by the number "
        "of symmetries."
    )
    return Table("What does a search up to symmetry cost?", lines, "time / ideal time", note)
