"""The options that all counting commands share, and the run of a count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from enumino.arguments import usable_cores
from enumino.cli import files, options
from enumino.cli.options import FOLDER, Decorator, Workers
from enumino.cli.options import workers as chosen_workers
from enumino.cli.output import complain, counts_json, exit_code, fitted, say, show, show_json
from enumino.cli.progress import CountView
from enumino.cli.run import SHARE
from enumino.errors import OK, ProblemError, StorageError
from enumino.tables import as_csv
from enumino.words import duration, plural, size

if TYPE_CHECKING:
    from enumino.datasets.totals import Total
    from enumino.enum.problem import Problem
    from enumino.run.counting import Count, Estimate

SENSIBLE = 30 * 86400  # seconds


@dataclass(frozen=True)
class Asked:
    """The options of a count: its folder, its form of output, and where it runs.

    `share` is the share of the parts that this process makes; `dry_run` only prints the estimate,
    `explain` prints it and counts.
    """

    root: str | None
    share: tuple[int, int] | None
    bfile: str | None
    as_csv: bool
    as_json: bool
    dry_run: bool
    explain: bool
    quiet: bool
    workers: Workers

    def __post_init__(self) -> None:
        if self.as_csv and self.as_json:
            raise ProblemError("--csv and --json exclude each other: choose one.")
        if self.share and self.root is None:
            raise ProblemError("A share of a count needs a folder that all jobs share: add --to.")

    def refuse_bfile(self, varying: Sequence[str], what: str) -> None:
        """Refuse a b-file of counts that vary by some labels, unless by one number.

        `what` describes a single count.
        """
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

    def only_explains(self, count: Count) -> bool:
        """Print the estimates of a count if requested; return whether to stop there."""
        threads = 1 if self.workers.in_process else self.workers.threads or usable_cores()
        if self.dry_run and self.as_json:
            expected = [asdict(each) for each in count.estimates()]
            show_json({"threads": threads, "estimates": expected})
        elif self.dry_run or self.explain:
            text = [*count.explained(), estimates_text(count.estimates(), threads)]
            for line in "\n".join(text).split("\n"):
                (show if self.dry_run else say)(line)
        return self.dry_run

    def run(self, count: Callable[..., Any], **settings: Any) -> Any:
        """Call a function that counts with the place to run; return its result."""
        view = CountView(self.quiet, self.root)
        with view.running(self.root), self.workers.execution(view) as how:
            return count(**vars(how), **settings)


_OPTIONS: list[Decorator] = [
    click.option(
        "--dry-run", is_flag=True, help="Print the estimated cost of each method, and stop."
    ),
    click.option("--explain", is_flag=True, help="Print the estimated cost on stderr, then count."),
    click.option(
        "--to",
        "root",
        metavar="DIR",
        type=FOLDER,
        help="Keep finished parts and the numbers in this folder or URI, and go on from there.",
    ),
    click.option("--share", type=SHARE, help="Count only the parts of job K of N, such as 3/100."),
    options.quiet,
    chosen_workers,
    click.option(
        "--bfile",
        type=files.NewFile(),
        metavar="FILE",
        help="Write the numbers as a b-file of the OEIS.",
    ),
    click.option("--csv", "as_csv", is_flag=True, help="Print CSV."),
    options.as_json,
]
asked = options.grouped("asked", Asked, _OPTIONS)

unique = click.option(
    "--unique", is_flag=True, help="Only decide whether there are none, exactly one or more."
)
NOT_UNIQUE = ("by", "limit", "method", "no_pruning", "root", "as_csv", "bfile")
ANSWERS = ("no solution", "exactly one solution", "at least two solutions")


def run_count(count: Count, asked: Asked) -> int:
    """Run a count or a share of it, print the numbers, and return the exit code."""
    if asked.bfile is not None:
        asked.refuse_bfile(count.varying(), count.title)
    if asked.only_explains(count):
        return OK
    if asked.share is not None:
        made = asked.run(count.run, to=asked.root, share=asked.share)
        CountView(asked.quiet).say(f"{plural(len(made), 'part')} finished and kept.")
        return OK
    lines: list[Total] = asked.run(count.totals, to=asked.root)
    told = count.told(lines)
    failure = _write(asked.bfile, [*count.before(told), *told])
    if asked.as_json:
        show_json(counts_json(count.to_json(), told))
    elif asked.as_csv:
        click.echo(_as_csv(told), nl=False)
    elif asked.bfile != files.STDOUT:
        show(fitted(count.shown(lines)))
    if failure is not None:  # after the numbers, which may have taken hours
        complain(str(failure))
    code = exit_code(lines, "number")
    return failure.exit_code if failure and code == OK else code


def _write(bfile: str | None, lines: list[Total]) -> ProblemError | StorageError | None:
    """Write a b-file, if one is asked for; return the error if it cannot be written."""
    from enumino.export import lines as export

    try:
        if bfile is not None:
            files.write(bfile, export.bfile(lines).encode())
    except (ProblemError, StorageError) as error:
        return error
    return None


def _as_csv(lines: list[Total]) -> str:
    from enumino.datasets.totals import flat_rows

    rows = flat_rows(lines)
    return as_csv([list(rows[0]), *(row.values() for row in rows)])


def answer(problem: Problem, asked: Asked) -> int:
    """Print whether a problem has a solution, and whether it is the only one."""
    from enumino.run.searching import SearchCount, count_up_to

    for other in NOT_UNIQUE:
        options.refuse_together("unique", other)
    if asked.only_explains(SearchCount(problem)):
        return OK
    found = asked.run(partial(count_up_to, problem, 2))
    rules = [flag.lstrip("-").replace("-", " ") for flag in problem.options()]
    words = [ANSWERS[found], *(rule for rule in rules if found and rule.startswith("up to "))]
    if asked.as_json:
        show_json({"problem": problem.to_json(), "solutions": found, "answer": " ".join(words)})
    else:
        show(" ".join(words))
    return OK


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
