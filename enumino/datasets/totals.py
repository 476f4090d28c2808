"""``counts.parquet``: totals by the key columns, each with its published value."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from enumino.datasets.documents import COUNTS
from enumino.datasets.storage import MOST_BYTES
from enumino.errors import DatasetError, ProblemError, StorageError
from enumino.objects.lattices import in_class_order
from enumino.published import TOTAL, Published
from enumino.schema import table_of
from enumino.tables import Table, as_csv, mark
from enumino.words import LONGEST_PATH, plural

if TYPE_CHECKING:
    import pyarrow as pa

# The columns of a table of counts that are not labels.
NUMBERS = ("count", "oeis", "published", "agrees")


@dataclass(frozen=True)
class Total:
    """A number of objects, with labels that describe the counted objects."""

    # Such as {"cells": 8, "kind": "free", "symmetry": "total"}: the sum over all symmetry classes.
    labels: Mapping[str, int | str]
    count: int
    oeis: str = ""
    published: int | None = None

    @property
    def agrees(self) -> bool | None:
        """Whether the number equals the published number; None if nothing is published."""
        return None if self.published is None else self.published == self.count

    @property
    def symmetry(self) -> str:
        """The symmetry class, or ``total``."""
        return str(self.labels.get("symmetry", TOTAL))

    def flat(self) -> dict[str, Any]:
        """Return labels and numbers as one row."""
        return {**self.labels, **{name: getattr(self, name) for name in NUMBERS}}

    def what(self) -> str:
        """Return a phrase for the counted objects."""
        words = [
            plural(value, name.removesuffix("s")) if isinstance(value, int) else value
            for name, value in self.labels.items()
        ]
        return ", ".join(words) or "all"


def against(labels: Mapping[str, int | str], count: int, known: Published | None) -> Total:
    """Return a total with its published value, if any."""
    oeis, value = known or Published("", None)
    return Total(labels, count, oeis, value)


class Totals(Table, list[Total]):
    """Totals, displayed as a table with published values."""

    _widest, _right = LONGEST_PATH, True
    nodes = 0  # of the search that counted

    def text_rows(self) -> list[list[str]]:
        """Return a header, and totals with published values, as rows of text.

        Symmetry classes are columns. The last column is followed by its published value; in other
        columns, a cross marks numbers that differ from published values. Labels with the same value
        in all rows are omitted, except the first label. Published values are omitted if there are
        none.
        """
        if not self:
            return [["(no totals)"]]
        names = [name for name in self.label_names() if name != "symmetry"]
        varying = [name for name in names if len({line.labels.get(name) for line in self}) > 1]
        names = [name for name in names if name in varying or name == names[0]]
        groups: dict[tuple[int | str | None, ...], dict[str, Total]] = {}
        for line in self:
            labels = tuple(line.labels.get(name) for name in names)
            groups.setdefault(labels, {})[line.symmetry] = line
        found = {line.symmetry for line in self}
        classes = [*in_class_order(found - {TOTAL}), *({TOTAL} & found)]
        rows = [[*names, *(classes if classes[1:] else ["count"]), "published", ""]]
        for labels, group in groups.items():
            last = group.get(classes[-1])
            wrong = [each for each in group.values() if each.agrees is False and each is not last]
            cells = [
                f"{each.count:,}{' ✗' * (each in wrong)}" if each else ""
                for each in map(group.get, classes)
            ]
            known = ["", ""]
            if last and last.published is not None:
                known = [f"{last.published:,} {mark(last.agrees)}", last.oeis]
            rows.append(
                [*("all" if each is None else str(each) for each in labels), *cells, *known]
            )
        return rows if any(row[-2] for row in rows[1:]) else [row[:-2] for row in rows]

    def label_names(self) -> list[str]:
        """Return the names of all labels; the names in the longest line come first."""
        lines = sorted(self, key=lambda line: -len(line.labels))
        return list(dict.fromkeys(name for line in lines for name in line.labels))

    def flat(self) -> list[dict[str, Any]]:
        """Return the totals as rows with the same columns; missing labels are None."""
        names = self.label_names()
        return [{**dict.fromkeys(names), **line.flat()} for line in self]

    def arrow(self) -> pa.Table:
        """Return the totals as an Arrow table.

        Counts are int64 if all fit, or else decimals of 38 digits, or else text. Decimals of 76
        digits are avoided: DuckDB reads them as inexact numbers, and polars cannot read them.
        """
        import pyarrow as pa

        rows, names = self.flat(), self.label_names()
        numbers = {name for line in self for name, v in line.labels.items() if isinstance(v, int)}
        fields = [(name, pa.int64() if name in numbers else pa.string()) for name in names]
        largest = max((max(line.count, line.published or 0) for line in self), default=0)
        wide = pa.decimal128(38) if largest < 10**38 else pa.string()
        count = pa.int64() if largest < 2**63 else wide
        fields += [("count", count), ("oeis", pa.string())]
        fields += [("published", count), ("agrees", pa.bool_())]
        if largest >= 2**63:
            for row in rows:
                row |= {n: str(row[n]) for n in ("count", "published") if row[n] is not None}
        return table_of(rows, pa.schema(fields))

    def csv(self) -> str:
        """Return the totals as CSV."""
        rows = self.flat()
        return as_csv([[*self.label_names(), *NUMBERS], *(row.values() for row in rows)])

    def bfile(self) -> str:
        """Return totals as a b-file of the OEIS: a line ``n a(n)`` for each value n of a label.

        If two numbers vary, they are a triangle T(n, k), read by rows, or an array, read by
        antidiagonals, if they are both sides of a region such as 2x3. The number n of regions such
        as 3x1 and 3x2, or 1x1 and 2x2, is the size that varies. Totals of symmetry classes and of
        other subsets, which have more labels, are omitted. A ProblemError is raised if there are no
        totals, or if other than one or two numbers vary.
        """
        lines = [line for line in self if line.symmetry == TOTAL]
        if not lines:
            way = ": leave symmetry out" if self else ""
            raise ProblemError(f"There is no total for a b-file{way}.")
        fewest = min(len(line.labels) for line in lines)
        lines = [line for line in lines if len(line.labels) == fewest]
        names = {name: [line.labels.get(name) for line in lines] for name in lines[0].labels}
        varying = [name for name, own in names.items() if len(set(own)) > 1] or list(names)[:1]
        numbers = {name: _numbers(names[name]) for name in varying}
        columns = [column for own in numbers.values() for column in own]
        places = list(zip(*columns, strict=True)) if all(numbers.values()) else []
        if not 1 <= len(columns) <= 2 or len(set(places)) < len(lines):
            several = f"{len(lines)} counts vary by {' and '.join(varying)}"
            raise ProblemError(
                "A b-file lists a(n) for numbers n, or T(n, k) for pairs of numbers, but "
                f"{several if lines[1:] else 'there is a single count'}: choose one or two numbers "
                "that vary, or CSV."
            )
        terms = dict(zip(places, (line.count for line in lines), strict=True))
        if len(columns) == 1:
            return "".join(f"{n} {count}\n" for (n,), count in sorted(terms.items()))
        read = _antidiagonals if len(numbers) == 1 else _rows
        head, each = read(terms, *varying)
        return head + "".join(f"{i} {terms.get(at, 0)}\n" for i, at in enumerate(each, 1))


Place = tuple[int, ...]


def _rows(terms: Mapping[Any, int], n: str, k: str) -> tuple[str, list[Place]]:
    """Return a comment and the places of a triangle, row by row."""
    first, last = min(k for _, k in terms), dict(sorted(terms))
    rows = range(min(last), max(last) + 1)
    head = f"# T(n, k) by rows: n is {n} from {rows[0]}, k is {k} from {first}\n"
    return head, [(n, k) for n in rows for k in range(first, last.get(n, first) + 1)]


def _antidiagonals(terms: Mapping[Any, int], name: str) -> tuple[str, list[Place]]:
    """Return a comment and the places on the antidiagonals that have all terms."""
    n, first = min(terms)
    places, diagonal = list[Place](), [(n, first)]
    while terms.keys() >= set(diagonal):
        places += diagonal
        length = len(diagonal)
        diagonal = [(n + i, first + length - i) for i in range(length + 1)]
    return f"# T(n, k) by antidiagonals: {name} nxk from {n}x{first}\n", places


def parquet(table: pa.Table) -> bytes:
    """Return the contents of a Parquet file with a small table."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    buffer = pa.BufferOutputStream()
    pq.write_table(table, buffer, compression="zstd")
    return bytes(buffer.getvalue())


