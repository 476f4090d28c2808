"""Coverings of regions by pieces: tilings of squares, and packings on any lattice."""

from enumino.registry import Family

FAMILIES = (
    Family(
        name="tilings",
        summary="Tilings of a region by polyominoes.",
        example="--region 6x10 --pieces pentominoes --each-once",
        package=__name__,
        problem="Tilings",
        rows="TilingRows",
        options="options:TILINGS",
        count="count_command:TILINGS",
    ),
    Family(
        name="packings",
        summary="Packings of a region of any lattice: hexagons, triangles, cubes, sticks.",
        example="--lattice cubic --region 3x3x3 --pieces soma --each-once",
        package=__name__,
        problem="Packings",
        rows="PackingRows",
        options="options:PACKINGS",
        count="count_command:PACKINGS",
        rehearsal=None,
    ),
)
