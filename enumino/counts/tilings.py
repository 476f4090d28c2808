"""Count tilings, exact covers and tromino boards: by profiles where these speak, or by search."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Literal

from enumino.cluster import threads_or_cores
from enumino.counts.events import sweeping
from enumino.counts.search import count_by_search
from enumino.datasets.families.covers import CoverRows
from enumino.datasets.families.tilings import TilingRows
from enumino.datasets.families.trominoes import TrominoRows
from enumino.datasets.totals import Total
from enumino.enum.covers import Covers
from enumino.enum.deficient import DeficientBoards
from enumino.enum.tiling_covers import count_by_profiles
from enumino.enum.tilings import Tilings
from enumino.enum.trominoes import Trominoes
from enumino.errors import ProblemError
from enumino.pieces import parse
from enumino.placements import Placements
from enumino.published import TOTAL
from enumino.regions import Region
from enumino.shapes import Cell
from enumino.words import quoted

if TYPE_CHECKING:
    from distributed import Client

    from enumino.counts.events import OnCountEvent

Method = Literal["profiles", "search"]
METHODS: tuple[Method, ...] = ("profiles", "search")


def count_tilings(
    problem: Tilings,
    *,
    by_symmetry: bool = False,
    method: Method | Literal["auto"] = "auto",
    client: Client | None = None,
    threads: int | None = None,
    in_process: bool = False,
    on_event: OnCountEvent | None = None,
) -> list[Total]:
    """Count the tilings of a region.

    Parameters
    ----------
    problem : Tilings
    by_symmetry : bool
        Also count each symmetry class.
    method : {"auto", "profiles", "search"}
        Profiles: pieces that are used any number of times, a transfer matrix without search.
        ``"auto"`` takes them where they speak and are few enough.
    client, threads, in_process, on_event :
        Where to search, as in `enumino.enumerate_to`.

    Returns
    -------
    list of Total

    Raises
    ------
    ProblemError
        If the method cannot count that.

    Examples
    --------
    >>> from enumino import Tilings
    >>> [line.count for line in count_tilings(Tilings("8x8", "domino"))]
    [12988816]
    """
    threads_or_cores(threads)  # refuses what is no number of them
    if method not in ("auto", *METHODS):
        raise ProblemError(
            f"There is no method {quoted(method)}: choose auto, {', '.join(METHODS)}."
        )
    rows = TilingRows(problem.to_json())
    classes = by_symmetry or problem.up_to_symmetry
    whole = not (classes or problem.no_crossroads) and problem.limit is None
    speaks = rows.board.reusable and whole
    if method == "profiles" and not speaks:
        raise ProblemError(
            "The method profiles counts all tilings by pieces used any number of times, not "
            "classes, bounds, crossroads or the first few: use the method search, or leave out "
            "--method."
        )
    if speaks and method != "search":
        try:
            return [rows.total(count_by_profiles(rows.board, on_cell=sweeping(on_event)))]
        except ProblemError:  # too many of them
            if method == "profiles":
                raise
    tally = count_by_search(
        problem,
        by_key=by_symmetry,
        client=client,
        threads=threads,
        in_process=in_process,
        on_event=on_event,
    )
    return rows.totals(tally.counts) if by_symmetry else [rows.total(tally.total)]


def count_covers(problem: Covers, **where: Any) -> list[Total]:
    """Count the solutions of an exact cover problem by search; `where` as in `count_tilings`.

    >>> from enumino import Covers
    >>> count_covers(Covers(("queens", 6)))[0].count
    4
    """
    tally = count_by_search(problem, **where)
    return CoverRows(problem.to_json()).totals(tally.counts)


def count_trominoes(
    problem: Trominoes | DeficientBoards, *, on_event: OnCountEvent | None = None, **where: Any
) -> list[Total]:
    """Count boards of the construction, or all tilings of boards that lack a cell.

    The latter by profiles, here and in this thread, once for all cells that are images of each
    other; `where` says, as in `count_tilings`, where the boards of the construction are counted.

    >>> from enumino import DeficientBoards
    >>> [(t.labels["missing"], t.count) for t in count_trominoes(DeficientBoards(2, 2))][-1]
    ('all', 4)
    """
    threads_or_cores(where.get("threads"))  # refuses what is no number of them
    rows = TrominoRows(problem.to_json())
    if isinstance(problem, Trominoes):
        lines = rows.totals(count_by_search(problem, on_event=on_event, **where).counts)
        return [line for line in lines if line.symmetry == TOTAL]
    pieces = parse("L-tromino")
    whole = Region.rectangle(problem.rows, problem.cols)
    images = dict(zip(whole.cells, _first_images(whole), strict=True))
    first = {cell: images[cell] for cell in problem.cells}
    chosen = sorted(set(first.values()))
    numbers = {
        cell: count_by_profiles(
            Placements(whole.without([cell]), pieces),
            on_cell=sweeping(on_event, done, len(chosen)),
        )
        for done, cell in enumerate(chosen)
    }
    return rows.totals_by_cell(Counter({cell: numbers[image] for cell, image in first.items()}))


def _first_images(region: Region) -> list[Cell]:
    """For each cell of a region, the first one that a symmetry of the region takes it to."""
    import numpy as np

    kept = region.images[region.images[:, 0] >= 0]
    first = np.vstack([np.arange(len(region)), kept]).min(axis=0)
    return [region.cells[number] for number in first.tolist()]
