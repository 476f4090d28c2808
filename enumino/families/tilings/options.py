"""The options of tilings, with files of regions and puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from warnings import warn

from enumino.cli.problems import RegionOptions, regions_of
from enumino.errors import EnuminoWarning
from enumino.families.tilings.parameters import METHODS
from enumino.objects.files import PUZZLES

if TYPE_CHECKING:
    from enumino.families.tilings.problem import Tilings


class Options(RegionOptions):
    """The options of tilings, and the option that removes cells."""

    columns = ("symmetry", "pieces", "uses(NAME)", "option")
    methods = METHODS
    not_counted = ("placements", "limit")

    def problem(self, *_: Any, **values: Any) -> Any:
        from enumino.families.tilings.boards import Boards

        found = self.problems(**values)
        return Boards(found) if found[1:] else found[0]

    def problems(
        self, region: str, without: tuple[str, ...], pieces: Any, lattice: str, **given: Any
    ) -> tuple[Tilings, ...]:
        """Return a problem for each region."""
        from enumino.families.tilings.problem import Tilings
        from enumino.objects.lattices import lattice_named

        named: list[Any]
        on, named = lattice_named(lattice), [region]
        if region.endswith(PUZZLES) or f"{PUZZLES}:" in region:
            from enumino.export import burrtools

            puzzle = burrtools.read(region, on)
            named, pieces = [puzzle.region], pieces or puzzle.pieces
        regions = regions_of(named, without, on)
        found = tuple(Tilings(each, pieces or (), **given) for each in regions)
        for problem in found:
            one = problem.board.region
            # Families of rectangles have some that no choice of the pieces fills.
            if (misfit := problem.board.misfit) and not (found[1:] and one.is_rectangle):
                warn(f"{one.name}: {misfit}", EnuminoWarning, stacklevel=2)
        return found
