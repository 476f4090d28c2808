"""Count coverings of a board: by profiles where these can, or by search."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Protocol

from enumino.arguments import threads_or_cores
from enumino.datasets.documents import Counts
from enumino.datasets.totals import Total
from enumino.errors import ProblemError
from enumino.objects.board import Board
from enumino.run.counting import count_by_search, refuse_checkpoint
from enumino.run.events import OnEvent, sweeping
from enumino.words import quoted

if TYPE_CHECKING:
    from enumino.families.tilings.cover_forest import CoverForest

Method = Literal["profiles", "search"]
METHODS: tuple[Method, ...] = ("profiles", "search")


class CoverRows(Protocol):
    """What is counted, as the totals of rows."""

    @property
    def board(self) -> Board: ...
    @property
    def counts_all(self) -> bool:
        """Whether every covering counts: no classes, forbidden meetings, or first few."""

    def total(self, number: int) -> Total: ...
    def totals(self, counts: Counts) -> list[Total]: ...


def count_coverings(
    problem: CoverForest,
    rows: CoverRows,
    by_profiles: Callable[..., int],
    refused: str,
    *,
    by_symmetry: bool,
    method: Method | Literal["auto"],
    threads: int | None,
    checkpoint: Any,
    on_event: OnEvent | None,
    **where: Any,
) -> list[Total]:
    """Count the coverings of a board.

    A search looks for one covering of each class, where that is faster, and counts their images.

    Parameters
    ----------
    problem : CoverForest
    rows : CoverRows
    by_profiles : callable
        Counts all coverings of a board, and is told what to call for each cell.
    refused : str
        What the method profiles does not count.
    by_symmetry, method, threads, checkpoint, on_event, **where
        As `enumino.count_tilings` takes them.

    Raises
    ------
    ProblemError
        If the method cannot count that.
    """
    threads_or_cores(threads)  # refuses what is no number of them
    if method not in ("auto", *METHODS):
        raise ProblemError(
            f"There is no method {quoted(method)}: choose auto, {', '.join(METHODS)}."
        )
    countable = rows.board.reusable and rows.counts_all and not by_symmetry
    if method == "profiles" and not countable:
        raise ProblemError(
            f"The method profiles counts {refused}: use the method search, or leave out --method."
        )
    if countable and method != "search":
        refuse_checkpoint(checkpoint)
        try:
            return [rows.total(by_profiles(rows.board, on_cell=sweeping(on_event)))]
        except ProblemError:  # too many of them
            if method == "profiles":
                raise
    classes = problem.one_of_each_class()
    tally = count_by_search(
        classes or problem,
        by_key=by_symmetry or classes is not None,
        threads=threads,
        checkpoint=checkpoint,
        on_event=on_event,
        **where,
    )
    counts = tally.counts
    if classes is not None:
        counts = {(name,): n * classes.images_of(name) for (name,), n in counts.items()}
    return rows.totals(counts) if by_symmetry else [rows.total(sum(counts.values()))]
