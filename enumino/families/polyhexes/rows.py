"""Rows that are polyhexes."""

from __future__ import annotations

from typing import ClassVar

from enumino.families.polyforms.published import Sequences
from enumino.families.polyforms.rows import PolyformRows
from enumino.families.polyhexes.published import SEQUENCES
from enumino.objects.lattice import Lattice
from enumino.objects.lattices import HEXAGONAL


class PolyhexRows(PolyformRows):
    """One polyhex a row."""

    lattice: ClassVar[Lattice] = HEXAGONAL
    sequences: ClassVar[Sequences] = SEQUENCES
