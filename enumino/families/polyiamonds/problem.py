"""Polyiamonds of a range of sizes."""

from __future__ import annotations

from typing import ClassVar

from enumino.families.polyforms.problem import Polyforms
from enumino.objects.lattice import Lattice
from enumino.objects.lattices import TRIANGULAR


class Polyiamonds(Polyforms):
    """Edge-connected sets of triangles of some sizes, one of each class of a kind.

    Parameters
    ----------
    cells : int or iterable of int
        Consecutive sizes from 1 on, to 32 (fixed 21).
    kind : {"free", "one-sided", "fixed"}
        Up to translation, rotation and reflection; up to translation and rotation; up to
        translation only.

    Raises
    ------
    ProblemError
        For sizes or kinds that do not exist here.

    Examples
    --------
    >>> Polyiamonds(cells=8).count().total
    66
    """

    family: ClassVar[str] = "polyiamonds"
    lattice: ClassVar[Lattice] = TRIANGULAR
    growth: ClassVar[float] = 3.04
    amplitude: ClassVar[float] = 0.762
