"""The ``enumino count`` commands of polyforms: by size, kind and symmetry class."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import options
from enumino.cli.counting import (
    CountOptions,
    count_command,
    estimates_text,
    give_statistics,
)
from enumino.cli.options import Decorator
from enumino.cli.output import Output
from enumino.cli.progress import CountView
from enumino.cli.tables import aligned, counts_table, duration, mark, resting_note
from enumino.errors import OK, ProblemError
from enumino.families.polyforms.columns import COUNTED, SPACE
from enumino.families.polyforms.conditional_count import OPTIONS as CONDITIONS
from enumino.families.polyforms.conditional_count import count_conditional, is_asked
from enumino.families.polyforms.families import PolyformFamily, family_named
from enumino.objects.lattices import in_class_order
from enumino.objects.point_group import KINDS, Kind
from enumino.published import TOTAL
from enumino.words import plural

if TYPE_CHECKING:
    from enumino.datasets.totals import Total
    from enumino.families.polyforms.class_count import Part

_OPTIONS: list[Decorator] = [
    click.option("--cells", type=options.Range(), required=True, help="Sizes, such as 8 or 1-14."),
    click.option("--kind", type=click.Choice(KINDS), help="Only this kind.  [default: all three]"),
    click.option(
        "--published-fixed",
        is_flag=True,
        help="Take the numbers of fixed ones from the OEIS, and count only the symmetric ones.",
    ),
]


def polyform_command(family: PolyformFamily) -> click.Command:
    """Return the command that counts the polyforms of a family."""
    name, solid = family.name, family.lattice.dimensions == 3
    summary = (
        f"{name.capitalize()} by size, kind and symmetry class, each beside the published number."
    )
    known = tuple(column for column in COUNTED if solid or column not in SPACE)
    others = ", ".join(column for column in known if column != "symmetry")
    by_help = f"Also count by symmetry (each class), or by any of: {others}."
    by = click.option("--by", type=options.Columns(known), help=by_help)
    return count_command(name, summary, [*_OPTIONS, by, *CONDITIONS], partial(_count, name))


def _count(
    family: str,
    cells: range,
    kind: Kind | None,
    by: tuple[str, ...] | None,
    published_fixed: bool,
    where: CountOptions,
    output: Output,
    **conditions: Any,
) -> int:
    from enumino.families.polyforms.count_tasks import polyform_count
    from enumino.families.polyforms.counts import FIXED_BY_COLUMNS, count_polyforms

    if is_asked(conditions):
        return count_conditional(family_named(family), cells, kind, by, conditions, where, output)
    columns = by is not None and by != ("symmetry",)
    one_kind = kind or ("free" if columns else None)
    output.refuse_bfile(one_kind, cells, by or ())
    if by is not None and columns:
        if published_fixed:
            raise ProblemError(FIXED_BY_COLUMNS)
        return _statistics(family, cells, kind or "free", by, where, output)
    count = polyform_count(family_named(family), cells, kind, by is not None, published_fixed)
    if where.only_explains(lambda threads: _estimates(_summed(count.work.parts()), threads)):
        return OK
    view = CountView(where.quiet)
    lines = where.run(
        partial(count_polyforms, family, cells, kind),
        view,
        by_symmetry=bool(by),
        published_fixed=published_fixed,
    )
    searched = [n for n in lines if n.labels["kind"] == "fixed" and not n.rests_on]
    view.conclude(sum(n.count for n in searched), family)
    # A kind is the sum of its classes.
    sums = by is None or kind is None
    rows = [line for line in lines if sums or line.symmetry != TOTAL]
    return output.give(
        count.parameters, rows, lambda _: kinds_table(lines, family, kind is not None), lines
    )


def _statistics(
    family: str,
    cells: range,
    kind: Kind,
    by: tuple[str, ...],
    where: CountOptions,
    output: Output,
) -> int:
    """Count by other columns than symmetry classes alone."""
    from enumino.families.polyforms.counts import count_polyforms
    from enumino.run.counting import expected_search

    problem = family_named(family).problem_class(cells, kind)
    if where.only_explains(
        lambda threads: estimates_text([expected_search(problem, "listing")], threads)
    ):
        return OK
    lines = where.run(partial(count_polyforms, family, cells, kind), CountView(where.quiet), by=by)
    return give_statistics(family, cells, kind, by, lines, output)


def _summed(parts: list[Part]) -> dict[str, tuple[float, float]]:
    """Return the predicted work, with the searches for symmetric ones added up."""
    found = {part.name: part.cost[:2] for part in parts if part.name == "fixed"}
    symmetric = [part.cost for part in parts if part.name != "fixed"]
    if symmetric:
        nodes, seconds = sum(c.nodes for c in symmetric), sum(c.seconds for c in symmetric)
        found["symmetric"] = (nodes, seconds)
    return found


def _estimates(expected: Mapping[str, tuple[float, float]], threads: int) -> str:
    """Return a table of the nodes and seconds on one thread that each search would take."""
    rows = [["searches", "nodes", "time"]]
    rows += [
        [name, f"{nodes:.2g}", duration(seconds / threads)]
        for name, (nodes, seconds) in expected.items()
    ]
    return f"{aligned(rows)}\non {plural(threads, 'thread')}\n"


def kinds_table(lines: list[Total], family: str, one_kind: bool) -> str:
    """Return a table with sizes down, and kinds and classes across, each beside a tick.

    The classes of `one_kind` have a table that ends in their total.
    """
    if one_kind and any(line.symmetry != TOTAL for line in lines):
        return counts_table(lines) + resting_note(lines, family)
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
    return aligned(rows) + resting_note(lines, family)


def _cell(line: Total) -> str:
    return f"{line.count:,} {mark(line)}"
