"""Statistics: the objects of a problem by any of its columns, counted without rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from enumino.datasets.totals import Total, against
from enumino.enum.problem import Problem, Tally
from enumino.errors import ProblemError
from enumino.run.counting import count_by_search
from enumino.words import quoted

if TYPE_CHECKING:
    from enumino.published import Published

Labels = Mapping[str, int | str]
CLASSES_OR_COLUMNS = "by_symmetry and by exclude each other: name symmetry among the columns of by."


def columns_asked(by: str | Iterable[str], known: Sequence[str]) -> tuple[str, ...]:
    """Return the columns that a user names, each once, in that order.

    >>> columns_asked("holes", ("cells", "holes"))
    ('holes',)
    """
    asked = (by,) if isinstance(by, str) else tuple(by)
    for name in asked:
        if name not in known:
            raise ProblemError(
                f"There are no counts by {quoted(name)}: choose from {', '.join(known)}."
            )
    if not asked or len(set(asked)) < len(asked):
        raise ProblemError("Name each column to count by once, and one at least.")
    return asked


def totals_by(
    problem: Problem,
    by: Sequence[str],
    known: Callable[[Labels], Published | None],
    *,
    size: str,
    kind: str,
    **how_to_run: Any,
) -> list[Total]:
    """Count a problem by a `size` and other columns; return the numbers beside the published ones.

    `known` returns what is published about the objects with some labels, `kind` is a label of all
    lines. For each size its total comes first, then the lines by the other columns.
    """
    tally = count_by_search(problem, by=(size, *by), **how_to_run)
    values = {column.name: column.values for column in problem.columns}
    orders = [{value: code for code, value in enumerate(values.get(name, ()))} for name in by]
    return totals_of(tally, by, orders, known, size=size, kind=kind)


def totals_of(
    tally: Tally,
    by: Sequence[str],
    orders: Sequence[Mapping[Any, int]],
    known: Callable[[Labels], Published | None],
    *,
    size: str,
    kind: str,
) -> list[Total]:
    """Return the lines of `totals_by`; `orders` give the order of values, if not by size."""
    by_size: dict[int, dict[tuple[Any, ...], int]] = {}
    for (number, *values), count in tally.counts.items():
        by_size.setdefault(number, {})[tuple(values)] = count
    lines = []
    for number, counts in sorted(by_size.items()):
        labels: dict[str, int | str] = {size: number, "kind": kind}
        lines.append(against(labels, sum(counts.values()), known(labels)))

        def place(key: tuple[Any, ...]) -> tuple[int, ...]:
            return tuple(order.get(v, v) for order, v in zip(orders, key, strict=True))

        for key in sorted(counts, key=place):
            own = labels | dict(zip(by, key, strict=True))
            lines.append(against(own, counts[key], known(own)))
    return lines
