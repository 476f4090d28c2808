"""Published numbers of partitions of rectangles."""

from functools import cache

from enumino.families.partitions.parameters import PartitionParameters
from enumino.objects.lattice import KING, SQUARE
from enumino.published import Published, table
from enumino.words import interval


def partitions(asked: PartitionParameters, parts: range, up_to_symmetry: bool) -> Published | None:
    """Return the published number of partitions into some numbers of parts.

    >>> partitions(PartitionParameters("4x4", parts=4, sizes=4), range(4, 5), False)
    Published(oeis='A172477', value=117)
    """
    region = asked.area
    if region is None or not region.is_rectangle or region.lattice not in (SQUARE, KING):
        return None
    total, (least, most) = len(region), asked.bounds
    # Bounds that hold anyway are not bounds.
    most = min(most, total - (parts[0] - 1) * least)
    least = max(least, total - (parts[-1] - 1) * most) if len(parts) == 1 else least
    key = (
        *sorted(region.box),
        "queen" if region.lattice == KING else "rook",
        interval(parts[0], parts[-1]),
        interval(least, most),
        "symmetry" if up_to_symmetry else "all",
    )
    return _grids().get(key)


@cache
def _grids() -> dict[tuple[object, ...], Published]:
    """Return the published numbers by sides, contiguity, parts, sizes and equivalence."""
    found: dict[tuple[object, ...], Published] = {}
    for row in table(__name__, "grids"):
        texts = (row[name] for name in ("contiguity", "parts", "sizes", "up_to"))
        key = (int(row["rows"]), int(row["cols"]), *texts)
        found[key] = Published(row["source"], int(row["count"]))
    return found
