"""``counts.parquet``: totals by the key columns, each beside the published value."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any

import pyarrow as pa

from enumino import published
from enumino.datasets.manifest import Counts
from enumino.published import TOTAL
from enumino.shapes import Kind


@dataclass(frozen=True)
class Total:
    """A number of rows; `symmetry` is ``total`` in the lines that sum over the classes.

    `agrees` is None where nothing is published.
    """

    cells: int
    kind: str
    symmetry: str
    count: int
    oeis: str
    published: int | None
    agrees: bool | None


def schema(count: pa.DataType) -> pa.Schema:
    """Return the columns of a table of totals whose counts have the type `count`."""
    return pa.schema(
        [
            pa.field("cells", pa.uint8(), nullable=False),
            pa.field("kind", pa.string(), nullable=False),
            pa.field("symmetry", pa.string(), nullable=False),
            pa.field("count", count, nullable=False),
            pa.field("oeis", pa.string(), nullable=False),
            pa.field("published", count),
            pa.field("agrees", pa.bool_()),
        ]
    )


def totals(problem: dict[str, Any], counts: Counts) -> list[Total]:
    """Return a line for each size and class, classes without rows included, then the size's total.

    Parameters
    ----------
    problem : dict
        Parameters of a polyomino problem.
    counts : dict
        Rows by (cells, symmetry).
    """
    lowest, highest = problem["cells"]
    kind = problem["kind"]
    sums = Counter(counts)
    lines = []
    for cells in range(lowest, highest + 1):
        by_class = {s: sums[cells, s] for s in published.FREE_BY_SYMMETRY}
        lines += [compare(cells, kind, symmetry, count) for symmetry, count in by_class.items()]
        lines.append(compare(cells, kind, None, sum(by_class.values())))
    return lines


def by_size(lines: list[Total]) -> dict[int, list[Total]]:
    """Return the totals of each size: its classes in their order, then all of them together."""
    order = [*map(str, published.FREE_BY_SYMMETRY), TOTAL]
    rows: dict[int, list[Total]] = {}
    for line in sorted(lines, key=lambda line: (line.cells, order.index(line.symmetry))):
        rows.setdefault(line.cells, []).append(line)
    return rows


def table(lines: list[Total], count: pa.DataType | None = None) -> pa.Table:
    """Return the lines as an Arrow table; counts are uint64 unless another type is given."""
    columns = schema(count or pa.uint64())
    rows = [asdict(line) for line in lines]
    if pa.types.is_decimal(columns.field("count").type):
        for row in rows:
            for name in ("count", "published"):
                row[name] = None if row[name] is None else Decimal(row[name])
    return pa.Table.from_pylist(rows, schema=columns)


def compare(
    cells: int, kind: Kind, symmetry: str | None, count: int, *, without_holes: bool = False
) -> Total:
    """Put a number beside the published one; `symmetry` is None for all of a kind."""
    if without_holes:
        known = published.polyominoes_without_holes(cells, kind, symmetry)
        oeis, value = known or published.Published("", None)
    else:
        oeis, value = published.polyominoes(cells, kind, symmetry)
    agrees = None if value is None else value == count
    return Total(cells, kind, str(symmetry or TOTAL), count, oeis, value, agrees)
