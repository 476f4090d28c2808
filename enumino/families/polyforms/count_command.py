"""The ``enumino count`` commands of polyforms: by size, kind and symmetry class, or by columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import options
from enumino.cli.counting import (
    CountOptions,
    Output,
    count_command,
    estimates_text,
    give_statistics,
)
from enumino.cli.options import Decorator
from enumino.cli.problems import names_of, options_of
from enumino.cli.progress import CountView
from enumino.cli.tables import (
    aligned,
    counts_table,
    duration,
    mark,
    numbers_table,
    resting_note,
    statistics_table,
)
from enumino.errors import OK, ProblemError
from enumino.families.polyforms.columns import COUNTED_IN_PLANE, columns_counted
from enumino.families.polyforms.families import ON_LATTICES, POLYOMINOES, PolyformFamily
from enumino.families.polyforms.on_lattices import family_on
from enumino.families.polyforms.options import LATTICE
from enumino.families.polyforms.parameters import CONDITIONS, PolyformParameters
from enumino.objects.lattice import Lattice
from enumino.objects.lattices import in_class_order
from enumino.objects.point_group import KINDS, Kind
from enumino.parameters import fields_of
from enumino.published import TOTAL
from enumino.words import interval, size

if TYPE_CHECKING:
    from enumino.datasets.totals import Total
    from enumino.families.polyforms.counting.polyform_count import PolyformCount
    from enumino.families.polyforms.forest import Polyforms

_FLAGS = {
    option.name for field in fields_of(PolyformParameters) if field.name in CONDITIONS
    for option in field.options
}  # fmt: skip
# The options of conditions, with which polyforms are listed, and rows are not kept.
_CONDITIONS: list[Decorator] = [
    option for option in options_of(PolyformParameters) if _FLAGS.intersection(names_of([option]))
]
_OF_SQUARES: list[Decorator] = [
    click.option(
        "--method",
        type=click.Choice(["auto", "search", "transfer-matrix", "rotated", "polygons", "listing"]),
        default="auto",
        show_default=True,
        help="Method for fixed polyominoes and half-turns; listing is for counts by columns or "
        "without holes, polygons for counts without holes.",
    ),
    click.option("--without-holes", is_flag=True, help="Count only polyominoes without holes."),
    click.option(
        "--memory",
        type=options.BYTES,
        metavar="SIZE",
        help="Memory limit of all sweeps that run at once, such as 4GB; large ones then run alone.",
    ),
]
_OF_OTHERS: list[Decorator] = [
    click.option(
        "--published-fixed",
        is_flag=True,
        help="Take the numbers of fixed ones from the OEIS, and count only the symmetric ones.",
    ),
]


def polyform_command(family: PolyformFamily) -> click.Command:
    """Return the command that counts the polyforms of a family."""
    own = _OF_SQUARES if family is POLYOMINOES else _OF_OTHERS
    columns = columns_counted(family.lattice)
    return _command(family.name, columns, lambda: family.counted, own, partial(_count, family))


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
            "--kind", type=click.Choice(KINDS), help="Count only this kind.  [default: all three]"
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
    method: str = "auto",
    without_holes: bool = False,
    memory: float | None = None,
    published_fixed: bool = False,
    **conditions: Any,
) -> int:
    if _is_asked(conditions):
        return _count_conditional(family, cells, kind, by, conditions, where, output)

    from enumino.families.polyforms.counting.methods import count_of

    columns = by if by != ("symmetry",) else None
    classes = by is not None and columns is None
    output.refuse_bfile(kind or ("free" if columns or without_holes else None), cells, by or ())
    # All kinds of polyominoes are shown with the classes, which are counted anyway.
    shown = family is POLYOMINOES and not (by or kind or without_holes)
    count = count_of(
        family, cells, kind, by_symmetry=classes or shown, by=columns, method=method,
        without_holes=without_holes, published_fixed=published_fixed,
    )  # fmt: skip
    if where.only_explains(partial(_explanation, count)):
        return OK
    view = CountView(where.quiet)
    lines = where.run(count.totals, view, memory=memory)
    if columns:
        return give_statistics(family.noun, cells, count.kinds[0], columns, lines, output)
    searched = [n.count for n in lines if n.labels["kind"] == "fixed" and not n.rests_on]
    view.conclude(sum(searched) if count.method == "search" else 0, family.noun)
    if by is None:
        rows = [line for line in lines if line.symmetry == TOTAL]
    else:  # a kind is the sum of its classes, all kinds together are not
        rows = [line for line in lines if kind is None or line.symmetry != TOTAL]
    problem = {
        **family.common,
        "cells": [cells[0], cells[-1]],
        "kind": kind,
        "by": "symmetry" if classes else None,
        **({"without_holes": without_holes} if family is POLYOMINOES else {}),
        **({"published_fixed": True} if published_fixed else {}),
    }
    return output.give(
        problem, rows, lambda _: kinds_table(lines, family.noun, kind is not None), lines
    )


def _explanation(count: PolyformCount, threads: int) -> str:
    """The expected work of each method, and that of each subject by the method that is used."""
    from enumino.families.polyforms.counting.methods import by_all_methods
    from enumino.run.counting import Estimate

    found = by_all_methods(count)
    text = estimates_text(
        [
            Estimate(method, note="out of reach") if other is None else other.estimate
            for method, other in found.items()
        ],
        threads,
    )
    for method, other in found.items():
        if other is not None and other.taken:
            taken = sorted(other.taken)
            text += (
                f"{method}: the numbers of fixed ones of {interval(taken[0], taken[-1])} cells are "
                f"taken from {other.taken[taken[0]].oeis}, not counted\n"
            )
    return text if count.by or not count.ways else f"{text}\n{_parts(count)}"


def _parts(count: PolyformCount) -> str:
    """The work of each subject, and the widths of sweeps that take at least a twentieth of it.

    Searches for symmetric ones that take less than that of all work are one row.
    """
    rows = [["", "width", "steps", "one thread", "memory"]]
    whole = sum(part.cost.seconds for way in count.ways for part in way.parts())
    few = []
    for way in count.ways:
        own = way.parts()
        seconds = sum(part.cost.seconds for part in own)
        swept = any(part.width for part in own)
        if not swept and way.name != "fixed" and seconds < whole / 20:
            few.append(seconds)
            continue
        name = way.name if way.cells == count.cells[-1] else f"{way.name}, to {way.cells} cells"
        widths = [part for part in own if seconds >= 1 and part.cost.seconds >= seconds / 20]
        for width, chosen in [("all" if swept else "", own)] + [
            (str(part.width), [part]) for part in widths if part.width
        ]:
            rows.append(
                [
                    name if chosen is own else "",
                    width,
                    f"{sum(part.cost.nodes for part in chosen):.2g}" if swept else "search",
                    duration(sum(part.cost.seconds for part in chosen)),
                    size(max(part.cost.bytes for part in chosen)) if swept else "",
                ]
            )
    if few:
        rows.append(["symmetric", "", "search", duration(sum(few)), ""])
    return aligned(rows) + "\n"


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


def _count_on(lattice: Lattice, **values: Any) -> int:
    return _count(family_on(lattice.definition), **values)


def _counted_on_any() -> Sequence[str]:
    from enumino.families.polyforms.properties import BY_NAME

    return (*COUNTED_IN_PLANE, *BY_NAME)


lattice_command = _command(
    ON_LATTICES.name, COUNTED_IN_PLANE, _counted_on_any, [LATTICE], _count_on
)


def _is_asked(values: Mapping[str, Any]) -> bool:
    """Return whether the values of the options have a condition."""
    return any(value is not None for value in values.values())


def _count_conditional(
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
