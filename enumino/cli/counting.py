"""The options that the counting commands of all families share, and the run of a count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from enumino.arguments import usable_cores
from enumino.cli import files, options
from enumino.cli.options import Command, Decorator, Workers
from enumino.cli.options import workers as chosen_workers
from enumino.cli.output import complain, counts_json, exit_code, fitted, show, show_json
from enumino.cli.progress import CountView
from enumino.errors import OK, EnuminoError, ProblemError, StorageError
from enumino.parameters import Parameters
from enumino.published import TOTAL
from enumino.registry import family_of, rows_of
from enumino.tables import as_csv
from enumino.words import duration, plural, size

if TYPE_CHECKING:
    from enumino.datasets.totals import Total
    from enumino.enum.problem import Problem
    from enumino.run.counting import Estimate

_to = click.option(
    "--to",
    "target",
    type=files.NewFile(".parquet", stdout=False),
    metavar="FILE.parquet",
    help="Write the numbers as a table.",
)
_bfile = click.option(
    "--bfile",
    type=files.NewFile(),
    metavar="FILE",
    help="Write the numbers as a b-file of the OEIS.",
)
_csv = click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")


@dataclass(frozen=True)
class Output:
    """The forms of output that a user has chosen: a Parquet file, a b-file, CSV or JSON."""

    target: str | None
    bfile: str | None
    as_csv: bool
    as_json: bool

    def __post_init__(self) -> None:
        if self.as_csv and self.as_json:
            raise ProblemError("--csv and --json exclude each other: choose one.")

    @property
    def names_problem(self) -> bool:
        """Whether the problem is written beside the numbers."""
        return self.as_json or self.target is not None

    def refuse_bfile(self, kind: str | None, cells: Sequence[int], by: Sequence[str]) -> None:
        """Refuse a b-file of numbers that vary by more than one number, before they are counted.

        `kind` is None for all kinds; symmetry classes alone among the columns are left out of
        b-files.
        """
        if self.bfile is not None and kind is None:
            raise ProblemError("A b-file has the numbers of one kind: choose it by --kind.")
        columns = [] if [*by] == ["symmetry"] else [*by]
        if len(cells) > 1:
            columns.insert(0, "cells")
        self.refuse_bfile_of(columns or ["cells"])

    def refuse_bfile_of(self, varying: Sequence[str], what: str = "") -> None:
        """Refuse a b-file of counts that vary by some labels, unless by one number.

        `what` describes a single count.
        """
        if self.bfile is None:
            return
        if self.bfile == files.STDOUT and (self.as_json or self.as_csv):
            raise ProblemError("A b-file on stdout stands alone: leave out --json and --csv.")
        if not varying:
            raise ProblemError(
                "A b-file lists a(n) by a number n, and there is none to this single count of "
                f"{what}: leave out --bfile, or use --csv, --json or --to."
            )
        if len(varying) > 1 or varying[0] in ("symmetry", "room"):
            raise ProblemError(
                "A b-file lists a(n) by one number n, and these counts vary by "
                f"{' and '.join(varying)}: ask for one number that varies, or use --csv, --json "
                "or --to."
            )

    def give(
        self,
        problem: dict[str, Any],
        lines: list[Total],
        rows: list[list[str]],
        checked: list[Total] | None = None,
        before: Total | None = None,
    ) -> int:
        """Write and print the numbers; return the exit code.

        They are printed also where they cannot be written, for they may have taken hours. People
        see `rows` of text, which show the lines, or those in `checked` if they show more. A b-file
        begins with the line `before`.
        """
        errors = self._write(problem, lines, [before] if before else [])
        if self.as_json:
            show_json(counts_json(problem, lines))
        elif self.as_csv:
            click.echo(_as_csv(lines), nl=False)
        elif self.bfile != files.STDOUT:
            show(fitted(rows))
        for error in errors:
            complain(str(error))
        code = exit_code(checked or lines, "number")
        return errors[0].exit_code if errors and code == OK else code

    def _write(
        self, problem: dict[str, Any], lines: list[Total], before: list[Total]
    ) -> list[EnuminoError]:
        """Write the requested files; return the errors of those that cannot be written."""
        errors: list[EnuminoError] = []
        written = [
            (self.target, partial(_parquet, problem, lines)),
            (self.bfile, partial(_bfile_of, before + lines)),
        ]
        for file, made in written:
            try:
                if file is not None:
                    files.write(file, made())
            except (ProblemError, StorageError) as error:
                errors.append(error)
        return errors


def _parquet(problem: dict[str, Any], lines: list[Total]) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    from enumino.datasets.totals import number_type, table

    family = family_of(problem)
    buffer = pa.BufferOutputStream()
    types = family.label_types if family else {}
    pq.write_table(table(lines, number_type(lines), types), buffer)
    return bytes(buffer.getvalue())


def _bfile_of(lines: list[Total]) -> bytes:
    from enumino.export.lines import bfile

    return bfile(lines).encode()


output = options.grouped("output", Output, [_to, _bfile, _csv, options.as_json])


def _as_csv(lines: list[Total]) -> str:
    from enumino.datasets.totals import flat_rows

    rows = flat_rows(lines)
    return as_csv([list(rows[0]), *(row.values() for row in rows)])


SENSIBLE = 30 * 86400  # seconds

Counted = TypeVar("Counted")


@dataclass(frozen=True)
class CountOptions:
    """The threads or cluster that a count runs on, its checkpoint, and what it tells.

    `dry_run` only prints the estimate; `explain` prints it, and counts.
    """

    workers: Workers
    quiet: bool
    checkpoint: str | None
    dry_run: bool
    explain: bool

    @property
    def threads(self) -> int | None:
        """Threads of this process; None for the default."""
        return self.workers.threads

    @property
    def in_process(self) -> bool:
        """Whether one task at a time is to run."""
        return self.workers.in_process

    @property
    def expected_threads(self) -> int:
        """Threads that an estimate assumes."""
        return 1 if self.in_process else self.threads or usable_cores()

    def only_explains(
        self,
        output: Output,
        estimates: Callable[[], list[Estimate]],
        effects: Callable[[], list[str]] = list,
    ) -> bool:
        """Print the estimates if requested; return whether to stop there.

        `estimates` are those of the methods, the one that is used first; `effects` are sentences on
        the conditions of the problem.
        """
        if self.dry_run and output.as_json:
            expected = [asdict(each) for each in estimates()]
            show_json({"threads": self.expected_threads, "estimates": expected})
        elif self.dry_run or self.explain:
            text = "\n".join([*effects(), estimates_text(estimates(), self.expected_threads)])
            click.echo(text, err=not self.dry_run)
        return self.dry_run

    def run(self, count: Callable[..., Counted], view: CountView, **settings: Any) -> Counted:
        """Call a count with the execution and the settings by keyword; return its result."""
        view.keeps = self.checkpoint is not None
        keep = self.checkpoint
        with view.running(keep), self.workers.execution(view, keep) as how:
            return count(**vars(how), **settings)


_checkpoint = click.option(
    "--checkpoint", metavar="DIR", help="Save finished tasks in this folder, and resume from it."
)
_dry_run = click.option(
    "--dry-run", is_flag=True, help="Print the estimated cost of each method and stop."
)
_explain = click.option(
    "--explain", is_flag=True, help="Print the estimated cost of each method on stderr, then count."
)


where = options.grouped(
    "where", CountOptions, [_dry_run, _explain, _checkpoint, options.quiet, chosen_workers, output]
)


def count_command(
    name: str, summary: str, own_options: Sequence[Decorator], action: Callable[..., int]
) -> click.Command:
    """Return a count command that calls ``action(where=, output=, **values of its options)``."""
    for option in reversed([*own_options, where]):
        action = option(action)
    return click.command(name, cls=Command, help=summary)(action)


def count_problem(
    problem: Problem,
    count: Callable[..., list[Total]],
    where: CountOptions,
    output: Output,
    *,
    estimates: Callable[[], list[Estimate]],
    by: str | None = None,
    **settings: Any,
) -> int:
    """Count a problem and print the numbers; return the exit code.

    `estimates` returns the estimated costs of the methods, the one that is used first.
    """
    output.refuse_bfile_of(varying(problem), problem.describe())
    if where.only_explains(output, estimates, partial(_effects, problem)):
        return OK
    from enumino.datasets.totals import totals_rows

    view = CountView(where.quiet)

    def counted(**settings: Any) -> list[Total]:
        return count(problem, **settings)

    lines = where.run(counted, view, **settings)
    across = bool(by) or any(line.symmetry != TOTAL for line in lines)
    # The parameters have the engine, whose choice may take longer than the count.
    described = problem.to_json() if output.names_problem else {}
    return output.give(described, lines, totals_rows(lines, across=across))


unique = click.option(
    "--unique", is_flag=True, help="Only decide whether there are none, exactly one or more."
)
NOT_UNIQUE = (
    *("by", "limit", "method", "no_pruning", "order", "stats"),
    *("checkpoint", "as_csv", "bfile", "target"),
)
ANSWERS = ("no solution", "exactly one solution", "at least two solutions")


def answer(problem: Problem, where: CountOptions, output: Output) -> int:
    """Print whether a problem has a solution, and whether it is the only one."""
    from enumino.run.counting import count_up_to, expected_search

    for other in NOT_UNIQUE:
        options.refuse_together("unique", other)
    if where.only_explains(output, lambda: [expected_search(problem)], partial(_effects, problem)):
        return OK
    found = where.run(partial(count_up_to, problem, 2), CountView(where.quiet))
    rules = [flag.lstrip("-").replace("-", " ") for flag in problem.options()]
    words = [ANSWERS[found], *(rule for rule in rules if found and rule.startswith("up to "))]
    if output.as_json:
        show_json({"problem": problem.to_json(), "solutions": found, "answer": " ".join(words)})
    else:
        show(" ".join(words))
    return OK


def _effects(problem: Problem) -> list[str]:
    """Return the effect of each condition of a problem."""
    return problem.explained() if isinstance(problem, Parameters) else []


def varying(problem: Problem) -> list[str]:
    """Return the labels that vary among the totals of a problem, without lines of their parts."""
    lines = [line for line in rows_of(problem.to_json()).totals({}) if line.symmetry == TOTAL]
    fewest = min((line.labels for line in lines), key=len, default={})
    whole = [line.labels for line in lines if len(line.labels) == len(fewest)]
    return [name for name in fewest if len({labels.get(name) for labels in whole}) > 1]


def estimates_text(estimates: Sequence[Estimate], threads: int) -> str:
    """Return a table of estimated costs; the first method is the one that is used."""
    rows = [["method", "nodes", "time", "memory", ""]]
    for number, each in enumerate(estimates):
        used, mark = min(threads, each.at_once or threads), "<- this one" if number == 0 else ""
        seconds = None if each.seconds is None else each.seconds / used
        if seconds is not None and seconds > SENSIBLE:
            mark = "not sensible"
        rows.append(
            [
                each.method,
                "" if each.nodes is None else f"{each.nodes:.2g}",
                each.note if seconds is None else duration(seconds),
                "" if each.bytes is None else size(each.bytes * min(threads, each.at_once or 1)),
                mark,
            ]
        )
    return f"{fitted(rows)}\non {plural(threads, 'thread')}\n"
