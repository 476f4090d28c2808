"""All tilings by L-trominoes of boards that lack a cell."""

from enumino.registry import Family

FAMILY = Family(
    name="deficient-boards",
    summary="All tilings by L-trominoes of boards that lack a cell.",
    problem=f"{__name__}.problem:DeficientBoards",
    rows=f"{__name__}.rows:DeficientBoardRows",
    marks={"family": "trominoes", "all_tilings": True},
)
