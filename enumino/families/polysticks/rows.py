"""Rows that are polysticks."""

from __future__ import annotations

from typing import ClassVar

from enumino.families.polyforms.published import Sequences
from enumino.families.polyforms.rows import PolyformRows
from enumino.families.polysticks.published import SEQUENCES
from enumino.objects.lattice import Lattice
from enumino.objects.lattices import STICK


class PolystickRows(PolyformRows):
    """One polystick a row."""

    lattice: ClassVar[Lattice] = STICK
    sequences: ClassVar[Sequences] = SEQUENCES
