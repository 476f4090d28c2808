"""``enumino count``: numbers without listing."""

from __future__ import annotations

import re
from collections.abc import Collection
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from enumino.arguments import usable_cores
from enumino.cli import files, options
from enumino.cli.options import Option
from enumino.cli.output import counts_json, exit_code, show, show_json
from enumino.cli.problems import FamilyOptions, Problems
from enumino.cli.progress import View
from enumino.errors import OK, ProblemError, QueryError
from enumino.words import duration, plural, quoted

if TYPE_CHECKING:
    from enumino.datasets.totals import Totals
    from enumino.enum.problem import Problem
    from enumino.run.counting import Count

EXACT = 2**53  # larger whole numbers may be rounded in floating point
ANSWERS = ("no solution", "exactly one solution", "at least two solutions")
_COLUMN = re.compile(r"(\w*)(\(.*\))?")  # such as holes or uses(L-tromino)


def _columns(text: str) -> tuple[str, ...]:
    """Return the columns and formulas in a text, which commas outside parentheses separate."""
    found: list[str] = []
    for part in text.split(","):
        if found and found[-1].count("(") > found[-1].count(")"):
            found[-1] += f",{part}"
        else:
            found.append(part)
    return tuple(map(str.strip, found))


_UNIQUE = Option(
    "--unique",
    "Only report whether there is no solution, exactly one, or more than one.",
    excludes=["by", "limit", "method", "memory", "root", "share", "as_csv", "bfile", "dry_run",
              "threads", "processes", "scheduler"],
)  # fmt: skip
_SHARED: list[click.Parameter] = [
    Option("--dry-run", "Print the expected time instead of counting."),
    Option(
        "--to DIR",
        "Keep finished parts and the counts in this folder, and resume from there.",
        options.FOLDER,
        name="root",
    ),
    Option("--share K/N", "Count only the parts of job K of N, such as 3/100.", options.share),
    options.quiet,
    *options.PLACE,
    Option("--bfile FILE", "Write the counts as an OEIS b-file.", files.NewFile()),
    options.as_csv,
    options.as_json,
]


class _Asked(NamedTuple):
    """The counts that options describe, and how to print them."""

    counts: list[Any]
    columns: list[str]
    formulas: dict[str, list[str]]  # with the columns of each
    unique: bool


def _asked(
    asking: FamilyOptions,
    unique: bool = False,
    by: tuple[str, ...] | None = None,
    method: str = "auto",
    memory: int | None = None,
    **values: Any,
) -> _Asked:
    """Return the counts of a family that options describe."""
    formulas = {each: found for each in by or () if (found := _columns_in(each)) is not None}
    columns = [each for each in by or () if each not in formulas]
    within = [name for name in chain(*formulas.values()) if name not in columns]
    every = (*columns, *dict.fromkeys(within))
    counts: list[Any] = [*asking.counts(every, "search" if unique else method, **values)]
    if memory is not None:
        if method not in ("auto", "memo"):
            raise ProblemError("--memory is for memos: add --method memo, or leave it out.")
        counts = [
            replace(count, memory=memory * 10**9) if count.method == "memo" else count
            for count in counts
        ]
    return _Asked(counts, columns, formulas, unique)


@Problems
def command(asking: FamilyOptions) -> click.Command:
    """Count the objects of a problem without listing them.

    \b
    enumino count polyominoes --cells 1-24
    enumino count polyominoes --cells 36 --to DIR --share 3/100   # job 3 of 100
    enumino count tilings --region 8x8 --pieces domino
    enumino count tatami --room 1000x1001
    """  # noqa: D301
    own = [each for each in asking.options() if each.name not in asking.not_counted]
    if asking.columns:
        text = f"Count by each of these columns, too: {', '.join(asking.columns)}."
        own.append(Option("--by COLUMN,...", text, _columns))
    if asking.methods:
        methods = click.Choice(["auto", *asking.methods])
        own.append(Option("--method", "Counting method.  [default: auto]", methods, default="auto"))
    if "memo" in asking.methods:
        text = "Memory for the memos of all threads of a process.  [default: 1]"
        own.append(Option("--memory GB", text, options.Whole(0, 1_000_000)))
    if any(each.name == "limit" for each in asking.options()):
        own.append(_UNIQUE)
    return asking.command(_count, *_SHARED, own=own, make=partial(_asked, asking))


def _count(
    asked: _Asked,
    *,
    root: str | None,
    share: tuple[int, int] | None,
    bfile: str | None,
    as_csv: bool,
    as_json: bool,
    dry_run: bool,
    quiet: bool,
    **place: Any,
) -> int:
    """Run a count or a share of it, print the numbers, and return the exit code."""
    from enumino.datasets.totals import Totals
    from enumino.run.counting import SeveralCounts

    counts, formulas = asked.counts, asked.formulas
    if asked.unique:
        return _answer([each.problem for each in counts], quiet, as_json)
    count = SeveralCounts(tuple(counts)) if counts[1:] else counts[0]
    if share and root is None:
        raise ProblemError("A share of a count needs a folder that all jobs share: add --to DIR.")
    if bfile == files.STDOUT and (as_json or as_csv):
        raise ProblemError(
            "A b-file on stdout cannot be combined with --json or --csv: leave those out."
        )
    expected = count.reported(count.lines({})) if bfile is not None and not formulas else []
    if expected:
        Totals(expected).bfile()  # refuses a b-file before the count
    if dry_run:
        return _show_expected(count, as_json=as_json, **place)
    view = View(quiet)
    with view.running(root, **place) as how:
        if share is not None:
            made = count.run(to=root, share=share, **how)
            view.say(f"{plural(len(made), 'part')} finished and kept.")
            return OK
        lines = count.totals(to=root, **how)
    nodes = lines.nodes
    told = Totals(count.reported(lines))
    if formulas:
        lines = told = _by_formulas(told, formulas, asked.columns)
    if as_json:
        show_json({**counts_json(count.to_json(), told), "nodes": nodes or None})
    elif as_csv:
        click.echo(told.csv(), nl=False)
    elif bfile != files.STDOUT:
        show(lines.text())
    code = exit_code(lines, "number")
    if bfile is not None:  # after the numbers, which may have taken hours
        try:
            files.write(bfile, told.bfile().encode())
        except ProblemError:
            if bfile == files.STDOUT:
                show(lines.text())
            raise
    return code


