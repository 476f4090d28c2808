"""The output of a count: numbers printed for people or programs, and written to files."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import files, options
from enumino.cli.tables import counts_json, echo_json, exit_code
from enumino.errors import OK, EnuminoError, ProblemError, StorageError
from enumino.registry import family_of

if TYPE_CHECKING:
    from enumino.datasets.totals import Total

_to = click.option(
    "--to",
    "target",
    type=files.NewFile("counts.parquet", ".parquet"),
    metavar="FILE.parquet",
    help="Write the numbers as a table.",
)
_bfile = click.option(
    "--bfile",
    type=files.NewFile("b000105.txt"),
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

    @property
    def names_problem(self) -> bool:
        """Whether the problem is written beside the numbers."""
        return self.as_json or self.target is not None

    def refuse_bfile(self, kind: str | None, cells: Sequence[int], by: Sequence[str]) -> None:
        """Refuse a b-file of numbers that vary by more than one number, before they are counted.

        `kind` is None for all kinds; symmetry classes alone among the columns are left out of
        b-files.
        """
        if self.bfile is None:
            return
        if kind is None:
            raise ProblemError("A b-file has the numbers of one kind: choose it by --kind.")
        columns = [] if [*by] == ["symmetry"] else [*by]
        if len(cells) > 1:
            columns.insert(0, "cells")
        if len(columns) > 1 or "symmetry" in columns:
            raise ProblemError(
                "A b-file lists a(n) by one number n, and these counts vary by "
                f"{' and '.join(columns)}: ask for one number that varies, or use --csv, --json "
                "or --to."
            )

    def give(
        self,
        problem: dict[str, Any],
        lines: list[Total],
        table: Callable[[list[Total]], str],
        checked: list[Total] | None = None,
    ) -> int:
        """Write and print the numbers; return the exit code.

        They are printed also where they cannot be written, for they may have taken hours. `table`
        makes the table for people, of the lines, or of those in `checked` if it shows more.
        """
        errors = self._write(problem, lines)
        if self.as_json:
            echo_json(counts_json(problem, lines))
        elif self.as_csv:
            click.echo(_as_csv(lines), nl=False)
        else:
            click.echo(table(lines))
        for error in errors:
            click.echo(f"Error: {error}", err=True)
        code = exit_code(checked or lines, "number")
        return errors[0].exit_code if errors and code == OK else code

    def _write(self, problem: dict[str, Any], lines: list[Total]) -> list[EnuminoError]:
        """Write the requested files; return the errors of those that cannot be written."""
        errors: list[EnuminoError] = []
        for file, made in ((self.target, partial(_parquet, problem)), (self.bfile, _bfile_of)):
            try:
                if file is not None:
                    files.write(file, made(lines))
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
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
