"""The options of polyforms, and of those on a lattice from a file."""

from __future__ import annotations

from dataclasses import fields
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import click

from enumino.cli.problems import options_of, problem_of
from enumino.families.polyforms.columns import columns_counted
from enumino.families.polyforms.families import PolyformFamily
from enumino.objects.lattice import SQUARE
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
    lattice = family.lattice if isinstance(family, PolyformFamily) else SQUARE
    return SimpleNamespace(
        OPTIONS=options_of(parameters),
        problem=partial(problem_of, family),
        COUNT_OPTIONS=[_KIND, *options_of(parameters, *names)],
        COUNTED_BY=columns_counted(lattice),
        count=partial(_count, family),
    )


def _count(family: Family, by: tuple[str, ...], method: str, **values: Any) -> Count:
    from enumino.families.polyforms.counts import count_of

    return count_of(family, by=by, **values)
