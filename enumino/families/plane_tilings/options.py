"""The answer for shapes of a user, without a dataset."""

from __future__ import annotations

from typing import TYPE_CHECKING

from enumino.cli.output import show, show_json
from enumino.cli.problems import FamilyOptions
from enumino.cli.progress import View
from enumino.errors import OK, ProblemError

if TYPE_CHECKING:
    from enumino.families.plane_tilings.problem import PlaneTilings


class Options(FamilyOptions):
    """The options of plane tilings."""

    prints = True

    def print_problem(self, problem: PlaneTilings, quiet: bool, as_json: bool) -> int:
        """Print the verdict on each shape of a user, with its picture."""
        from enumino.families.plane_tilings.rows import PlaneTilingRows

        if problem.shape is None:
            raise ProblemError(
                "A listing needs a folder: name it with --to DIR, or give one --shape."
            )
        family = PlaneTilingRows(problem.to_json())
        with View(quiet).busy("Deciding ..."):
            rows = [row for batch in problem.batches([()]) for row in batch.records.to_pylist()]
        if as_json:
            show_json(
                [
                    {"shape": address, **row}
                    for address, row in zip(problem.addresses, rows, strict=True)
                ]
            )
            return OK
        for number, (address, row) in enumerate(zip(problem.addresses, rows, strict=True)):
            patch = family.object_of(row)
            show(("\n" if number else "") + f"{address}: {family.sentence(row)}")
            show(family.picture(patch))
        return OK
