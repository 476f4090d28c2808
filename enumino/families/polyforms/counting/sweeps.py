"""The transfer matrices by their subjects, and the widths that they sweep."""

from __future__ import annotations

from collections.abc import Mapping

FIXED, HALF_TURNS, MIRRORS, DIAGONALS = "fixed", "R180", "Mcell", "M45"
# Subjects of the sweeps of each name: fixed polyominoes, or groups of `orbit_graph.SUBJECTS`.
COUNTED_BY: dict[str, tuple[str, ...]] = {
    FIXED: (FIXED,),
    HALF_TURNS: ("R180C", "R180E", "R180V"),
    MIRRORS: (MIRRORS,),
    DIAGONALS: (DIAGONALS,),
}
# The sweeps on the lattice turned by 45 degrees that count the same.
ROTATED = {FIXED: "fixed, rotated", HALF_TURNS: "R180, rotated"}
# The sweeps of those without holes: by cells as above, with no way to a hole, or as polygons.
BY_CELLS = "fixed, by cells"
OUTLINES = {kind: f"{kind}, by outlines" for kind in (FIXED, HALF_TURNS, "M", DIAGONALS)}
WIDEST_OUTLINE = 28  # rows of the boundary of a polygon that fit in a key
LARGEST_WITHOUT_HOLES = 2 * WIDEST_OUTLINE - 1  # cells up to which no boundary has more rows


def widths(name: str, cells: int) -> range:
    """Return all widths of the sweeps for polyominoes of up to `cells` cells."""
    if name in ROTATED.values():
        return range(1, cells + 1)
    if name == OUTLINES[DIAGONALS]:  # one sweep of all columns, which grow
        return range((cells + 1) // 2, (cells + 1) // 2 + 1)
    mirrored = name in (MIRRORS, OUTLINES["M"])
    return range(1, ((cells + 2) // 3 if mirrored else (cells + 1) // 2) + 1)


# Groups with mirrors between rows of cells: those of n cells fold onto others of n / k cells.
# No cell lies on such a mirror, so every polyomino is half of one with that mirror, and the half
# is connected: a path that crosses the mirror is folded back. The rest of the group acts on it.
FOLDED: Mapping[str, tuple[str, int]] = {
    "Medge": (FIXED, 2),
    "D2V": (FIXED, 4),
    "D2E": (MIRRORS, 2),
    "D4V": (DIAGONALS, 4),
}
