"""``enumino sql``: query a dataset in SQL."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import files, options
from enumino.cli.tables import printed
from enumino.errors import OK, ProblemError, QueryError
from enumino.tables import as_csv, as_json
from enumino.words import plural, quoted

if TYPE_CHECKING:
    import pyarrow as pa

SUFFIXES = (".parquet", ".csv", ".json")
WIDEST = 200  # characters of a line in a cell of a table


@click.command(cls=options.Command)
@options.dataset
@click.argument("query", metavar="SQL")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@options.as_json
@click.option(
    "--to",
    "target",
    type=files.NewFile("answer.parquet"),
    metavar="FILE",
    help="Write the result as FILE.parquet, FILE.csv or FILE.json.",
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    help="Print at most this many rows.",
)
@click.option(
    "--with",
    "others",
    multiple=True,
    metavar="NAME=DATASET",
    help="Another dataset, as the table NAME; repeatable.",
)
@click.option(
    "--files",
    "allow_files",
    is_flag=True,
    help="Allow the query to read and write files.",
)
def command(
    dataset: str,
    query: str,
    as_csv: bool,
    as_json: bool,
    target: str | None,
    limit: int,
    others: tuple[str, ...],
    allow_files: bool,
) -> int:
    """Query a dataset in DuckDB's SQL, with functions for cells, drawings and pieces.

    The table "rows" holds the rows, the table "counts" the totals. If SQL is "-", the query is
    read from stdin. Without --files a query cannot access other files.

    \b
    enumino sql polyominoes "select symmetry, count(*) from rows group by all"
    enumino sql polyominoes "select picture(height, width, mask) from rows where cells = 4"
    enumino sql fixed "select count(*) from rows anti join free using (mask)" --with free=free
    """  # noqa: D301
    from enumino.datasets.queries.session import answers
    from enumino.datasets.reader import open_dataset

    options.refuse_together("as_csv", "as_json")
    if target and not target.endswith(SUFFIXES):
        raise ProblemError(
            f"{target} has an unknown suffix: end its name in {', '.join(SUFFIXES)}."
        )
    if query == "-":
        query = sys.stdin.read()
    named = dict(map(_other, others))
    if len(named) < len(others):
        raise ProblemError("Two datasets have the same name: give each --with a name of its own.")
    opened = {name: open_dataset(root) for name, root in named.items()}
    with answers(open_dataset(dataset), query, opened, files=allow_files) as reader:
        if target:
            _write(reader, target)
        elif as_csv:
            for text in _csv(reader):
                click.echo(text, nl=False)
        elif as_json:
            for text in _json(reader):
                click.echo(text, nl=False)
        else:
            _print(reader, limit)
    return OK


def _other(text: str) -> tuple[str, str]:
    """Return name and folder of another dataset."""
    name, _, root = text.partition("=")
    if not (name and root):
        raise ProblemError(
            f"{quoted(text)} does not name another dataset: write --with NAME=DATASET, as in "
            "--with free=polyominoes."
        )
    return name, root


def _write(reader: pa.RecordBatchReader, target: str) -> None:
    if target.endswith(".parquet"):
        _refuse_equal_names(reader.schema.names)
        import pyarrow.parquet as pq

        rows = 0
        with (
            files.stream(target) as stream,
            pq.ParquetWriter(stream, reader.schema, compression="zstd") as writer,
        ):
            for batch in reader:
                writer.write_batch(batch)
                rows += batch.num_rows
        files.tell(target, f" ({plural(rows, 'row')})")
        return
    made = _csv(reader) if target.endswith(".csv") else _json(reader)
    files.write(target, (text.encode() for text in made))
    files.tell(target)


def _refuse_equal_names(names: list[str]) -> None:
    """Refuse a result with two columns of the same name."""
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise QueryError(
            f"{len(twice)} columns are called {quoted(twice[0])}: rename them with AS, or use "
            "--csv."
        )


def _csv(reader: pa.RecordBatchReader) -> Iterator[str]:
    """Yield CSV, a batch at a time."""
    yield as_csv([reader.schema.names])
    yield from map(as_csv, map(_rows, reader))


def _json(reader: pa.RecordBatchReader) -> Iterator[str]:
    """Yield a list of objects, a batch at a time."""
    _refuse_equal_names(reader.schema.names)
    yield "["
    begun = False
    for batch in reader:
        for row in batch.to_pylist():
            yield ("," if begun else "") + "\n " + as_json(row)
            begun = True
    yield "\n]\n" if begun else "]\n"


def _rows(batch: pa.RecordBatch) -> Iterator[tuple[Any, ...]]:
    return zip(*(column.to_pylist() for column in batch.columns), strict=True)


def _print(reader: pa.RecordBatchReader, limit: int) -> None:
    """Print the first rows as a table; drawings in it keep their lines."""
    rows = list(islice(chain.from_iterable(map(_rows, reader)), limit + 1))
    shown = [[_shown(value) for value in row] for row in rows[:limit]]
    numbers = [_is_number(field.type) for field in reader.schema]
    click.echo(printed([reader.schema.names, *shown], WIDEST, right=numbers))
    if len(rows) > limit:
        click.echo(f"The first {plural(limit, 'row')}; more with --limit, --csv or --to.", err=True)


def _is_number(kind: pa.DataType) -> bool:
    import pyarrow as pa

    return bool(
        pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)
    )


def _shown(value: Any) -> list[str]:
    """Return the lines of a value in a table."""
    if value is None:
        return ["-"]
    text = as_json(value) if isinstance(value, list | dict) else str(value)
    return text.split("\n")