def _columns_in(text: str) -> list[str] | None:
    """Return the columns of a formula, such as perimeter/2; None for a column."""
    from enumino.datasets.queries.syntax import CALLS, calls_beyond, columns_of, read_only

    match = _COLUMN.fullmatch(text)
    if match and match[1] not in CALLS:
        return None
    import duckdb

    with closing(duckdb.connect(":memory:")) as connection, suppress(duckdb.Error, QueryError):
        nodes = read_only(connection, f"SELECT ({text}\n)")
        (values,) = (node["select_list"] for node in nodes if "select_list" in node)
        if len(values) == 1 and not calls_beyond(nodes):
            return sorted(columns_of(nodes))
    raise ProblemError(
        f"{quoted(text)} is not a formula of columns: write one such as perimeter/2, with "
        f"operators and the functions {', '.join(CALLS)}."
    )


def _by_formulas(lines: Totals, formulas: dict[str, list[str]], kept: Collection[str]) -> Totals:
    """Return the sums of counts by formulas in place of their columns, unless these are kept."""
    import duckdb

    from enumino.datasets.queries.session import SHUT, reason_of
    from enumino.datasets.totals import Total, Totals
    from enumino.published import TOTAL

    within = {*chain(*formulas.values())}
    # Other lines are sums over values of these columns.
    counts = Totals(
        line for line in lines if all(line.labels.get(name, TOTAL) != TOTAL for name in within)
    )
    for name in within - {"symmetry"}:
        if any(isinstance(line.labels[name], str) for line in counts):
            raise ProblemError(f"{name} has no numbers for a formula: use it alone, --by {name}.")
    sums: dict[tuple[tuple[str, Any], ...], int] = {}
    with closing(duckdb.connect(":memory:")) as connection:
        connection.register("counts", counts.arrow())
        connection.execute(SHUT)
        try:
            values = connection.execute(f"select {', '.join(formulas)} from counts").fetchall()
        except duckdb.Error as error:
            raise ProblemError(
                f"{', '.join(formulas)} cannot be computed for every object ({reason_of(error)}): "
                "write a formula of columns with numbers."
            ) from error
    for line, own in zip(counts, values, strict=True):
        for formula, value in zip(formulas, own, strict=True):
            is_exact = isinstance(value, float) and abs(value) < EXACT and value.is_integer()
            if not isinstance(value, int) and not is_exact:
                raise ProblemError(
                    f"{formula} is {value} for some objects: write a formula with whole numbers as "
                    "values; // divides without a remainder."
                )
        labels = {
            name: value for name, value in line.labels.items() if name in kept or name not in within
        }
        key = tuple((labels | dict(zip(formulas, map(int, own), strict=True))).items())
        sums[key] = sums.get(key, 0) + line.count
    return Totals(Total(dict(key), sums[key]) for key in sorted(sums))


def _answer(problems: list[Problem], quiet: bool, as_json: bool) -> int:
    """Print whether problems have a solution, and whether the solution is unique."""
    from enumino.run.searching import count_up_to

    told = []
    for problem in problems:
        with View(quiet).running(None):
            found = count_up_to(problem, 2)
        rules = [
            rule for rule in ("up_to_symmetry", "up_to_rotations") if getattr(problem, rule, False)
        ]
        answer = " ".join([ANSWERS[found], *(rule.replace("_", " ") for rule in rules if found)])
        told.append({"problem": problem.to_json(), "solutions": found, "answer": answer})
        if not as_json:
            show(answer if len(problems) == 1 else f"{problem.describe()}: {answer}")
    if as_json:
        show_json(told if told[1:] else told[0])
    return OK


def _show_expected(count: Count, *, as_json: bool, threads: int | None, **_: Any) -> int:
    """Print the expected time of a count, if its method has an estimate."""
    used, parts = threads or usable_cores(), count.parts()
    each = [part.seconds for part in parts]
    is_known = all(part.seconds or not part.nodes for part in parts)
    seconds = max([sum(each) / used, *each])  # one thread makes a part
    if as_json:
        show_json({"threads": used, "parts": len(parts), "seconds": seconds if is_known else None})
    else:
        about = f"about {duration(seconds)}" if seconds >= 1 else duration(seconds)
        time = about if is_known else "a time that is not estimated"
        show(f"{count.title}: {time} on {plural(used, 'thread')}, in {plural(len(parts), 'part')}")
    return OK
