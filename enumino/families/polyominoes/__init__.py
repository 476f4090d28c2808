"""Polyominoes: edge-connected sets of cells, listed by size and kind (Redelmeier 1981)."""

from enumino.families.polyforms.families import PolyformFamily
from enumino.families.polyominoes.published import SEQUENCES
from enumino.objects.lattice import SQUARE

FAMILY = PolyformFamily(
    name="polyominoes",
    summary="Edge-connected sets of cells, by size.",
    example="--cells 1-10",
    problem=f"{__name__}.problem:Polyominoes",
    rows=f"{__name__}.rows:PolyominoRows",
    count=f"{__name__}.count_command:command",
    rehearsals=f"{__name__}.rehearsals",
    lattice=SQUARE,
    # I. Jensen, Counting polyominoes: a parallel implementation for cluster computing, LNCS 2659,
    # 2003. The shift makes small sizes right within 4 %.
    growth=4.0625696,
    amplitude=0.316915,
    shift=0.68,
    sequences=SEQUENCES,
)
