"""``enumino commit``: assemble a dataset from its finished parts."""

from __future__ import annotations

import click

from enumino.cli import options
from enumino.cli.output import exit_code, show_manifest


@click.command(params=[options.dataset, options.as_json])
def command(dataset: str, as_json: bool) -> int:
    """Assemble a dataset from its finished parts: write totals, README.md and manifest.

    If parts are missing, it lists them, prints the command that computes them, and exits with
    code 4.

    \b
    enumino commit polyominoes
    """  # noqa: D301
    from enumino.datasets import commit
    from enumino.datasets.storage import open_store

    return exit_code(show_manifest(commit.commit(open_store(dataset)), {} if as_json else None))
