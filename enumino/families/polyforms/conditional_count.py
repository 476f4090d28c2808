"""Counts of polyforms that meet conditions, by a listing whose rows are not kept."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from enumino.cli import options
from enumino.cli.counting import CountOptions, Output, estimates_text
from enumino.cli.options import Decorator
from enumino.cli.problems import names_of, options_of
from enumino.cli.progress import CountView
from enumino.cli.tables import counts_table, numbers_table, statistics_table
from enumino.errors import OK, ProblemError
from enumino.families.polyforms.families import PolyformFamily
from enumino.families.polyforms.parameters import CONDITIONS, PolyformParameters
from enumino.objects.point_group import Kind
from enumino.parameters import fields_of
from enumino.published import TOTAL

if TYPE_CHECKING:
    from enumino.datasets.totals import Total
    from enumino.families.polyforms.forest import Polyforms

_FLAGS = {
    option.name for field in fields_of(PolyformParameters) if field.name in CONDITIONS
    for option in field.options
}  # fmt: skip
# The options of conditions, for the commands that count in other ways without them.
OPTIONS: list[Decorator] = [
    option for option in options_of(PolyformParameters) if _FLAGS.intersection(names_of([option]))
]


def is_asked(values: Mapping[str, Any]) -> bool:
    """Return whether the values of the `OPTIONS` have a condition."""
    return any(value is not None for value in values.values())


def count_conditional(
    family: PolyformFamily,
    cells: range,
    kind: Kind | None,
    by: tuple[str, ...] | None,
    conditions: Mapping[str, Any],
    where: CountOptions,
    output: Output,
) -> int:
    """Count the polyforms of a kind, by default free ones, that meet conditions."""
    from enumino.run.counting import expected_search

    if given := options.named(["method", "without_holes", "memory", "published_fixed"]):
        raise ProblemError(
            f"With conditions, polyforms are counted by listing them: leave out "
            f"{' and '.join(given)}."
        )
    if by is None and conditions.get("symmetry"):
        by = ("symmetry",)
    output.refuse_bfile(kind or "free", cells, by or ())
    problem = family.options_module().problem(cells=cells, kind=kind or "free", **conditions)

    def explanation(threads: int) -> str:
        estimate = estimates_text([expected_search(problem, "listing")], threads)
        return "\n".join([*problem.explained(), estimate])

    if where.only_explains(explanation):
        return OK
    lines = where.run(partial(conditional_totals, problem, by), CountView(where.quiet))
    described = problem.to_json() | ({"by": list(by)} if by else {})
    if by is None or by == ("symmetry",):
        return output.give(described, lines, counts_table if by else numbers_table)
    asked = [line for line in lines if {*by} <= line.labels.keys()]
    return output.give(described, asked, lambda _: statistics_table(lines), lines)


def conditional_totals(
    problem: Polyforms, by: tuple[str, ...] | None, **how_to_run: Any
) -> list[Total]:
    """Return the numbers by size, and of all sizes, or by some columns, beside published ones.

    By columns, the total of each size comes first.
    """
    from enumino.datasets.totals import against
    from enumino.families.polyforms.rows import PolyformRows
    from enumino.run.counting import count_by_search, totals_by

    if by is not None and by != ("symmetry",):
        found = totals_by(
            problem, by, lambda _: None, size="cells", kind=problem.kind, **how_to_run
        )
        met = {line.labels["cells"] for line in found}
        none = [{"cells": size, "kind": problem.kind} for size in problem.cells if size not in met]
        found += [against(labels, 0, None) for labels in none]
        return sorted(found, key=lambda line: line.labels["cells"])
    rows = PolyformRows(problem.to_json())
    counts = count_by_search(problem, **how_to_run).counts
    lines = [*rows.totals(counts), *rows.of_all_sizes(counts)]
    return lines if by else [line for line in lines if line.symmetry == TOTAL]
