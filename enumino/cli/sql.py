"""``enumino sql``: query a dataset in SQL."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator
from decimal import Decimal
from math import isfinite
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import files, options
from enumino.cli.tables import unicode_output
from enumino.errors import OK, ProblemError, QueryError
from enumino.words import in_a_line, plural, quoted

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
    """Yield CSV, a batch at a time; lists and structures in it are JSON."""
    yield _lines([reader.schema.names])
    for batch in reader:
        columns = [column.to_pylist() for column in batch.columns]
        yield _lines([map(_plain, row) for row in zip(*columns, strict=True)])


def _lines(rows: Any) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _plain(value: Any) -> Any:
    nested = isinstance(value, list | dict)
    return json.dumps(value, default=_exact) if nested else value


def _json(reader: pa.RecordBatchReader) -> Iterator[str]:
    """Yield a list of objects, a batch at a time; whole numbers are exact, as Python reads them."""
    _refuse_equal_names(reader.schema.names)
    yield "["
    begun = False
    for batch in reader:
        for row in batch.to_pylist():
            yield ("," if begun else "") + "\n " + json.dumps(_finite(row), default=_exact)
            begun = True
    yield "\n]\n" if begun else "]\n"


def _finite(value: Any) -> Any:
    """Return a value with null for infinities and NaN, which JSON lacks."""
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def _exact(value: Any) -> Any:
    whole = isinstance(value, Decimal) and value == value.to_integral_value()
    return int(value) if whole else str(value)


def _print(reader: pa.RecordBatchReader, limit: int) -> None:
    """Print the first rows as a table; drawings in it keep their lines."""
    rows: list[list[list[str]]] = []
    more = False
    for batch in reader:
        columns = [column.to_pylist() for column in batch.columns]
        for row in zip(*columns, strict=True):
            if len(rows) == limit:
                more = True
                break
            rows.append([_shown(value) for value in row])
        if more:
            break
    head = [[in_a_line(name, WIDEST)] for name in reader.schema.names]
    click.echo(_table(head, rows, [_is_number(field.type) for field in reader.schema]))
    if more:
        click.echo(f"The first {plural(limit, 'row')}; more with --limit, --csv or --to.", err=True)


def _is_number(kind: pa.DataType) -> bool:
    import pyarrow as pa

    return bool(
        pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)
    )


def _shown(value: Any) -> list[str]:
    """The lines of a value in a table."""
    if value is None:
        return ["-"]
    text = json.dumps(value, default=_exact) if isinstance(value, list | dict) else str(value)
    return [in_a_line(line, WIDEST) for line in text.split("\n")]


def _table(head: list[list[str]], rows: list[list[list[str]]], numbers: list[bool]) -> str:
    widths = [max(len(line) for row in [head, *rows] for line in row[k]) for k in range(len(head))]
    rule = ("─" if unicode_output() else "-") * (sum(widths) + 2 * (len(widths) - 1))
    # Rows of several lines stand apart.
    gap = "\n\n" if any(len(cell) > 1 for row in rows for cell in row) else "\n"
    lines = [_lined(row, widths, numbers) for row in rows]
    return "\n".join([_lined(head, widths, numbers), rule, *([gap.join(lines)] if lines else [])])


def _lined(row: list[list[str]], widths: list[int], numbers: list[bool]) -> str:
    lines = []
    for k in range(max(map(len, row))):
        cells = [
            (cell[k] if k < len(cell) else "").rjust(width)
            if number
            else (cell[k] if k < len(cell) else "").ljust(width)
            for cell, width, number in zip(row, widths, numbers, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
