"""Rows that are polyplets."""

from __future__ import annotations

from typing import ClassVar

from enumino.families.polyforms.published import Sequences
from enumino.families.polyforms.rows import PolyformRows
from enumino.families.polyplets.published import SEQUENCES
from enumino.objects.lattice import KING, Lattice


class PolypletRows(PolyformRows):
    """One polyplet a row."""

    lattice: ClassVar[Lattice] = KING
    sequences: ClassVar[Sequences] = SEQUENCES
