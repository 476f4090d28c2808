"""Edge-connected sets of hexagons, listed by size and kind."""

from enumino.registry import Family

FAMILY = Family(
    name="polyhexes",
    summary="Edge-connected sets of hexagons, by size.",
    example="--cells 1-8",
    problem=f"{__name__}.problem:Polyhexes",
    rows=f"{__name__}.rows:PolyhexRows",
    options=f"{__name__}.options",
    count=f"{__name__}.count_command:command",
    rehearsals=f"{__name__}.rehearsals",
)
