"""Connected sets of edges of the square grid, listed by size and kind."""

from enumino.registry import Family

FAMILY = Family(
    name="polysticks",
    summary="Connected sets of edges of the square grid, by size.",
    example="--cells 1-8",
    problem=f"{__name__}.problem:Polysticks",
    rows=f"{__name__}.rows:PolystickRows",
    options=f"{__name__}.options",
    count=f"{__name__}.count_command:command",
    rehearsals=f"{__name__}.rehearsals",
)
