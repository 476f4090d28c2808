"""The tromino construction: boards of side 2^k less a cell (Golomb 1954)."""

from enumino.registry import Family

FAMILY = Family(
    name="trominoes",
    summary="Boards without one cell, covered by L-trominoes.",
    example="--board 8 --missing 3,2",
    problem=f"{__name__}.problem:Trominoes",
    rows=f"{__name__}.rows:TrominoRows",
    options=f"{__name__}.options",
    count=f"{__name__}.count_command:command",
    rehearsals=f"{__name__}.rehearsals",
)
