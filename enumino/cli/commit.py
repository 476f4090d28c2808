"""``enumino commit``: assemble a dataset from its finished parts."""

from __future__ import annotations

import click

from enumino.cli import options
from enumino.cli.output import counts_json, exit_code, manifest_lines, show_json, show_totals


@click.command(cls=options.Command)
@options.dataset
@options.as_json
def command(dataset: str, as_json: bool) -> int:
    """Assemble a dataset from its finished parts: write totals, README.md and manifest.

    If parts are missing, it lists them, prints the command that computes them, and exits with
    code 4.

    \b
    enumino commit polyominoes
    """  # noqa: D301
    from enumino.datasets.commit import committed
    from enumino.datasets.storage import open_store

    manifest = committed(open_store(dataset))
    lines = manifest_lines(manifest)
    if as_json:
        show_json(counts_json(manifest.plan.problem, lines))
    else:
        show_totals(lines)
    return exit_code(lines)
