"""Face-connected sets of cubes, listed by size and kind."""

from enumino.registry import Family

FAMILY = Family(
    name="polycubes",
    summary="Face-connected sets of cubes, by size.",
    example="--cells 1-6",
    problem=f"{__name__}.problem:Polycubes",
    rows=f"{__name__}.rows:PolycubeRows",
    options=f"{__name__}.options",
    count=f"{__name__}.count_command:command",
    rehearsals=f"{__name__}.rehearsals",
)
