"""The ``enumino count`` commands of polyforms: by size, kind and symmetry class, or by columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import options
from enumino.cli.counting import CountOptions, Output, count_command
from enumino.cli.options import Decorator
from enumino.cli.problems import names_of, options_of
from enumino.cli.progress import CountView
from enumino.errors import OK
from enumino.families.polyforms.columns import COUNTED_IN_PLANE, columns_counted
from enumino.families.polyforms.families import (
    CLASSES,
    ON_LATTICES,
    POLYOMINOES,
    PolyformFamily,
)
from enumino.families.polyforms.on_lattices import family_on
from enumino.families.polyforms.options import LATTICE
from enumino.families.polyforms.parameters import CONDITIONS, PolyformParameters
from enumino.objects.lattice import Lattice
from enumino.objects.lattices import in_class_order
from enumino.objects.point_group import KINDS, Kind
from enumino.parameters import fields_of
from enumino.published import TOTAL
from enumino.tables import mark

if TYPE_CHECKING:
    from enumino.datasets.totals import Total

_FLAGS = {
    option.name for field in fields_of(PolyformParameters) if field.name in CONDITIONS
    for option in field.options
}  # fmt: skip
# The options of conditions, with which polyforms are listed, and rows are not kept.
_CONDITIONS: list[Decorator] = [
    option for option in options_of(PolyformParameters) if _FLAGS.intersection(names_of([option]))
]


def polyform_command(family: PolyformFamily) -> click.Command:
    """Return the command that counts the polyforms of a family."""
    columns = columns_counted(family.lattice)
    return _command(family.name, columns, lambda: family.counted, [], partial(_count, family))


def _command(
    name: str,
    columns: tuple[str, ...],
    counted: Callable[[], Sequence[str]],
    special: list[Decorator],
    count: Callable[..., int],
) -> click.Command:
    summary = (
        f"{name.capitalize()} by size, kind and symmetry class, each beside the published number."
    )
    named = ", ".join(column for column in columns if column != "symmetry")
    own: list[Decorator] = [
        click.option(
            "--cells", type=options.RANGE, required=True, help="Sizes, such as 8 or 1-14."
        ),
        click.option(
            "--kind",
            type=click.Choice(KINDS),
            help="Count only this kind.  [default: all three; free with conditions or columns]",
        ),
        click.option(
            "--by",
            type=options.columns(counted),
            help=f"Also count by symmetry (each class), or by any of: {named}; and by "
            "properties, such as tree,convex.",
        ),
        *special,
        *_CONDITIONS,
    ]
    return count_command(name, summary, own, count)


def _count(
    family: PolyformFamily,
    cells: range,
    kind: Kind | None,
    by: tuple[str, ...] | None,
    where: CountOptions,
    output: Output,
    **conditions: Any,
) -> int:
    given = any(value is not None for value in conditions.values())
    if given or family.lists_to_count(by or ()):
        return _list(family, cells, kind or "free", by, conditions, where, output)

    from enumino.families.polyforms.counting.count import Count

    # All kinds of polyominoes are shown with the classes, which are counted anyway.
    shown = family == POLYOMINOES and by is None and kind is None
    count = Count(family, cells, kind, shown or by is not None)
    output.refuse_bfile(kind, cells, by or ())
    if where.only_explains(output, lambda: [count.estimate]):
        return OK
    lines = where.run(count.totals, CountView(where.quiet))
    if by is None:
        rows = [line for line in lines if line.symmetry == TOTAL]
    else:  # a kind is the sum of its classes, all kinds together are not
        rows = [line for line in lines if kind is None or line.symmetry != TOTAL]
    problem = {
        **family.common, "cells": [cells[0], cells[-1]], "kind": kind, "by": by and by[0]
    }  # fmt: skip
    empty = _empty(family, rows) if cells[0] == 1 and by is None else None
    return output.give(problem, rows, kinds_rows(lines), lines, before=empty)


def _empty(family: PolyformFamily, lines: list[Total]) -> Total | None:
    """Return the number of polyforms without cells, if the sequence of these lines begins there."""
    from enumino.datasets.totals import Total

    first = lines[0]
    value = family.sequences.term(first.oeis, 0).value if first.oeis else None
    return None if value is None else Total({**first.labels, "cells": 0}, value, first.oeis, value)


def kinds_rows(lines: list[Total]) -> list[list[str]]:
    """Return rows of text with sizes down, and kinds and classes across, each beside a tick.

    The classes of one kind have a table that ends in their total.
    """
    from enumino.datasets.totals import totals_rows

    kinds = {line.labels["kind"] for line in lines}
    if len(kinds) == 1 and any(line.symmetry != TOTAL for line in lines):
        return totals_rows(lines)
    by_key: dict[tuple[Any, ...], Total] = {(*line.group, line.symmetry): line for line in lines}
    sizes = list(dict.fromkeys(line.labels["cells"] for line in lines))
    found = {(line.labels["kind"], line.symmetry) for line in lines}
    classes = in_class_order({line.symmetry for line in lines} - {TOTAL})
    heads = [(kind, symmetry) for symmetry in (TOTAL, *classes) for kind in KINDS]
    heads = [head for head in heads if head in found]
    rows = [["cells", *(str(kind) if s == TOTAL else s for kind, s in heads)]]
    for cells in sizes:
        row = [by_key.get((cells, *head)) for head in heads]
        rows.append([str(cells), *("0  " if line is None else _cell(line) for line in row)])
    sources = [{line.oeis for line in lines if (line.labels["kind"], line.symmetry) == head}
               for head in heads]  # fmt: skip
    if any(source != {""} for source in sources):
        rows.append(["", *(f"{min(source)}  " for source in sources)])
    return rows


def _cell(line: Total) -> str:
    return f"{line.count:,} {mark(line.agrees) or ' '}"


def _count_on(lattice: Lattice, **values: Any) -> int:
    return _count(family_on(lattice.definition), **values)


def _counted_on_any() -> Sequence[str]:
    from enumino.families.polyforms.properties import BY_NAME

    return (*COUNTED_IN_PLANE, *BY_NAME)


lattice_command = _command(
    ON_LATTICES.name, COUNTED_IN_PLANE, _counted_on_any, [LATTICE], _count_on
)


def _list(
    family: PolyformFamily,
    cells: range,
    kind: Kind,
    by: tuple[str, ...] | None,
    conditions: dict[str, Any],
    where: CountOptions,
    output: Output,
) -> int:
    """Count polyforms by columns, or those that meet conditions, by listing them without rows."""
    from enumino.datasets.totals import totals_rows
    from enumino.families.polyforms.counts import listed_totals
    from enumino.run.counting import expected_search

    if by is None and conditions.get("symmetry"):
        by = CLASSES
    output.refuse_bfile(kind, cells, by or ())
    problem = family.options_module().problem(cells=cells, kind=kind, **conditions)
    if where.only_explains(output, lambda: [expected_search(problem)], problem.explained):
        return OK
    lines = where.run(partial(listed_totals, problem, by), CountView(where.quiet))
    described = problem.to_json() | ({"by": list(by)} if by else {})
    if by is None or by == CLASSES:
        return output.give(described, lines, totals_rows(lines, across=by is not None))
    asked = [line for line in lines if {*by} <= line.labels.keys()]
    return output.give(described, asked, totals_rows(lines, across=False), lines)
