"""Tilings on the command line, with files of regions and puzzles; dilates."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any
from warnings import warn

import click

from enumino.cli import pictures
from enumino.cli.options import Whole, option
from enumino.cli.output import show
from enumino.cli.problems import RegionOptions, regions_of
from enumino.errors import OK, EnuminoWarning
from enumino.families.tilings.parameters import METHODS
from enumino.words import plural

if TYPE_CHECKING:
    from enumino.families.tilings.problem import Tilings


class Options(RegionOptions):
    """The options of tilings, and the option that removes cells."""

    columns = ("symmetry", "pieces", "uses(NAME)")
    methods = METHODS

    def count_options(self) -> list[click.Parameter]:
        return [each for each in self.options() if each.name not in ("placements", "limit")]

    def problems(
        self, region: str, without: tuple[str, ...], pieces: Any, lattice: str, **given: Any
    ) -> list[Tilings]:
        """Return a problem for each region."""
        from enumino.export import burrtools
        from enumino.families.tilings.problem import Tilings
        from enumino.objects.lattices import lattice_named

        named: list[Any]
        on, named = lattice_named(lattice), [region]
        if burrtools.is_puzzle(region):
            puzzle = burrtools.read(region, on)
            named, pieces = [puzzle.region], pieces or puzzle.pieces
        regions = regions_of(named, without, on)
        found = [Tilings(each, pieces or (), **given) for each in regions]
        for problem in found:
            one = problem.board.region
            # Families of rectangles have some that no choice of the pieces fills.
            if (misfit := problem.board.misfit) and not (found[1:] and one.is_rectangle):
                warn(f"{one.name}: {misfit}", EnuminoWarning, stacklevel=2)
        return found


_cells = option("--cells", "Number of cells of the shapes.", Whole(), required=True)
_factor = option("--factor", "Side of the square that each cell becomes.", Whole(), required=True)


@click.command(params=[_cells, _factor, pictures.svg])
def dilates_command(cells: int, factor: int, svg_file: str | None) -> int:
    """Find the rep-tiles: free polyominoes that tile their own dilate, with a tiling each.

    \b
    enumino dilates --cells 5 --factor 2
    """  # noqa: D301
    from enumino import drawing
    from enumino.families.tilings.dilates import dilates
    from enumino.families.tilings.published import dilates as published

    found = list(dilates(cells, factor))
    known = published(cells, factor)
    size = plural(cells, "cell")
    title = f"Polyominoes of {size} that tile their dilate by {factor}"
    if svg_file:
        tilings = [one.tiling for one in found]
        page = drawing.sheet(drawing.pictures_of(tilings), title, drawing.legend_of(tilings))
        pictures.write(page, svg_file)
    shapes = [drawing.polyform_text(one.polyomino) for one in found]
    if shapes:
        width = shutil.get_terminal_size((88, 24)).columns
        show("\n\n".join(drawing.rows_abreast(shapes, width)))
    some = plural(len(found), "free polyomino", "free polyominoes")
    tile = "tiles its" if len(found) == 1 else "tile their"
    reported = "" if known is None else f"; {known.value} are reported"
    show(f"{some} of {size} {tile} dilate by {factor}{reported}.")
    return OK
