"""The options of packings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from enumino.arguments import digits
from enumino.cli.options import Decorator, limit
from enumino.errors import ProblemError
from enumino.words import quoted

if TYPE_CHECKING:
    from enumino.families.packings.problem import Packings
    from enumino.objects.lattice import Lattice
    from enumino.objects.lattice_region import LatticeRegion

LATTICE_NAMES = ("square", "king", "hexagonal", "triangular", "cubic", "stick")


class _Cell(click.ParamType[tuple[int, ...]]):
    """The numbers of a cell, as many as its lattice has."""

    name = "[L,]R,C"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        if not re.fullmatch(r"\s*\d+(\s*,\s*\d+){1,2}\s*", value):
            self.fail(
                f"{quoted(value)} is no cell: write row,column from 0, as in 3,2, or "
                "layer,row,column of a cube",
                param,
                ctx,
            )
        return tuple(digits(number, "The number") for number in value.split(","))


COUNT_OPTIONS: list[Decorator] = [
    click.option(
        "--lattice",
        type=click.Choice(LATTICE_NAMES),
        required=True,
        help="Of the region and of the pieces.",
    ),
    click.option(
        "--region",
        required=True,
        metavar="NAME|FILE",
        help='Such as 3x4x5, "hexagon 3", "triangle 6", "trapezoid 4x11", or a drawing.',
    ),
    click.option(
        "--without", type=_Cell(), multiple=True, help="A cell to leave out; may be repeated."
    ),
    click.option(
        "--pieces",
        metavar="NAMES|FILE",
        default="",
        help='Such as soma, "flat pentacubes", "bar, bee:2", or a file of drawings.',
    ),
    click.option(
        "--piece",
        "more",
        metavar="NAME[:A-B]",
        multiple=True,
        help='One more piece, and how often: "bee:2-4"; may be repeated.',
    ),
    click.option("--each-once", is_flag=True, help="Every piece exactly once."),
    click.option("--at-most-once", is_flag=True, help="Every piece at most once."),
    click.option("--no-rotations", is_flag=True, help="Pieces may not be turned, only mirrored."),
    click.option("--no-reflections", is_flag=True, help="Pieces may not be turned over."),
    click.option("--in-plane", is_flag=True, help="Cubes: pieces stay level when turned."),
    click.option("--no-crossings", is_flag=True, help="Sticks: no two pieces cross at a vertex."),
    click.option(
        "--up-to-symmetry", is_flag=True, help="One of each class under the region's symmetries."
    ),
    click.option("--up-to-rotations", is_flag=True, help="The same, mirror images kept apart."),
    click.option(
        "--engine",
        type=click.Choice(["option-bitsets", "dancing-links"]),
        help="How to search  [default: what suits the problem]",
    ),
]
OPTIONS: list[Decorator] = [
    *COUNT_OPTIONS,
    click.option("--no-placements", is_flag=True, help="Rows without the list of placements."),
    limit,
]


def problem(
    lattice: str,
    region: str,
    without: tuple[tuple[int, ...], ...],
    pieces: str,
    more: tuple[str, ...],
    each_once: bool,
    at_most_once: bool,
    no_rotations: bool,
    no_reflections: bool,
    in_plane: bool,
    no_crossings: bool,
    up_to_symmetry: bool,
    up_to_rotations: bool,
    engine: Any,
    no_placements: bool = False,
    limit: int | None = None,
) -> Packings:
    """Make the problem of the `OPTIONS`."""
    from enumino.families.packings.problem import Packings, lattice_named
    from enumino.objects import lattice_piece, lattice_sets

    for first, second, both in (
        ("--each-once", "--at-most-once", each_once and at_most_once),
        ("--up-to-symmetry", "--up-to-rotations", up_to_symmetry and up_to_rotations),
    ):
        if both:
            raise ProblemError(f"{first} and {second} exclude each other: choose one.")
    value = lattice_named(lattice)
    listed = [
        *(lattice_sets.read(value, pieces) if pieces else ()),
        *(lattice_sets.parse(value, ", ".join(more)) if more else ()),
    ]
    if not listed:
        raise ProblemError("There is no piece to pack: name some with --pieces or --piece.")
    made = Packings(
        lattice,
        _region(value, region, without),
        listed,
        "each-once" if each_once else "at-most-once" if at_most_once else "any",
        rotations=not no_rotations,
        reflections=not no_reflections,
        in_plane=in_plane,
        up_to="symmetry" if up_to_symmetry else "rotations" if up_to_rotations else None,
        no_crossings=no_crossings,
        engine=engine,
        placements=not no_placements,
        limit=limit,
    )
    lattice_piece.check_different(made.pieces, not no_rotations, not no_reflections)
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
