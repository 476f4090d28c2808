"""Sets of squares, connected at edges or corners, listed by size and kind."""

from enumino.registry import Family

FAMILY = Family(
    name="polyplets",
    summary="Sets of squares that connect at edges or corners, by size.",
    example="--cells 1-7",
    problem=f"{__name__}.problem:Polyplets",
    rows=f"{__name__}.rows:PolypletRows",
    options=f"{__name__}.options",
    count=f"{__name__}.count_command:command",
    rehearsals=f"{__name__}.rehearsals",
)
