"""Counts of polyforms by size, kind and symmetry class, or by columns."""

from collections.abc import Iterable
from pathlib import Path
from typing import Unpack

from enumino.datasets.totals import Totals
from enumino.errors import ProblemError
from enumino.families.polyforms.counting.count import count_of
from enumino.families.polyforms.families import ON_LATTICES, family_named
from enumino.objects.lattice import Lattice
from enumino.objects.point_group import Kind
from enumino.run.counting import HowToCount


def count_polyforms(
    family: str,
    cells: int | Iterable[int],
    kind: Kind = "free",
    *,
    by: str | Iterable[str] | None = None,
    lattice: str | Path | Lattice | None = None,
    **how: Unpack[HowToCount],
) -> Totals:
    """Count polyforms by size, kind and symmetry class, without listing them.

    Parameters
    ----------
    family : str
        "polyominoes", "polyhexes", "polyiamonds", "polyplets", "polycubes", "polysticks", or
        "polyforms" with a `lattice`.
    cells : int or iterable of int
        Consecutive sizes; polyominoes up to 40 cells.
    kind : {"free", "one-sided", "fixed"}
        Equal up to translation, rotation and reflection; translation and rotation; translation.
    by : str or iterable of str, optional
        ``"symmetry"``: also count each symmetry class. Empty classes without a published number are
        omitted, except for polyominoes.
        Other or several columns: count by depth (of polycubes), height, width, symmetry, perimeter,
        site_perimeter and holes, as in datasets, and by properties of shapes. Such counts are
        listings without rows and reach smaller sizes.
    lattice : str, path or Lattice, optional
        The lattice of polyforms: a file in TOML, or the name of a lattice of the package.
    **how : dict
        Where to run, as in `enumino.count_by_search`.

    Returns
    -------
    Totals
        By size: the total, then the classes or columns. Counts are exact ints.

    Raises
    ------
    ProblemError
        If there is no such family, or the size is out of reach.
    DatasetError
        If the folder `to` holds something else.

    Examples
    --------
    >>> [line.count for line in count_polyforms("polyhexes", range(1, 8), "free")]
    [1, 1, 3, 7, 22, 82, 333]
    >>> [line.count for line in count_polyforms("polyhexes", 6, "free", by="holes")]
    [82, 81, 1]
    >>> [line.count for line in count_polyforms("polyforms", range(1, 8), "free", lattice="kite")]
    [1, 2, 4, 10, 27, 85, 262]
    """
    if lattice is not None and family != ON_LATTICES.name:
        raise ProblemError(
            f"{family.capitalize()} have a lattice of their own: leave out lattice, or count "
            f"{ON_LATTICES.name}."
        )
    found = ON_LATTICES if family == ON_LATTICES.name else family_named(family)
    if isinstance(by, Iterable) and not isinstance(by, str):
        asked = tuple(by)
    else:
        asked = () if by is None else (str(by),)
    return count_of(found, cells, kind, asked, lattice=lattice).totals(**how)


def count_polyominoes(
    cells: int | Iterable[int],
    kind: Kind = "free",
    *,
    by: str | Iterable[str] | None = None,
    **how: Unpack[HowToCount],
) -> Totals:
    """Count polyominoes by size, kind and symmetry class; see `count_polyforms`.

    Examples
    --------
    >>> [line.count for line in count_polyominoes(range(1, 9), "free")]
    [1, 1, 2, 5, 12, 35, 108, 369]
    >>> count_polyominoes(24, "fixed")[0].count
    5239988770268
    >>> [(line.labels["holes"], line.count) for line in count_polyominoes(8, by="holes")[1:]]
    [(0, 363), (1, 6)]
    """
    return count_polyforms("polyominoes", cells, kind, by=by, **how)
