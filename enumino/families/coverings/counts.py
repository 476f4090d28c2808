"""Count coverings of a board: by profiles where these can, or by search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Unpack

from enumino.datasets.totals import Total, as_totals
from enumino.errors import ProblemError
from enumino.families.coverings.determinants import (
    MOST_CELLS,
    count_by_determinant,
    is_plane,
)
from enumino.families.coverings.problem import Packings, Tilings
from enumino.families.coverings.profiles import count_by_profiles
from enumino.families.coverings.rows import CoverRows, PackingRows, TilingRows
from enumino.registry import rows_of
from enumino.run.counting import (
    Estimate,
    count_by_search,
    expected_search,
    refuse_checkpoint,
)
from enumino.run.events import sweeping
from enumino.run.execution import Execution, HowToRun
from enumino.words import quoted

if TYPE_CHECKING:
    from enumino.families.coverings.forest import CoverForest


Method = Literal["profiles", "determinant", "search"]
METHODS: tuple[Method, ...] = ("profiles", "determinant", "search")
SECONDS_PER_PAIR = 8e-7  # of cells, by determinant
NARROW = 18  # cells across which dominoes have few profiles


def count_coverings(
    problem: CoverForest,
    rows: CoverRows,
    *,
    by_symmetry: bool,
    method: Method | Literal["auto"],
    **how_to_run: Unpack[HowToRun],
) -> list[Total]:
    """Count the coverings of a board.

    A search looks for one covering of each class, where that is faster, and counts their images.

    Parameters
    ----------
    problem : CoverForest
    rows : CoverRows
    by_symmetry, method, how_to_run :
        As `enumino.count_tilings` takes them.

    Raises
    ------
    ProblemError
        If the method cannot count that.
    """
    how = Execution(**how_to_run)
    first = _chosen(problem, rows, by_symmetry, method)
    if first != "search":
        refuse_checkpoint(how.checkpoint)
    if first == "determinant":
        return [rows.total(count_by_determinant(rows.board))]
    if first == "profiles":
        try:
            return [rows.total(count_by_profiles(rows.board, on_cell=sweeping(how.on_event)))]
        except ProblemError:  # too many of them
            if method == "profiles":
                raise
    classes = problem.one_of_each_class()
    tally = count_by_search(
        classes or problem,
        by_key=by_symmetry or classes is not None,
        **how_to_run,
    )
    counts = tally.counts
    if classes is not None:
        counts = {(name,): n * classes.images_of(name) for (name,), n in counts.items()}
    return rows.totals(counts) if by_symmetry else [rows.total(sum(counts.values()))]


def _chosen(problem: CoverForest, rows: CoverRows, by_symmetry: bool, method: str) -> str:
    """Return the method that is tried first; one that cannot count this is an error."""
    if method not in ("auto", *METHODS):
        raise ProblemError(
            f"There is no method {quoted(method)}: choose auto, {', '.join(METHODS)}."
        )
    countable = rows.board.reusable and rows.counts_all and not by_symmetry
    if method in ("profiles", "determinant") and not countable:
        raise ProblemError(
            f"The method {method} counts all {problem.family} by pieces used any number of times, "
            f"not classes, bounds, {rows.rule} or the first few: use the method search, or leave "
            "out --method."
        )
    plane = countable and is_plane(rows.board)
    if method == "determinant" and not plane:
        raise ProblemError(
            "The method determinant counts domino tilings of plane regions of squares whose holes "
            f"have an even number of cells, up to {MOST_CELLS:,} cells: leave out --method."
        )
    if method != "auto":
        return method
    if plane:
        sides = [max(each) - min(each) for each in zip(*rows.board.region.cells, strict=True)]
        if min(sides) >= NARROW:
            return "determinant"
    return "profiles" if countable else "search"


def estimates(problem: CoverForest, by_symmetry: bool, method: str) -> list[Estimate]:
    """Return what methods for a count would take, beginning with the one that is tried first."""
    rows = rows_of(problem.to_json())
    assert isinstance(rows, CoverRows)
    first = _chosen(problem, rows, by_symmetry, method)
    found = [expected_search(problem.one_of_each_class() or problem)]
    if rows.board.reusable and rows.counts_all and not by_symmetry:
        note = "not estimated; its tables may take 6 GB"
        found.append(Estimate("profiles", note=note))
        if is_plane(rows.board):
            cells = len(rows.board.region)
            found.append(Estimate("determinant", cells / 2, SECONDS_PER_PAIR * cells**2))
    return sorted(found, key=lambda each: each.method != first)


@as_totals
def count_tilings(
    problem: Tilings,
    *,
    by_symmetry: bool = False,
    method: Method | Literal["auto"] = "auto",
    **how_to_run: Unpack[HowToRun],
) -> list[Total]:
    """Count the tilings of a region.

    Parameters
    ----------
    problem : Tilings
    by_symmetry : bool
        Also count each symmetry class.
    method : {"auto", "profiles", "determinant", "search"}
        Profiles: pieces that are used any number of times, a transfer matrix without search.
        Determinant: dominoes in a plane region of squares. ``"auto"`` takes the determinant for
        wide regions, profiles where they apply and are few enough, and search otherwise.
    client, threads, in_process, wait_seconds, upload, checkpoint, on_event :
        Where to run, as in `enumino.count_by_search`.

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
    return count_coverings(
        problem,
        TilingRows(problem.to_json()),
        by_symmetry=by_symmetry,
        method=method,
        **how_to_run,
    )


@as_totals
def count_packings(
    problem: Packings,
    *,
    by_symmetry: bool = False,
    method: Method | Literal["auto"] = "auto",
    **how_to_run: Unpack[HowToRun],
) -> list[Total]:
    """Count the packings of a region of a lattice.

    Parameters
    ----------
    problem : Packings
    by_symmetry : bool
        Also count each symmetry class.
    method : {"auto", "profiles", "determinant", "search"}
        As for tilings.
    client, threads, in_process, wait_seconds, upload, checkpoint, on_event :
        Where to run, as in `enumino.count_by_search`.

    Returns
    -------
    list of Total

    Raises
    ------
    ProblemError
        If the method cannot count that.

    Examples
    --------
    >>> lozenges = Packings("triangular", "hexagon 4", "diamond")
    >>> [line.count for line in count_packings(lozenges)]
    [232848]
    """
    return count_coverings(
        problem,
        PackingRows(problem.to_json()),
        by_symmetry=by_symmetry,
        method=method,
        **how_to_run,
    )
