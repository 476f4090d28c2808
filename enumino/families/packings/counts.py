"""Count packings: by profiles where these can, or by search."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Literal

from enumino.datasets.totals import Total, as_totals
from enumino.families.packings.problem import Packings
from enumino.families.packings.profiles import count_by_profiles
from enumino.families.packings.rows import PackingRows
from enumino.families.tilings.cover_counts import Method, count_coverings

if TYPE_CHECKING:
    from distributed import Client

    from enumino.run.events import OnEvent


@as_totals
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
    return count_coverings(
        problem,
        PackingRows(problem.to_json()),
        count_by_profiles,
        "all packings by pieces used any number of times, "
        "not classes, bounds, crossings or the first few",
        by_symmetry=by_symmetry,
        method=method,
        client=client,
        threads=threads,
        in_process=in_process,
        checkpoint=checkpoint,
        on_event=on_event,
    )
