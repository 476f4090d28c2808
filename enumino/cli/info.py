"""``enumino info``: show what a dataset holds, and how to query it."""

from __future__ import annotations

import click

from enumino.cli import options
from enumino.cli.output import show, show_manifest
from enumino.errors import OK
from enumino.words import plural, size


@click.command(params=[options.dataset, options.as_json])
def command(dataset: str, as_json: bool) -> int:
    """Show the totals and columns of a dataset, and how to query it.

    \b
    enumino info polyominoes
    """  # noqa: D301
    from enumino.datasets import card
    from enumino.datasets.opening import open_dataset

    opened = open_dataset(dataset)
    manifest = opened.manifest
    snippets = "The dataset has no rows, and no files to query."
    if manifest.rows:
        snippets = card.queries(dataset, opened.family, fenced=False)
    if as_json:
        columns = [{"name": c.name, "type": c.signed, "description": c.description}
                   for c in opened.columns]  # fmt: skip
        held = {"number_of_rows": manifest.rows, "bytes": manifest.bytes, "files": manifest.files}
        further = {"columns": columns, **held, "made_by": manifest.made_by}
        show_manifest(manifest, further)
        return OK
    made_by = (
        f"enumino {manifest.made_by.get('enumino')} with numba {manifest.made_by.get('numba')}"
    )
    files = plural(len(manifest.files), "file")
    show(f"{manifest.title}: {plural(manifest.rows, 'row')}")
    show(f"{size(manifest.bytes)} in {files}, made by {made_by}\n")
    show_manifest(manifest, None)
    show(f"\n{opened.columns!r}")
    show(f"\nReady to paste:\n\n{snippets}" if manifest.rows else f"\n{snippets}")
    return OK
