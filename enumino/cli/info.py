"""``enumino info``: show what a dataset holds, and how to query it."""

from __future__ import annotations

import click

from enumino.cli import options
from enumino.cli.tables import counts_json, echo_json, manifest_lines, plain, totals_table
from enumino.errors import OK
from enumino.words import in_a_line, plural, size


@click.command(cls=options.Command)
@options.dataset
@click.option("--queries", is_flag=True, help="Print only the queries, ready to paste.")
@options.as_json
def command(dataset: str, queries: bool, as_json: bool) -> int:
    """Show the totals and columns of a dataset, and how to query it.

    \b
    enumino info polyominoes
    enumino info polyominoes --queries               # ready to paste
    """  # noqa: D301
    from enumino.datasets import card
    from enumino.datasets.reader import open_dataset

    options.refuse_together("queries", "as_json")
    opened = open_dataset(dataset)
    manifest, family = opened.manifest, opened.family
    nothing = "The dataset has no rows, and no files to query."
    snippets = card.queries(dataset, family, fenced=False) if manifest.rows else nothing
    if queries:
        click.echo(snippets)
        return OK
    lines = manifest_lines(manifest)
    if as_json:
        echo_json(
            {
                **counts_json(manifest.plan.problem, lines),
                "columns": [column.to_json() for column in opened.columns],
                "number_of_rows": manifest.rows,
                "bytes": manifest.bytes,
                "files": manifest.files,
                "provenance": manifest.provenance,
            }
        )
        return OK
    software = manifest.provenance["software"]
    click.echo(f"{manifest.title}: {plural(manifest.rows, 'row')}")
    click.echo(
        f"{size(manifest.bytes)} in {plural(len(manifest.files), 'file')}, made by enumino ",
        nl=False,
    )
    made_by = f"{software.get('enumino')} with numba {software.get('numba')}"
    click.echo(f"{in_a_line(made_by)}\n")
    click.echo(totals_table(lines))
    columns = repr(opened.columns)
    click.echo(f"\n{plain(columns)}")
    click.echo(f"\nReady to paste:\n\n{snippets}" if manifest.rows else f"\n{snippets}")
    return OK
