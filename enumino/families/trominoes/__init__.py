"""Boards that lack a cell, by L-trominoes: the construction (Golomb 1954), or all tilings."""

from enumino.registry import Family

FAMILIES = (
    Family(
        name="trominoes",
        summary="Boards without one cell, covered by L-trominoes.",
        example="--board 8 --missing 3,2",
        problem=f"{__name__}.problem:Trominoes",
        rows=f"{__name__}.rows:TrominoRows",
        options=f"{__name__}.options",
        count=f"{__name__}.count_command:command",
        rehearsals=f"{__name__}.rehearsals",
    ),
    Family(
        name="deficient-boards",
        summary="All tilings by L-trominoes of boards that lack a cell.",
        problem=f"{__name__}.problem:DeficientBoards",
        rows=f"{__name__}.rows:DeficientBoardRows",
        marks={"family": "trominoes", "all_tilings": True},
    ),
)
