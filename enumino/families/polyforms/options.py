"""The options of polyforms, and of those on a lattice from a file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import click

from enumino.cli.options import Decorator
from enumino.cli.problems import names_of, options_of
from enumino.families.polyforms.columns import COUNTED_IN_PLANE, columns_counted
from enumino.families.polyforms.families import CLASSES
from enumino.families.polyforms.on_lattices import LatticeParameters, family_on
from enumino.families.polyforms.parameters import PolyformParameters
from enumino.objects.point_group import KINDS
from enumino.parameters import values_of

if TYPE_CHECKING:
    from enumino.families.polyforms.families import PolyformFamily
    from enumino.families.polyforms.problem import LatticePolyforms, Polyforms
    from enumino.objects.lattice import Lattice
    from enumino.run.counting import Count

_KIND = click.option(
    "--kind",
    type=click.Choice(KINDS),
    help="Count only this kind.  [default: all three; free with conditions or columns]",
)


def _for_counts(own: Sequence[Decorator]) -> list[Decorator]:
    """Return the options of counts: those of the problems, but all kinds and no stored columns."""
    return [_KIND, *(each for each in own if names_of([each]) not in (["kind"], ["columns"]))]


def of_family(family: PolyformFamily) -> SimpleNamespace:
    """Return the options of a family, its problems and its counts."""
    own = options_of(PolyformParameters)
    return SimpleNamespace(
        OPTIONS=own,
        problem=partial(_problem, family),
        COUNT_OPTIONS=_for_counts(own),
        COUNTED_BY=columns_counted(family.lattice),
        counted=lambda: family.counted,
        count=partial(_count, family),
    )


def _problem(family: PolyformFamily, **values: Any) -> Polyforms:
    return family.problem_class(**values_of(PolyformParameters, values))


def _count(
    family: PolyformFamily,
    by: tuple[str, ...],
    method: str,
    cells: range,
    kind: Any,
    **conditions: Any,
) -> Count:
    """Return a count, under conditions that of a listing without rows.

    All kinds of polyominoes are shown with the classes, which are counted anyway.
    """
    from enumino.families.polyforms.counts import count_of, listing_of

    if any(value is not None for value in conditions.values()):
        by = by or (CLASSES if conditions.get("symmetry") else ())
        problem = _problem(family, cells=cells, kind=kind or "free", **conditions)
        return listing_of(problem, by)
    shows_classes = family.all_classes and not by and kind is None
    return count_of(family, cells, kind, by, shows_classes=shows_classes)


def _on_lattice(**values: Any) -> LatticePolyforms:
    from enumino.families.polyforms.problem import LatticePolyforms

    return LatticePolyforms(**values_of(LatticeParameters, values))


def _count_on_lattice(by: tuple[str, ...], method: str, lattice: Lattice, **values: Any) -> Count:
    return _count(family_on(lattice.definition), by, method, **values)


def _counted_on_any() -> Sequence[str]:
    from enumino.families.polyforms.properties import BY_NAME

    return (*COUNTED_IN_PLANE, *BY_NAME)


ON_LATTICES = SimpleNamespace(
    OPTIONS=options_of(LatticeParameters),
    problem=_on_lattice,
    COUNT_OPTIONS=_for_counts(options_of(LatticeParameters)),
    COUNTED_BY=COUNTED_IN_PLANE,
    counted=_counted_on_any,
    count=_count_on_lattice,
)
