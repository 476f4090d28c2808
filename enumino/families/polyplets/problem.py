"""Polyplets of a range of sizes."""

from __future__ import annotations

from typing import ClassVar

from enumino.families.polyforms.problem import Polyforms
from enumino.objects.lattice import KING, Lattice


class Polyplets(Polyforms):
    """Sets of squares, connected at edges or corners, of some sizes, one of each class of a kind.

    Parameters
    ----------
    cells : int or iterable of int
        Consecutive sizes from 1 on, to 16.
    kind : {"free", "one-sided", "fixed"}
        Up to translation, rotation and reflection; up to translation and rotation; up to
        translation only.

    Raises
    ------
    ProblemError
        For sizes or kinds that do not exist here.

    Examples
    --------
    >>> Polyplets(cells=5).count().total
    94
    """

    family: ClassVar[str] = "polyplets"
    lattice: ClassVar[Lattice] = KING
    growth: ClassVar[float] = 7.1
    amplitude: ClassVar[float] = 0.178
