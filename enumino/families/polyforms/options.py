"""The options of polyforms, and of those on a lattice from a file."""

from __future__ import annotations

from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Any

from enumino.cli.problems import options_of
from enumino.families.polyforms.columns import columns_counted
from enumino.families.polyforms.families import PolyformFamily
from enumino.objects.lattice import SQUARE

if TYPE_CHECKING:
    from enumino.registry import Family
    from enumino.run.counting import Count


def of_family(family: Family) -> dict[str, Any]:
    """Return the options of a family, and its counts, which store no columns."""
    parameters = family.parameters_class
    names = [each.name for each in fields(parameters)]
    names.sort(key=lambda name: name != "lattice")
    lattice = family.lattice if isinstance(family, PolyformFamily) else SQUARE
    return {
        "OPTIONS": options_of(parameters, *names),
        "COUNT_OPTIONS": options_of(parameters, *(name for name in names if name != "derived")),
        "COUNTED_BY": (*columns_counted(lattice), "properties such as tree"),
        "count": partial(_count, family),
    }


def _count(family: Family, by: tuple[str, ...], method: str, **values: Any) -> Count:
    from enumino.families.polyforms.counting.count import count_of

    return count_of(family, by=by, **values)
