"""Connected sets of edges of the square grid, counted by size and kind."""

from enumino.registry import Family

FAMILY = Family(
    name="polysticks",
    summary="Connected sets of edges of the square grid, by size.",
    example="--cells 1-8",
    problem=f"{__name__}.problem:Polysticks",
    rows=f"{__name__}.rows:PolystickRows",
    count=f"{__name__}.count_command:command",
)
