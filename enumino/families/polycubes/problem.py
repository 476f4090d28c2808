"""Polycubes of a range of sizes."""

from __future__ import annotations

from typing import ClassVar

from enumino.families.polyforms.problem import Polyforms
from enumino.objects.lattice import Lattice
from enumino.objects.lattices import CUBIC


class Polycubes(Polyforms):
    """Face-connected sets of cubes of some sizes, one of each class of a kind.

    Parameters
    ----------
    cells : int or iterable of int
        Consecutive sizes from 1 on, to 17.
    kind : {"free", "one-sided", "fixed"}
        Up to translation, rotation and reflection; up to translation and rotation; up to
        translation only.

    Raises
    ------
    ProblemError
        For sizes or kinds that do not exist here.

    Examples
    --------
    >>> Polycubes(cells=6).count().total
    112
    """

    family: ClassVar[str] = "polycubes"
    lattice: ClassVar[Lattice] = CUBIC
    growth: ClassVar[float] = 8.34
    amplitude: ClassVar[float] = 0.174
