"""Count packings: by profiles where these can, or by search."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Literal

from enumino.arguments import threads_or_cores
from enumino.datasets.totals import Total
from enumino.errors import ProblemError
from enumino.families.packings.problem import Packings
from enumino.families.packings.profiles import count_by_profiles
from enumino.families.packings.rows import PackingRows
from enumino.run.counting import count_by_search, refuse_checkpoint
from enumino.run.events import sweeping
from enumino.words import quoted

if TYPE_CHECKING:
    from distributed import Client

    from enumino.run.events import OnEvent

Method = Literal["profiles", "search"]
METHODS: tuple[Method, ...] = ("profiles", "search")


def count_packings(
    problem: Packings,
    *,
    by_symmetry: bool = False,
    method: Method | Literal["auto"] = "auto",
    client: Client | None = None,
    threads: int | None = None,
    in_process: bool = False,
    checkpoint: str | os.PathLike[str] | None = None,
    on_event: OnEvent | None = None,
) -> list[Total]:
    """Count the packings of a region of a lattice.

    Parameters
    ----------
    problem : Packings
    by_symmetry : bool
        Also count each symmetry class.
    method : {"auto", "profiles", "search"}
        Profiles: pieces that are used any number of times, without search. ``"auto"`` takes them
        where they count that, and are few enough.
    client, threads, in_process, checkpoint, on_event :
        How to search, as in `enumino.count_by_search`.

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
    threads_or_cores(threads)  # refuses what is no number of them
    if method not in ("auto", *METHODS):
        raise ProblemError(
            f"There is no method {quoted(method)}: choose auto, {', '.join(METHODS)}."
        )
    rows = PackingRows(problem.to_json())
    classes = by_symmetry or problem.up_to is not None
    whole = not (classes or problem.no_crossings) and problem.limit is None
    countable = rows.board.reusable and whole
    if method == "profiles" and not countable:
        raise ProblemError(
            "The method profiles counts all packings by pieces used any number of times, not "
            "classes, bounds, crossings or the first few: use the method search, or leave out "
            "--method."
        )
    if countable and method != "search":
        refuse_checkpoint(checkpoint)
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
        checkpoint=checkpoint,
        on_event=on_event,
    )
    return rows.totals(tally.counts) if by_symmetry else [rows.total(tally.total)]
