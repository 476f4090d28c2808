"""Tilings of regions by polyominoes, as exact covers."""

from enumino.registry import Family

FAMILY = Family(
    name="tilings",
    summary="Tilings of a region by polyominoes.",
    example="--region 6x10 --pieces pentominoes --each-once",
    problem=f"{__name__}.problem:Tilings",
    rows=f"{__name__}.rows:TilingRows",
    options=f"{__name__}.options",
    count=f"{__name__}.count_command:command",
    rehearsals=f"{__name__}.rehearsals",
)
