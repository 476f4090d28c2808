"""Polyhexes of a range of sizes."""

from __future__ import annotations

from typing import ClassVar

from enumino.families.polyforms.problem import Polyforms
from enumino.objects.lattice import Lattice
from enumino.objects.lattices import HEXAGONAL


class Polyhexes(Polyforms):
    """Edge-connected sets of hexagons of some sizes, one of each class of a kind.

    Parameters
    ----------
    cells : int or iterable of int
        Consecutive sizes from 1 on, to 24 (fixed 16).
    kind : {"free", "one-sided", "fixed"}
        Up to translation, rotation and reflection; up to translation and rotation; up to
        translation only.

    Raises
    ------
    ProblemError
        For sizes or kinds that do not exist here.

    Examples
    --------
    >>> Polyhexes(cells=8).count().total
    1448
    """

    family: ClassVar[str] = "polyhexes"
    lattice: ClassVar[Lattice] = HEXAGONAL
    growth: ClassVar[float] = 5.183
    amplitude: ClassVar[float] = 0.2612
