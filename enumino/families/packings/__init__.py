"""Packings of regions of any lattice by its polyforms, as exact covers."""

from enumino.registry import Family

FAMILY = Family(
    name="packings",
    summary="Packings of a region of any lattice: hexagons, triangles, cubes, sticks.",
    example="--lattice cubic --region 3x3x3 --pieces soma --each-once",
    problem=f"{__name__}.problem:Packings",
    rows=f"{__name__}.rows:PackingRows",
    options=f"{__name__}.options",
    count=f"{__name__}.count_command:command",
    rehearsals=f"{__name__}.rehearsals",
)
