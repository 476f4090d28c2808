"""Coverings of regions by pieces: tilings of squares, and packings on any lattice."""

from enumino.registry import Family

FAMILIES = (
    Family(
        name="tilings",
        summary="Tilings of a region by polyominoes.",
        example="--region 6x10 --pieces pentominoes --each-once",
        problem=f"{__name__}.problem:Tilings",
        rows=f"{__name__}.rows:TilingRows",
        options=f"{__name__}.options:TILINGS",
        count=f"{__name__}.count_command:TILINGS",
        rehearsals=f"{__name__}.rehearsals",
    ),
    Family(
        name="packings",
        summary="Packings of a region of any lattice: hexagons, triangles, cubes, sticks.",
        example="--lattice cubic --region 3x3x3 --pieces soma --each-once",
        problem=f"{__name__}.problem:Packings",
        rows=f"{__name__}.rows:PackingRows",
        options=f"{__name__}.options:PACKINGS",
        count=f"{__name__}.count_command:PACKINGS",
    ),
)
