"""Count tatami layouts: by recurrence, transfer matrix, or search."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, Unpack

from enumino.datasets.totals import Total, as_totals
from enumino.enum.sweep import MOST_BYTES
from enumino.errors import ProblemError
from enumino.families.tatami.parameters import interval_of, regions_of
from enumino.families.tatami.problem import Tatami
from enumino.families.tatami.rows import LayoutTotals
from enumino.objects.region import Region
from enumino.published import TOTAL
from enumino.run.counting import (
    Estimate,
    count_by_search,
    expected_search,
    refuse_checkpoint,
)
from enumino.run.events import OnEvent, sweeping
from enumino.run.execution import Execution, HowToRun
from enumino.words import quoted, size

Method = Literal["recurrence", "transfer-matrix", "search"]
METHODS: tuple[Method, ...] = ("recurrence", "transfer-matrix", "search")


@as_totals
def count_tatami(
    rooms: Region | str | Iterable[Region | str],
    monomers: int | tuple[int, int | None] | None = 0,
    *,
    up_to_symmetry: bool = False,
    by_symmetry: bool = False,
    method: Method | Literal["auto"] = "auto",
    pruning: bool = True,
    **how_to_run: Unpack[HowToRun],
) -> list[Total]:
    """Count the tatami layouts of rooms.

    Parameters
    ----------
    rooms, monomers, up_to_symmetry, pruning :
        As in `enumino.Tatami`.
    by_symmetry : bool
        Also count each symmetry class.
    method : {"auto", "recurrence", "transfer-matrix", "search"}
        Recurrence: rectangles without half mats, any size (Hickerson). Transfer matrix: any room
        with any half mats, by their number. Search: everything, also by symmetry class.
        ``"auto"`` takes the first of them that counts all rooms.
    **how_to_run : dict
        Where to run, as in `enumino.count_by_search`.

    Returns
    -------
    list of Total
        For each room; if half mats may vary, for each number of them first.

    Raises
    ------
    ProblemError
        If the method cannot count these layouts.

    Examples
    --------
    >>> [str(line.count) for line in count_tatami("4x7")]
    ['3']
    >>> [(line.labels.get("monomers"), line.count) for line in count_tatami("3x3", (1, 3))]
    [(1, 10), (3, 12), (None, 22)]
    """
    how = Execution(**how_to_run)
    asked = LayoutTotals(regions_of(rooms), *interval_of(monomers), bool(up_to_symmetry))
    chosen = choose(asked, by_symmetry) if method == "auto" else method
    _refuse(chosen, asked, by_symmetry)
    if chosen != "search":
        refuse_checkpoint(how.checkpoint)
    if chosen == "recurrence":
        return [line for room in asked.rooms for line in _by_recurrence(asked, room, by_symmetry)]
    if chosen == "transfer-matrix":
        return [line for room in asked.rooms for line in _by_matrix(asked, room, how.on_event)]
    problem = Tatami(
        asked.rooms,
        (asked.fewest, asked.most),
        up_to_symmetry=up_to_symmetry,
        pruning=pruning,
    )
    tally = count_by_search(
        problem,
        **how_to_run,
    )
    lines = asked.totals(tally.counts)
    return lines if by_symmetry else [line for line in lines if line.symmetry == TOTAL]


def estimates(asked: LayoutTotals, by_symmetry: bool, method: str, pruning: bool) -> list[Estimate]:
    """Return what the methods for these layouts would take, the one that is used first."""
    first = choose(asked, by_symmetry) if method == "auto" else method
    _refuse(first, asked, by_symmetry)
    search = Tatami(
        asked.rooms,
        (asked.fewest, asked.most),
        up_to_symmetry=asked.up_to_symmetry,
        pruning=pruning,
    )
    known = {
        "recurrence": Estimate("recurrence", seconds=0.0),
        "transfer-matrix": Estimate(
            "transfer-matrix", note=f"not estimated; it gives up at {size(MOST_BYTES)} of states"
        ),
    }
    able = [name for name in METHODS if not _obstacle(name, asked, by_symmetry)]
    able.sort(key=lambda name: name != first)
    return [known.get(name) or expected_search(search) for name in able]


def choose(asked: LayoutTotals, by_symmetry: bool = False) -> Method:
    """Return the method that ``"auto"`` chooses."""
    if not _obstacle("recurrence", asked, by_symmetry):
        return "recurrence"
    return "search" if asked.up_to_symmetry or by_symmetry else "transfer-matrix"


def _refuse(method: str, asked: LayoutTotals, by_symmetry: bool) -> None:
    if method not in METHODS:
        raise ProblemError(
            f"There is no method {quoted(method)}: choose auto, {', '.join(METHODS)}."
        )
    if reason := _obstacle(method, asked, by_symmetry):
        raise ProblemError(f"The method {method} {reason}: use another one, or leave out --method.")


def _obstacle(method: str, asked: LayoutTotals, by_symmetry: bool) -> str:
    """Reason why a method cannot count these layouts; an empty string if it can."""
    rectangles = all(room.is_rectangle for room in asked.rooms)
    if method == "recurrence" and not (rectangles and asked.most == 0):
        return "counts rectangles without half mats only"
    if method == "transfer-matrix" and (asked.up_to_symmetry or by_symmetry):
        return "counts all layouts, not classes of them"
    return ""


def _by_recurrence(asked: LayoutTotals, room: Region, by_symmetry: bool) -> list[Total]:
    from enumino.families.tatami import recurrences as tatami

    size = room.height, room.width
    classes = tatami.by_symmetry(*size, up_to_symmetry=asked.up_to_symmetry)
    if by_symmetry:
        return asked.lines_of(room, {(*size, 0, str(s)): number for s, number in classes.items()})
    return [asked.total(room, None, sum(classes.values()))]


def _by_matrix(asked: LayoutTotals, room: Region, on_event: OnEvent | None) -> list[Total]:
    from enumino.families.tatami.transfer_matrix import distribution

    cells = len(room)
    most = cells if asked.most is None else min(asked.most, cells)
    numbers = distribution(room.grid, most, on_cell=sweeping(on_event))
    found = {m: n for m, n in enumerate(numbers) if m >= asked.fewest}
    single = asked.fewest == asked.most
    lines = [] if single else [asked.total(room, m, n) for m, n in found.items() if n]
    return [*lines, asked.total(room, None, sum(found.values()))]
