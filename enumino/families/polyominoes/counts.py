"""Count polyominoes by size, kind and symmetry class, by the cheaper of two methods."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Literal

from enumino.arguments import consecutive
from enumino.datasets.totals import Total, as_totals
from enumino.errors import ProblemError
from enumino.families.polyominoes.counting import costs, small
from enumino.families.polyominoes.counting.tasks import (
    LARGEST,
    METHODS,
    TREE_VERSION,
    Method,
    PolyominoCount,
    run_task,
)
from enumino.families.polyominoes.rows import total
from enumino.objects.lattice import Kind
from enumino.run.counting import run_count
from enumino.run.events import OnEvent
from enumino.words import quoted

if TYPE_CHECKING:
    from distributed import Client


@dataclass(frozen=True)
class Estimate:
    """What a method is expected to take; None where it cannot reach that size."""

    method: str
    cost: costs.Cost | None


def estimates(cells: range, needs_groups: bool) -> list[Estimate]:
    """Return the expected costs of both methods, invariant polyominoes included.

    Nodes follow from measured growth.
    """
    largest = cells[-1]
    groups = sum(costs.invariant(name, largest) for name in _groups()) if needs_groups else 0.0
    found = []
    for method, cost in (("search", costs.search), ("transfer-matrix", costs.matrix)):
        reachable = largest <= LARGEST[method]
        spent = cost(largest) if reachable else None
        total = spent._replace(seconds=spent.seconds + groups) if spent else None
        found.append(Estimate(method, total))
    return found


def listing_estimate(cells: range, kind: Kind | None) -> Estimate:
    """Return the expected cost of counting polyominoes without holes, which have to be listed."""
    from enumino.families.polyominoes.problem import Polyominoes

    if not cells or cells[-1] > LARGEST["without holes"]:
        return Estimate("listing", None)
    problem = Polyominoes(cells, kind or "free")
    expected = problem.expect(problem.probe((), probes=20_000, seed=1))
    return Estimate("listing", costs.Cost(expected.nodes, expected.seconds, 1e7))


def choose(cells: range, method: Method | Literal["auto"]) -> Method:
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
        return method
    if not cells or not 1 <= cells[-1] <= max(LARGEST.values()):
        return "transfer-matrix"  # which says what it takes
    if cells[-1] <= small.MOST_CELLS:
        return "search"
    known = [e for e in estimates(cells, needs_groups=False) if e.cost]
    best = min(known, key=lambda e: e.cost.seconds if e.cost else float("inf"))
    return "search" if best.method == "search" else "transfer-matrix"


@as_totals
def count_polyominoes(
    cells: int | Iterable[int],
    kind: Kind | None = None,
    *,
    by_symmetry: bool = False,
    method: Method | Literal["auto"] = "auto",
    without_holes: bool = False,
    client: Client | None = None,
    threads: int | None = None,
    in_process: bool = False,
    checkpoint: str | os.PathLike[str] | None = None,
    on_event: OnEvent | None = None,
) -> list[Total]:
    """Count polyominoes by size, kind and symmetry class, without listing them.

    Parameters
    ----------
    cells : int or iterable of int
        Consecutive sizes, up to 40; up to 30 by search, and up to 21 without holes.
    kind : {"free", "one-sided", "fixed"}, optional
        By default all three.
    by_symmetry : bool
        Also count each symmetry class (of free polyominoes, if no kind is given).
    method : {"auto", "search", "transfer-matrix"}
        How fixed polyominoes are counted; the two share no code. ``"auto"`` takes the cheaper.
    without_holes : bool
        Only polyominoes without holes (free ones, if no kind is given), by listing them.
    client, threads, in_process :
        Where to run, as in `enumino.enumerate_to`.
    checkpoint : str or path, optional
        Folder that remembers finished tasks; the same call goes on from there.
    on_event : callable, optional
        Called with `Dividing`, `Started`, `Progressed`, `TaskFinished`.

    Returns
    -------
    list of Total
        By size: the kinds (symmetry ``total``), then the classes. Counts are exact ints.

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
    """
    sizes = consecutive(cells)
    chosen = choose(sizes, method)
    count = PolyominoCount(sizes, kind, by_symmetry, chosen, without_holes)
    if without_holes and kind is None:
        count = replace(count, kind="free")
    outcomes = run_count(
        run_task,
        count.tasks,
        {**count.to_json(), "tree_version": TREE_VERSION},
        digest=lambda tasks: sha256(repr(tasks).encode()).hexdigest(),
        client=client,
        threads=threads,
        in_process=in_process,
        checkpoint=checkpoint,
        on_event=on_event,
    )
    return [
        total(n, of_kind, symmetry, number, without_holes=without_holes)
        for (n, of_kind, symmetry), number in count.combine(outcomes).items()
    ]


def missing_kernels(cells: range) -> list[Callable[[], object]]:
    """Return calls that compile the kernels of the symmetry classes, as far as none is kept."""
    if not cells or cells[-1] <= small.MOST_CELLS:
        return []
    from enumino.enum.compiled import is_kept
    from enumino.enum.kernels import halfturn, quotient
    from enumino.families.polyominoes.counting.tasks import count_small

    kernels = {"R180C": halfturn, "Mcell": quotient}
    return [
        partial(count_small, subject)
        for subject, kernel in kernels.items()
        if not is_kept(kernel.tally)
    ]


def _groups() -> list[str]:
    from enumino.families.polyominoes.counting.orbit_graph import SYMMETRIES

    return list(SYMMETRIES)
