"""Files of shapes, and verdicts that are printed instead of stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from enumino.cli.output import show, show_json
from enumino.cli.problems import FamilyOptions
from enumino.cli.progress import View
from enumino.errors import OK, ProblemError
from enumino.families.plane_tilings.shapes import addresses_of
from enumino.objects.files import found_in, names_file, text_of
from enumino.objects.lattices import lattice_named
from enumino.objects.text_drawings import is_drawing

if TYPE_CHECKING:
    from enumino.enum.problem import Problem
    from enumino.families.plane_tilings.problem import PlaneTilings


class Options(FamilyOptions):
    """The options of plane tilings."""

    prints = True

    def problem(self, *_: Any, **values: Any) -> Problem:
        """Return the problem; ``--shape`` may name a file."""
        shape, lattice = values["shape"], lattice_named(values["lattice"])
        if shape is not None and names_file(shape) and not is_drawing(lattice, shape):
            with found_in(shape):
                values["shape"] = addresses_of(lattice, text_of(shape))
        return super().problem(**values)

    def print_problem(self, problem: PlaneTilings, quiet: bool, as_json: bool) -> int:
        """Print the verdict on each given shape, with its picture."""
        from enumino.families.plane_tilings.rows import PlaneTilingRows

        if problem.shape is None:
            raise ProblemError("A listing needs a folder: name it with --to DIR, or give --shape.")
        family = PlaneTilingRows(problem.to_json())
        with View(quiet).busy("Deciding ..."):
            rows = [row for batch in problem.batches([()]) for row in batch.records.to_pylist()]
        found = list(zip(problem.addresses, rows, strict=True))
        if as_json:
            show_json([{"shape": address, **row} for address, row in found])
            return OK
        for number, (address, row) in enumerate(found):
            show(("\n" if number else "") + f"{address}: {family.sentence(row)}")
            show(family.picture(family.object_of(row)))
        return OK
