"""``enumino verify``: check files, rows and totals of a dataset."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import click

from enumino.cli import options
from enumino.cli.output import say, show, show_json
from enumino.cli.progress import View
from enumino.errors import MISMATCH, OK, DamagedError, DamagedManifestError
from enumino.tables import mark
from enumino.words import plural

if TYPE_CHECKING:
    from enumino.datasets.checks import Check


@click.command(params=[options.dataset, options.threads, options.quiet, options.as_json])
@click.option("--full", is_flag=True, help="Recompute every row, not only a sample.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the sample."
)
@click.option("--repair", is_flag=True, help="Remove damaged parts; listing again makes them anew.")
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
    from enumino.datasets import verify

    view = View(quiet)

    def tell(check: Check) -> None:
        view.take_down()
        if not as_json:
            show(f"{mark(check.ok)} {check.name}: {check.detail}")

    def read(done: int, rows: int) -> None:
        view.show(done / rows, f"{done:,} of {plural(rows, 'row')} read")

    try:
        with view.busy("Reading the rows ..."):
            report = verify.verify(
                dataset, full=full, seed=seed, threads=threads, on_check=tell, on_rows=read
            )
    except DamagedError as error:
        error.exit_code = MISMATCH
        if not (repair and isinstance(error, DamagedManifestError)):
            raise
        verify.repair(dataset)
        say("manifest.json removed: run the command that made the dataset again.")
        return MISMATCH
    if report.redo or report.recommit:
        number = len(report.redo)
        damaged = f"{plural(number, 'part')} and the commit" if number else "The commit"
        if repair:
            verify.repair(dataset, report)
            say(f"{damaged} removed: run the command that made the dataset again.")
        else:
            command = shlex.join(["enumino", "verify", dataset, "--repair"])
            say(
                f"{damaged} cannot be trusted: `{command}` removes what is damaged; then run the "
                "command that made the dataset again."
            )
    if report.foreign:
        say(
            f"{plural(len(report.foreign), 'file')} in data/ not of the dataset "
            f"({', '.join(report.foreign[:3])}): remove {'them' if report.foreign[1:] else 'it'} "
            "yourself, before listing again."
        )
    if as_json:
        checks = [check._asdict() for check in report.checks]
        show_json({"dataset": dataset, "ok": report.ok, "checks": checks})
    return OK if report.ok else MISMATCH
