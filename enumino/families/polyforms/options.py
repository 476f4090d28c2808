"""The options of polyforms, and of those on a lattice from a file."""

from __future__ import annotations

from dataclasses import fields
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import click

from enumino.arguments import consecutive
from enumino.cli.problems import options_of, problem_of
from enumino.families.polyforms.columns import COUNTED_IN_PLANE, columns_counted
from enumino.families.polyforms.families import CLASSES, PolyformFamily
from enumino.families.polyforms.parameters import LatticeParameters
from enumino.objects.point_group import KINDS

if TYPE_CHECKING:
    from enumino.registry import Family
    from enumino.run.counting import Count

_KIND = click.Option(
    ["--kind"],
    type=click.Choice(KINDS),
    help="Count only this kind.  [default: all three; free with conditions or columns]",
)


def of_family(family: Family) -> SimpleNamespace:
    """Return the options of a family, its problems and its counts.

    Counts have those of the problems, but all kinds and no stored columns.
    """
    parameters = family.parameters_class
    names = [each.name for each in fields(parameters) if each.name not in ("kind", "derived")]
    own = family.lattice if isinstance(family, PolyformFamily) else None
    return SimpleNamespace(
        OPTIONS=options_of(parameters),
        problem=partial(problem_of, family),
        COUNT_OPTIONS=[_KIND, *options_of(parameters, *names)],
        COUNTED_BY=COUNTED_IN_PLANE if own is None else columns_counted(own),
        count=partial(_count, family),
    )


def _count(
    family: Family,
    by: tuple[str, ...],
    method: str,
    cells: str,
    kind: Any,
    lattice: str | None = None,
    **conditions: Any,
) -> Count:
    """Return a count, under conditions that of a listing without rows.

    All kinds of polyominoes are shown with the classes, which are counted anyway.
    """
    from enumino.families.polyforms.counts import count_of, listing_of

    if not isinstance(family, PolyformFamily):
        family = LatticeParameters(1, lattice=lattice).entry
    if any(value is not None for value in conditions.values()):
        by = by or (CLASSES if conditions.get("symmetry") else ())
        problem = family.problem_class(cells=cells, kind=kind or "free", **conditions)
        return listing_of(problem, by)
    shows_classes = family.all_classes and not by and kind is None
    return count_of(family, consecutive(cells), kind, by, shows_classes=shows_classes)