def small_table(source: Any) -> pa.Table:
    """Read a small Parquet table. Raises a ValueError if it unpacks to more than 64 MiB."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(source) as file:
        groups = map(file.metadata.row_group, range(file.num_row_groups))
        if sum(each.total_byte_size + each.num_rows for each in groups) > MOST_BYTES:
            raise ValueError("it is too large")
        return file.read()


def read_counts(file: str | os.PathLike[str]) -> Totals:
    """Return the totals in a Parquet file. Raises a DatasetError if it is no table of counts."""
    import pyarrow as pa

    from enumino.datasets.storage import open_store, parsed

    folder, _, name = str(parsed(file)).rpartition("/")
    store = open_store(folder or "/")
    if not store.exists(name):
        raise StorageError(f"Cannot read {file}: there is no such file.")
    lines = Totals()
    try:
        with store.open(name) as source:
            rows = small_table(source).to_pylist()
        for row in rows:
            count, oeis, known, _ = (row.pop(name) for name in NUMBERS)
            labels = {name: value for name, value in row.items() if value is not None}
            lines.append(Total(labels, int(count), oeis, None if known is None else int(known)))
    except (pa.ArrowException, LookupError, TypeError, ValueError) as error:
        raise DatasetError(
            f"{file} is not a table of counts: `enumino count ... --to DIR` writes DIR/{COUNTS}."
        ) from error
    return lines


def _numbers(labels: list[int | str | None]) -> list[Place]:
    """Return the numbers in each label that vary, or no numbers if the labels differ in form."""
    sizes = [re.findall(r"\d+", str(label)) for label in labels]
    if len({*map(len, sizes)}) > 1:
        return []
    alone = isinstance(labels[0], int)  # may be the same in all lines
    moving = [own for own in zip(*sizes, strict=True) if len(set(own)) > 1 or alone]
    return [tuple(map(int, own)) for own in dict.fromkeys(moving)]
