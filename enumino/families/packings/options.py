"""The options of packings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from enumino.cli.problems import options_of
from enumino.errors import ProblemError
from enumino.families.packings.parameters import PackingParameters, lattice_named
from enumino.parameters import values_of

if TYPE_CHECKING:
    from enumino.families.packings.problem import Packings
    from enumino.objects.lattice import Lattice
    from enumino.objects.lattice_region import LatticeRegion

COUNT_OPTIONS = options_of(PackingParameters, counting=True)
OPTIONS = options_of(PackingParameters)


def problem(
    region: str,
    without: tuple[tuple[int, ...], ...],
    pieces: str | None,
    piece: tuple[str, ...],
    **given: Any,
) -> Packings:
    """Make the problem of the `OPTIONS`."""
    from enumino.families.packings.problem import Packings
    from enumino.objects import piece_lists
    from enumino.objects.piece import check_different

    values = values_of(PackingParameters, given)
    lattice = lattice_named(values["lattice"])
    listed = [
        *(piece_lists.read(pieces, lattice) if pieces else ()),
        *(piece_lists.parse(", ".join(piece), lattice) if piece else ()),
    ]
    if not listed:
        raise ProblemError("There is no piece to pack: name some with --pieces or --piece.")
    made = Packings(region=_region(lattice, region, without), pieces=listed, **values)
    check_different(listed, made.rotations, made.reflections)
    return made


def _region(lattice: Lattice, text: str, without: tuple[tuple[int, ...], ...]) -> LatticeRegion:
    """The region that a user names, or draws in a file, less some cells."""
    from enumino.objects import lattice_shapes, lattice_text, region_text
    from enumino.objects.lattice_region import LatticeRegion

    if lattice_shapes.named(lattice, text) is None and not lattice_text.is_region(lattice, text):
        drawn = region_text.contents(text, "a region that has a name, as 3x4x5 or hexagon 3")
        try:
            region = LatticeRegion.parse(lattice, drawn)
        except ProblemError as error:
            raise ProblemError(f"{text}: {error}") from error
    else:
        region = LatticeRegion.parse(lattice, text)
    return region.without(without) if without else region
