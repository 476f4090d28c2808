"""Tilings on the command line, with files of regions and puzzles; dilates."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import pictures
from enumino.cli.options import Whole
from enumino.cli.output import show
from enumino.cli.problems import WITHOUT, FamilyOptions, regions_of
from enumino.errors import OK, ProblemError
from enumino.families.tilings.parameters import METHODS
from enumino.words import plural

if TYPE_CHECKING:
    from enumino.families.tilings.problem import Tilings
    from enumino.objects.piece import Piece
    from enumino.objects.region import Region
    from enumino.run.counting import Count


class Options(FamilyOptions):
    """The options of tilings."""

    columns = ("symmetry", "pieces", "uses(NAME)")
    methods = METHODS

    def options(self) -> list[click.Parameter]:
        """Return the options of the parameters, and the option that removes cells."""
        region, *others = super().options()
        return [region, WITHOUT, *others]

    def count_options(self) -> list[click.Parameter]:
        return [each for each in self.options() if each.name not in ("placements", "limit")]

    def problem(
        self,
        region: str | Region,
        without: tuple[str, ...],
        pieces: str | tuple[Piece, ...] | None,
        lattice: str,
        **given: Any,
    ) -> Tilings:
        from enumino.export import burrtools
        from enumino.families.tilings.problem import Tilings
        from enumino.objects.lattices import lattice_named

        on = lattice_named(lattice)
        if isinstance(region, str) and burrtools.is_puzzle(region):
            puzzle = burrtools.read(region, on)
            region, pieces = puzzle.region, pieces or puzzle.pieces
        whole, *others = regions_of([region], without, on)
        if others:
            raise ProblemError(f"{region} names several regions: only counts take more than one.")
        return Tilings(whole, pieces or (), **given)

    def problems(
        self, region: str, without: tuple[str, ...], lattice: str, **given: Any
    ) -> list[dict[str, Any]]:
        from enumino.export import burrtools
        from enumino.objects.lattices import lattice_named

        common = {"without": (), "lattice": lattice, **given}
        if burrtools.is_puzzle(region):
            return [{**common, "region": region, "without": without}]
        regions = regions_of([region], without, lattice_named(lattice))
        return [{**common, "region": each} for each in regions]

    def count(self, by: tuple[str, ...], method: Any, **values: Any) -> Count:
        from enumino.families.tilings.counts import count_of

        return count_of(self.problem(**values), by, method)


_cells = click.Option(
    ["--cells"], type=Whole(), required=True, help="Number of cells of the shapes."
)
_factor = click.Option(
    ["--factor"], type=Whole(), required=True, help="Side of the square that each cell becomes."
)


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
