"""Polysticks of a range of sizes."""

from __future__ import annotations

from typing import ClassVar

from enumino.families.polyforms.problem import Polyforms
from enumino.objects.lattice import Lattice
from enumino.objects.lattices import STICK


class Polysticks(Polyforms):
    """Connected sets of edges of the square grid of some sizes, one of each class of a kind.

    Parameters
    ----------
    cells : int or iterable of int
        Consecutive sizes from 1 on, to 20: numbers of edges.
    kind : {"free", "one-sided", "fixed"}
        Up to translation, rotation and reflection; up to translation and rotation; up to
        translation only.

    Raises
    ------
    ProblemError
        For sizes or kinds that do not exist here.

    Examples
    --------
    >>> Polysticks(cells=4).count().total
    16
    """

    family: ClassVar[str] = "polysticks"
    lattice: ClassVar[Lattice] = STICK
    growth: ClassVar[float] = 5.21
    amplitude: ClassVar[float] = 0.5
