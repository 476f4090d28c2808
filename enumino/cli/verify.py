"""``enumino verify``: check files, rows and totals of a dataset."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import options
from enumino.cli.progress import ReadingView
from enumino.cli.tables import echo_json, plain
from enumino.errors import MISMATCH, OK, DamagedError, DamagedManifestError
from enumino.tables import mark
from enumino.words import in_a_line, plural

if TYPE_CHECKING:
    from enumino.datasets.checks import Check
    from enumino.datasets.verify import Report


@click.command(cls=options.Command)
@options.dataset
@click.option("--full", is_flag=True, help="Recompute every row, not only a sample.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the sample."
)
@options.threads
@click.option("--repair", is_flag=True, help="Remove damaged parts; listing again makes them anew.")
@options.quiet
@options.as_json
def command(
    dataset: str,
    full: bool,
    seed: int,
    threads: int | None,
    repair: bool,
    quiet: bool,
    as_json: bool,
) -> int:
    """Check files, rows and totals of a dataset; exit 3 if anything is wrong.

    Files: presence, checksums, schema. Rows: all are read, and up to a million are recomputed by
    independent code. Totals: compared with published sequences, with each other, and with counts
    made without a search.

    \b
    enumino verify polyominoes
    enumino verify polyominoes --repair              # then list again
    """  # noqa: D301
    how = {"full": full, "seed": seed, "threads": threads}
    code, found = _verified(dataset, how, repair=repair, quiet=quiet, as_json=as_json)
    if as_json and found is not None:
        echo_json(found)
    return code


def _verified(
    dataset: str, how: dict[str, Any], *, repair: bool, quiet: bool, as_json: bool
) -> tuple[int, dict[str, Any] | None]:
    """Verify one dataset; return the exit code, and the report as JSON values if there is one."""
    from enumino.datasets.verify import verify

    view = ReadingView(quiet)

    def tell(check: Check) -> None:
        view.take_down()
        if not as_json:
            click.echo(f"{plain(mark(check.ok))} {check.name}: {in_a_line(check.detail)}")

    try:
        with view:
            report = verify(dataset, on_check=tell, on_rows=view, **how)
    except DamagedError as error:
        if repair and isinstance(error, DamagedManifestError):
            return _remove_manifest(dataset), None
        error.exit_code = MISMATCH
        raise
    if report.redo or report.recommit:
        _repair_or_advise(dataset, report, repair)
    if report.foreign:
        them = "them" if report.foreign[1:] else "it"
        click.echo(
            f"{plural(len(report.foreign), 'file')} in data/ not of the dataset "
            f"({in_a_line(', '.join(report.foreign[:3]))}): remove {them} yourself, before "
            "listing again.",
            err=True,
        )
    checks = [check._asdict() for check in report.checks]
    found = {"dataset": dataset, "ok": report.ok, "checks": checks}
    return OK if report.ok else MISMATCH, found


def _remove_manifest(dataset: str) -> int:
    """Remove a manifest that cannot be read."""
    from enumino.datasets import verify

    verify.repair(dataset)
    click.echo("manifest.json removed: run the command that made the dataset again.", err=True)
    return MISMATCH


def _repair_or_advise(dataset: str, report: Report, repair: bool) -> None:
    """Remove what is damaged, or name the command that does."""
    from enumino.datasets import verify

    number = len(report.redo)
    what = f"{plural(number, 'part')} and the commit" if number else "The commit"
    if repair:
        verify.repair(dataset, report)
        sentence = f"{what} removed: run the command that made the dataset again."
    else:
        command = shlex.join(["enumino", "verify", dataset, "--repair"])
        sentence = (
            f"{what} cannot be trusted: `{command}` removes what is damaged; then run the command "
            "that made the dataset again."
        )
    click.echo(sentence, err=True)
