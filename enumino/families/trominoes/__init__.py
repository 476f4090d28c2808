"""Boards that lack a cell, by L-trominoes: the construction (Golomb 1954), or all tilings."""

from enumino.registry import Family

FAMILIES = (
    Family(
        name="trominoes",
        summary="Boards with one cell missing, covered by L-trominoes.",
        example="--board 8 --missing 3,2",
        package=__name__,
        problem="Trominoes",
        rows="TrominoRows",
    ),
    Family(
        name="deficient-boards",
        summary="All tilings by L-trominoes of boards that lack a cell.",
        package=__name__,
        problem="DeficientBoards",
        rows="DeficientBoardRows",
        options=None,
        count=None,
        rehearsal=None,
        marks={"family": "trominoes", "all_tilings": True},
    ),
)
