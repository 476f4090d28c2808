"""``counts.parquet``: totals by the key columns, each beside the published value.

``enumino count --to`` writes such a table into its folder.
"""

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
    """A number of objects, with labels that say which objects were counted.

    `labels` describe them: ``{"cells": 8, "kind": "free", "symmetry": "total"}``; the symmetry is
    ``total`` in the lines that sum over the classes. `agrees` is None where nothing is published.
    """

    labels: Mapping[str, int | str]
    count: int
    oeis: str = ""
    published: int | None = None

    @property
    def agrees(self) -> bool | None:
        """Whether the number is the published one; None if there is none."""
        return None if self.published is None else self.published == self.count

    @property
    def symmetry(self) -> str:
        """The symmetry class, or ``total``."""
        return str(self.labels.get("symmetry", TOTAL))

    def flat(self) -> dict[str, Any]:
        """Return labels and numbers as one row."""
        return {**self.labels, **{name: getattr(self, name) for name in NUMBERS}}

    def what(self) -> str:
        """Return a phrase for the objects that were counted.

        >>> Total({"cells": 8, "kind": "free", "symmetry": "axis"}, 23).what()
        '8 cells, free, axis'
        """
        words = [
            plural(value, name.removesuffix("s")) if isinstance(value, int) else value
            for name, value in self.labels.items()
        ]
        return ", ".join(words) or "all"


def against(labels: Mapping[str, int | str], count: int, known: Published | None) -> Total:
    """Return a total with the published value, if there is one."""
    oeis, value = known or Published("", None)
    return Total(labels, count, oeis, value)


class Totals(Table, list[Total]):
    """Totals, shown as a table with the published values.

    >>> Totals([Total({"cells": 8}, 369, "A000105", 369)])
    cells  count  published
    ────────────────────────────────
        8    369      369 ✓  A000105
    """

    _widest, _right = LONGEST_PATH, True

    def text_rows(self) -> list[list[str]]:
        """Return the totals beside the published ones as rows of text, and a head.

        Symmetry classes are columns, each marked where it differs from what is published; the last
        column is compared in full. Labels that are the same throughout are left out, but for the
        first, and so are published numbers where there are none.
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
        """Return the names of all labels, in the order of the line with the most labels."""
        lines = sorted(self, key=lambda line: -len(line.labels))
        return list(dict.fromkeys(name for line in lines for name in line.labels))

    def flat(self) -> list[dict[str, Any]]:
        """Return the lines as rows with the same columns; labels that a line lacks are None.

        >>> lines = [Total({"room": "2x2"}, 7), Total({"room": "2x2", "monomers": 0}, 2)]
        >>> [row["monomers"] for row in Totals(lines).flat()]
        [None, 0]
        """
        names = self.label_names()
        return [{**dict.fromkeys(names), **line.flat()} for line in self]

    def arrow(self) -> pa.Table:
        """Return the lines as an Arrow table.

        Numbers are int64. Larger counts are decimals of 38 digits, or text: there are decimals
        of 76 digits, but DuckDB reads them as inexact numbers, and polars not at all.

        >>> tables = [Totals([Total({}, 10**n)]).arrow() for n in (18, 37, 38)]
        >>> [str(table.schema.field("count").type) for table in tables]
        ['int64', 'decimal128(38, 0)', 'string']
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
        """Return the lines as CSV."""
        rows = self.flat()
        return as_csv([[*self.label_names(), *NUMBERS], *(row.values() for row in rows)])

    def bfile(self) -> str:
        r"""Return totals as a b-file of the OEIS, ``n a(n)`` a line; n is the label that varies.

        Where two vary, the numbers are a triangle T(n, k), read by rows. Of regions such as 3x1 and
        3x2 the size that varies is the number. Totals of symmetry classes and of other parts, which
        have more labels, are left out.

        >>> Totals(Total({"cells": cells}, count) for cells, count in [(4, 5), (5, 12)]).bfile()
        '4 5\n5 12\n'
        >>> triangle = [(1, 0), (1, 1), (2, 1)]
        >>> lines = Totals(Total({"n": n, "k": k}, n * k) for n, k in triangle)
        >>> print(lines.bfile(), end="")
        # T(n, k) by rows: n is n from 1, k is k from 0
        1 0
        2 1
        3 0
        4 2
        """
        lines = [line for line in self if line.symmetry == TOTAL]
        if not lines:
            raise ProblemError("There is no total for a b-file.")
        fewest = min(len(line.labels) for line in lines)
        lines = [line for line in lines if len(line.labels) == fewest]
        names = {name: [line.labels.get(name) for line in lines] for name in lines[0].labels}
        varying = [name for name, own in names.items() if len(set(own)) > 1] or list(names)[:1]
        columns = [_numbers(names[name]) for name in varying]
        places = list(zip(*columns, strict=True)) if all(columns) else []
        if not 1 <= len(varying) <= 2 or len(set(places)) < len(lines):
            raise ProblemError(
                "A b-file lists a(n) by one number n, or T(n, k) by two, and these counts vary by "
                f"{' and '.join(varying) or 'none'}: ask for numbers that vary, or for CSV."
            )
        terms = dict(zip(places, (line.count for line in lines), strict=True))
        if len(varying) == 1:
            return "".join(f"{n} {count}\n" for (n,), count in sorted(terms.items()))
        first, last = min(k for _, k in terms), dict(sorted(terms))
        rows = range(min(last), max(last) + 1)
        triangle = [(n, k) for n in rows for k in range(first, last.get(n, first) + 1)]
        ranges = f"n is {varying[0]} from {rows[0]}, k is {varying[1]} from {first}"
        head = f"# T(n, k) by rows: {ranges}\n"
        return head + "".join(f"{i} {terms.get(at, 0)}\n" for i, at in enumerate(triangle, 1))


def parquet(table: pa.Table) -> bytes:
    """Return the bytes of a Parquet file of a small table."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    buffer = pa.BufferOutputStream()
    pq.write_table(table, buffer, compression="zstd")
    return bytes(buffer.getvalue())


def small_table(source: Any) -> pa.Table:
    """Read a small table in Parquet; a ValueError refuses what unpacks to more than 64 MiB."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(source) as file:
        groups = map(file.metadata.row_group, range(file.num_row_groups))
        if sum(each.total_byte_size + each.num_rows for each in groups) > MOST_BYTES:
            raise ValueError("it is too large")
        return file.read()


def read_counts(file: str | os.PathLike[str]) -> Totals:
    """Return the totals of a table of counts, a file or its URI; a DatasetError if it is none."""
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


def _numbers(labels: list[int | str | None]) -> list[int]:
    """Return labels as numbers: those of texts are the one size that varies; none of others."""
    sizes = [re.findall(r"\d+", str(label)) for label in labels]
    if len({*map(len, sizes)}) > 1:
        return []
    alone = isinstance(labels[0], int)  # a number that does not vary
    moving = [own for own in zip(*sizes, strict=True) if len(set(own)) > 1 or alone]
    return [int(size) for size in moving[0]] if len(moving) == 1 else []
