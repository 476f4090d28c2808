"""Edge-connected sets of triangles, listed by size and kind."""

from enumino.registry import Family

FAMILY = Family(
    name="polyiamonds",
    summary="Edge-connected sets of triangles, by size.",
    example="--cells 1-10",
    problem=f"{__name__}.problem:Polyiamonds",
    rows=f"{__name__}.rows:PolyiamondRows",
    options=f"{__name__}.options",
    count=f"{__name__}.count_command:command",
    rehearsals=f"{__name__}.rehearsals",
)
