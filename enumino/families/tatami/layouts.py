"""Layouts of mats as tilings: H is a mat along a row, V along a column, M a half mat."""

from enumino.objects.region import Region
from enumino.objects.tiling import Choice, Tiling

MAT, HALF_MAT = "mat", "half mat"
MATS: dict[str, Choice] = {
    "H": (MAT, ((0, 0), (0, 1))),
    "V": (MAT, ((0, 0), (1, 0))),
    "M": (HALF_MAT, ((0, 0),)),
}


def tiling_of(room: Region, layout: str) -> Tiling:
    """Return the tiling of a room that a layout describes.

    >>> print(tiling_of(Region.rectangle(2, 3), "HVMM"))
    ┌───────┬───┐
    │       │   │
    ├───┬───┤   │
    │ · │ · │   │
    └───┴───┴───┘
    """
    return Tiling.from_layout(room, layout, MATS)
