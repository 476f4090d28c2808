"""Rows that are polycubes."""

from __future__ import annotations

from typing import ClassVar

from enumino.families.polycubes.published import SEQUENCES
from enumino.families.polyforms.published import Sequences
from enumino.families.polyforms.rows import PolyformRows
from enumino.objects.lattice import Lattice
from enumino.objects.lattices import CUBIC


class PolycubeRows(PolyformRows):
    """One polycube a row."""

    lattice: ClassVar[Lattice] = CUBIC
    sequences: ClassVar[Sequences] = SEQUENCES
