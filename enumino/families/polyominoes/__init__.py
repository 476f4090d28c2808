"""Polyominoes: edge-connected sets of cells, listed by size and kind (Redelmeier 1981)."""

from enumino.registry import Family

FAMILY = Family(
    name="polyominoes",
    summary="Edge-connected sets of cells, by size.",
    example="--cells 1-10",
    problem=f"{__name__}.problem:Polyominoes",
    rows=f"{__name__}.rows:PolyominoRows",
    options=f"{__name__}.options",
    count=f"{__name__}.count_command:command",
    rehearsals=f"{__name__}.rehearsals",
)
