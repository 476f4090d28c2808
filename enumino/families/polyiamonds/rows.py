"""Rows that are polyiamonds."""

from __future__ import annotations

from typing import ClassVar

from enumino.families.polyforms.published import Sequences
from enumino.families.polyforms.rows import PolyformRows
from enumino.families.polyiamonds.published import SEQUENCES
from enumino.objects.lattice import Lattice
from enumino.objects.lattices import TRIANGULAR


class PolyiamondRows(PolyformRows):
    """One polyiamond a row."""

    lattice: ClassVar[Lattice] = TRIANGULAR
    sequences: ClassVar[Sequences] = SEQUENCES
