"""Count polyforms by size, kind and symmetry class, or by columns, without listing them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal, Unpack

from enumino.arguments import consecutive
from enumino.datasets.totals import Total, as_totals
from enumino.errors import ProblemError
from enumino.families.polyforms.counting.methods import count_of
from enumino.families.polyforms.families import (
    ON_LATTICES,
    POLYOMINOES,
    PolyformFamily,
    family_named,
)
from enumino.families.polyforms.on_lattices import LatticeParameters
from enumino.objects.lattice import Lattice
from enumino.objects.point_group import Kind
from enumino.run.execution import HowToRun

Method = Literal["auto", "search", "transfer-matrix", "rotated", "polygons", "listing"]


@as_totals
def count_polyforms(
    family: str,
    cells: int | Iterable[int],
    kind: Kind | None = None,
    *,
    by_symmetry: bool = False,
    by: str | Iterable[str] | None = None,
    published_fixed: bool = False,
    lattice: str | Path | Lattice | None = None,
    **how_to_run: Unpack[HowToRun],
) -> list[Total]:
    """Count polyforms by size, kind and symmetry class, without listing them.

    Parameters
    ----------
    family : str
        "polyominoes", "polyhexes", "polyiamonds", "polyplets", "polycubes", "polysticks", or
        "polyforms" with a `lattice`.
    cells : int or iterable of int
        Consecutive sizes.
    kind : {"free", "one-sided", "fixed"}, optional
        By default all three.
    by_symmetry : bool
        Also count each symmetry class (of free ones, if no kind is given). Empty classes without
        a published number are left out, except those of polyominoes.
    by : str or iterable of str, optional
        Count by these columns (free ones, if no kind is given): depth (of polycubes), height,
        width, symmetry, perimeter, site_perimeter, holes, as datasets have them.
    published_fixed : bool
        Whether to use the numbers of fixed ones in the OEIS, and count only those with a symmetry.
        `Total.rests_on` marks all numbers that were computed from them.
    lattice : str, path or Lattice, optional
        The lattice of polyforms: a file in TOML, or the name of one that comes with the package.
    client, threads, in_process, wait_seconds, upload :
        Where to run, as in `enumino.enumerate_to`.
    checkpoint : str or path, optional
        Folder in which finished tasks are saved; the same call resumes from it.
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
        If there is no such family, the size is out of reach, or a published number of fixed ones
        is requested that does not exist.
    DatasetError
        If the checkpoint folder belongs to another count.

    Examples
    --------
    >>> [line.count for line in count_polyforms("polyhexes", range(1, 8), "free")]
    [1, 1, 3, 7, 22, 82, 333]
    >>> [line.count for line in count_polyforms("polyhexes", 6, "free", by="holes")]
    [82, 81, 1]
    >>> [line.count for line in count_polyforms("polyforms", range(1, 8), "free", lattice="kite")]
    [1, 2, 4, 10, 27, 85, 262]
    """
    count = count_of(
        _family(family, lattice), consecutive(cells), kind, by_symmetry=by_symmetry, by=by,
        published_fixed=published_fixed,
    )  # fmt: skip
    return count.totals(**how_to_run)


def _family(name: str, lattice: str | Path | Lattice | None) -> PolyformFamily:
    """Return the family of a name, and of a lattice for polyforms."""
    if lattice is None and name != ON_LATTICES.name:
        return family_named(name)
    if name != ON_LATTICES.name:
        raise ProblemError(
            f"{name.capitalize()} have a lattice of their own: leave out lattice, or count "
            f"{ON_LATTICES.name}."
        )
    return LatticeParameters(1, lattice=lattice).entry


@as_totals
def count_polyominoes(
    cells: int | Iterable[int],
    kind: Kind | None = None,
    *,
    by_symmetry: bool = False,
    by: str | Iterable[str] | None = None,
    method: Method = "auto",
    without_holes: bool = False,
    memory: float | None = None,
    **how_to_run: Unpack[HowToRun],
) -> list[Total]:
    """Count polyominoes by size, kind and symmetry class, without listing them.

    Arguments and results are those of `count_polyforms`, and some more.

    Parameters
    ----------
    cells : int or iterable of int
        Consecutive sizes, up to 60; fixed ones alone up to 40, by search up to 30, and up to 55
        without holes. Beyond 40 the numbers of fixed polyominoes are the published ones, and
        `Total.rests_on` marks all numbers that were computed from them. By columns up to 30.
    kind, by_symmetry, by, client, threads, in_process, wait_seconds, upload, checkpoint, on_event :
        As in `count_polyforms`.
    method : {"auto", "search", "transfer-matrix", "rotated", "polygons", "listing"}
        Method for fixed polyominoes and half-turns: search, transfer matrix, or another one on
        the lattice turned by 45 degrees (up to 46 cells). They share no transitions and no
        bounds. ``"auto"`` takes the cheaper of the first two.
        Symmetric ones are counted by search as well, or in the cheaper way.
        By columns, the transfer matrix counts fixed ones by height and width, up to 40 cells, and
        listing is the search of a dataset, without its files.
    without_holes : bool
        Whether to count only polyominoes without holes (free ones, if no kind is given): by
        transfer matrix, by a transfer matrix of polygons (``"polygons"``), or, up to 32
        cells, by listing.
    memory : float, optional
        Memory limit in bytes of all sweeps that run at once; the largest then run alone, first.

    Returns
    -------
    list of Total

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
    count = count_of(
        POLYOMINOES, consecutive(cells), kind, by_symmetry=by_symmetry, by=by, method=method,
        without_holes=without_holes,
    )  # fmt: skip
    return count.totals(memory=memory, **how_to_run)
