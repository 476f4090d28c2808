"""Count polyominoes by size, kind and symmetry class, by the cheaper of two methods."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal

from enumino.arguments import consecutive
from enumino.datasets.totals import Total, as_totals
from enumino.errors import ProblemError
from enumino.families.polyominoes.counting import costs, small
from enumino.families.polyominoes.counting.sweeps import FIXED
from enumino.families.polyominoes.counting.tasks import (
    LARGEST,
    METHODS,
    TREE_VERSION,
    Method,
    PolyominoCount,
    count_small,
    run_task,
    sweep_of,
)
from enumino.families.polyominoes.counting.without_holes import (
    SWEEP_METHODS,
    CountWithoutHoles,
    SweepMethod,
)
from enumino.families.polyominoes.rows import total
from enumino.families.polyominoes.statistics import count_statistics
from enumino.objects.lattice import Kind
from enumino.run.checkpoints import Counted
from enumino.run.counting import run_count
from enumino.run.events import OnEvent
from enumino.run.statistics import CLASSES_OR_COLUMNS
from enumino.words import quoted

if TYPE_CHECKING:
    from distributed import Client


Work = Callable[[Any, Callable[[int, int, int], None]], Counted]
"""What a worker does for a task."""


@dataclass(frozen=True)
class Estimate:
    """What a method is expected to take; None where it cannot reach that size."""

    method: str
    cost: costs.Cost | None


def estimates(cells: range, needs_groups: bool) -> list[Estimate]:
    """Return the expected costs of both methods, invariant polyominoes included.

    Nodes follow from measured growth.
    """
    kind: Kind | None = None if needs_groups else "fixed"
    found = []
    for method in METHODS:
        try:
            found.append(Estimate(method, _sum_of(expected(cells, kind, method))))
        except ProblemError:
            found.append(Estimate(method, None))
    return found


def expected(cells: range, kind: Kind | None, method: str) -> list[costs.Part]:
    """Return what is counted by a method, width by width, and what each is expected to take.

    Parameters
    ----------
    cells : range
    kind : {"free", "one-sided", "fixed"} or None
        None where invariant polyominoes are counted, too.
    method : {"search", "transfer-matrix"}
        How fixed polyominoes are counted.
    """
    return PolyominoCount(cells, kind, method=choose(cells, method)).expected()


def parts_without_holes(cells: range, kind: Kind, method: str) -> list[costs.Part]:
    """Return what is counted of polyominoes without holes, and what each is expected to take.

    Nothing, if they are listed.
    """
    way = way_without_holes(method)
    return [] if way == "listing" else CountWithoutHoles(cells, kind, method=way).expected()


def estimates_without_holes(cells: range, kind: Kind) -> list[Estimate]:
    """Return the expected costs of all ways to count polyominoes without holes."""
    found = [
        Estimate(method, _sum_of(parts_without_holes(cells, kind, method)))
        for method in SWEEP_METHODS
    ]
    return [*found, _listing_estimate(cells, kind)]


def _sum_of(parts: list[costs.Part]) -> costs.Cost:
    """What all parts are expected to take, and the most bytes of one."""
    each = [part.cost for part in parts]
    nodes, seconds = sum(cost.nodes for cost in each), sum(cost.seconds for cost in each)
    return costs.Cost(nodes, seconds, max(cost.bytes for cost in each))


def _listing_estimate(cells: range, kind: Kind) -> Estimate:
    from enumino.families.polyominoes.problem import Polyominoes

    if not cells or cells[-1] > LARGEST["without holes"]:
        return Estimate("listing", None)
    problem = Polyominoes(cells, kind)
    expected = problem.expect(problem.probe((), probes=20_000, seed=1))
    return Estimate("listing", costs.Cost(expected.nodes, expected.seconds, 1e7))


def choose(cells: range, method: str) -> Method:
    """Return the method, or the one with the lowest expected cost for ``"auto"``.

    Raises
    ------
    ProblemError
        If there is no such method, or none reaches that size.
    """
    if method != "auto":
        if method not in METHODS:
            raise ProblemError(
                f"There is no method {quoted(method)}: choose auto, {', '.join(METHODS)}."
            )
        return METHODS[METHODS.index(method)]
    if not cells or not 1 <= cells[-1] <= LARGEST["search"]:
        return "transfer-matrix"  # which says what it takes
    largest = cells[-1]
    if largest <= small.MOST_CELLS:
        return "search"
    searched = costs.search(largest).seconds < costs.matrix(FIXED, largest).seconds
    return "search" if searched else "transfer-matrix"


@as_totals
def count_polyominoes(
    cells: int | Iterable[int],
    kind: Kind | None = None,
    *,
    by_symmetry: bool = False,
    by: str | Iterable[str] | None = None,
    method: Method | Literal["auto", "polygons", "listing"] = "auto",
    without_holes: bool = False,
    client: Client | None = None,
    threads: int | None = None,
    in_process: bool = False,
    checkpoint: str | os.PathLike[str] | None = None,
    memory: float | None = None,
    on_event: OnEvent | None = None,
) -> list[Total]:
    """Count polyominoes by size, kind and symmetry class, without listing them.

    Parameters
    ----------
    cells : int or iterable of int
        Consecutive sizes, up to 60; fixed ones alone up to 40, by search up to 30, and up to 55
        without holes. Beyond 40 the numbers of fixed polyominoes are the published ones, and
        `Total.rests_on` says so of all numbers that are made from them.
    kind : {"free", "one-sided", "fixed"}, optional
        By default all three.
    by_symmetry : bool
        Also count each symmetry class (of free polyominoes, if no kind is given).
    by : str or iterable of str, optional
        Count by these columns (free polyominoes, if no kind is given): height, width, symmetry,
        perimeter, site_perimeter, holes, as datasets have them. Up to 30 cells.
    method : {"auto", "search", "transfer-matrix", "rotated", "polygons", "listing"}
        How fixed polyominoes are counted, and half-turns: by search, by transfer matrix, or by
        another on the lattice turned by 45 degrees (up to 46 cells). They share no transitions
        and no bounds. ``"auto"`` takes the cheaper of the first two.
        Symmetric ones are searched for as well, or counted in the cheaper way.
        By columns, the transfer matrix counts fixed ones by height and width, up to 40 cells, and
        listing is what a dataset takes, without its files.
    without_holes : bool
        Only polyominoes without holes (free ones, if no kind is given): fixed ones by transfer
        matrix, or by another of polygons (``"polygons"``); or all up to 21 cells by listing them.
    client, threads, in_process :
        Where to run, as in `enumino.enumerate_to`.
    checkpoint : str or path, optional
        Folder that remembers finished tasks; the same call goes on from there.
    memory : float, optional
        Bytes that sweeps may hold at once: the largest run alone, before all others.
    on_event : callable, optional
        Called with `Dividing`, `Started`, `Progressed`, `TaskFinished`.

    Returns
    -------
    list of Total
        By size: the kinds (symmetry ``total``), then the classes, or the lines by columns. Counts
        are exact ints.

    Raises
    ------
    ProblemError
        If the method does not reach that size.
    DatasetError
        If the checkpoint folder belongs to another count.

    Examples
    --------
    >>> [line.count for line in count_polyominoes(range(1, 9), "free")]
    [1, 1, 2, 5, 12, 35, 108, 369]
    >>> count_polyominoes(28, "fixed")[0].count
    1228088671826973
    >>> [(line.labels["holes"], line.count) for line in count_polyominoes(8, by="holes")[1:]]
    [(0, 363), (1, 6)]
    """
    sizes = consecutive(cells)
    if by is not None:
        if by_symmetry:
            raise ProblemError(CLASSES_OR_COLUMNS)
        if without_holes:
            raise ProblemError(
                "Counts by columns are of all polyominoes: count by holes too, of which 0 is one."
            )
        if memory is not None:
            raise ProblemError(
                "Counts by columns take little memory, and none can be set: leave out --memory."
            )
        return count_statistics(
            sizes,
            kind or "free",
            by,
            method,
            client=client,
            threads=threads,
            in_process=in_process,
            checkpoint=checkpoint,
            on_event=on_event,
        )
    if without_holes and (way := way_without_holes(method)) != "listing":
        swept = CountWithoutHoles(sizes, kind or "free", by_symmetry, way)
        count: PolyominoCount | CountWithoutHoles = swept
        work: Work = swept.run_task
    else:
        chosen: Method = "search" if without_holes else choose(sizes, of_sizes(method))
        asked = "free" if without_holes and kind is None else kind
        count, work = PolyominoCount(sizes, asked, by_symmetry, chosen, without_holes), run_task
    make_tasks: Callable[[], Sequence[Any]] = count.tasks
    outcomes = run_count(
        work,
        make_tasks,
        {**count.to_json(), "tree_version": TREE_VERSION},
        digest=lambda tasks: sha256(repr(tasks).encode()).hexdigest(),
        client=client,
        threads=threads,
        in_process=in_process,
        checkpoint=checkpoint,
        on_event=on_event,
        memory=memory,
    )
    return [
        replace(
            total(n, of_kind, symmetry, number, without_holes=without_holes),
            rests_on=count.rests_on(n, symmetry),
        )
        for (n, of_kind, symmetry), number in count.combine(outcomes).items()
    ]


def way_without_holes(method: str) -> SweepMethod | Literal["listing"]:
    """Return how polyominoes without holes are counted by a method."""
    if method == "auto":
        return "transfer-matrix"
    if method == "listing":
        return "listing"
    for swept in SWEEP_METHODS:
        if method == swept:
            return swept
    raise ProblemError(
        f"Polyominoes without holes are counted by {', '.join(SWEEP_METHODS)} or listing, not by "
        f"{quoted(method)}: leave out --method."
    )


def of_sizes(
    method: Method | Literal["auto", "polygons", "listing"],
) -> Method | Literal["auto"]:
    """Return a method that counts by size and symmetry."""
    if method == "polygons":
        raise ProblemError(
            "The method polygons counts what has no holes: add --without-holes, or leave it out."
        )
    if method == "listing":
        raise ProblemError("The method listing counts by columns: name some, as --by holes.")
    return method


def missing_kernels(cells: range, method: Method) -> list[Callable[[], object]]:
    """Return calls that compile the kernels of the symmetry classes, as far as none is kept.

    Parameters
    ----------
    cells : range
    method : {"search", "transfer-matrix"}
        How fixed polyominoes are counted.
    """
    if not cells or cells[-1] <= small.MOST_CELLS:
        return []
    from enumino.enum.compiled import is_kept
    from enumino.enum.kernels import (
        halfturn,
        halfturn_matrix,
        quotient,
        rotated_halfturn,
        rotated_strip,
    )

    kernels: dict[tuple[str, str], Any] = {
        ("R180", "transfer-matrix"): halfturn_matrix.link,
        ("M45", "transfer-matrix"): rotated_strip.link,
        ("R180", "rotated"): rotated_halfturn.link,
        ("R180C", "search"): halfturn.tally,
        ("R90C", "search"): quotient.tally,
    }
    used = PolyominoCount(cells, method=method).methods().items()
    return [
        partial(count_small, sweep_of(subject, way), 0 if way == "search" else 2)
        for subject, way in used
        if (subject, way) in kernels and not is_kept(kernels[subject, way])
    ]
