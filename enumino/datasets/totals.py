"""``counts.parquet``: totals by the key columns, each beside the published value."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

import pyarrow as pa

from enumino import published
from enumino.datasets.manifest import Counts

TOTAL = "total"


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


SCHEMA = pa.schema(
    [
        pa.field("cells", pa.uint8(), nullable=False),
        pa.field("kind", pa.string(), nullable=False),
        pa.field("symmetry", pa.string(), nullable=False),
        pa.field("count", pa.uint64(), nullable=False),
        pa.field("oeis", pa.string(), nullable=False),
        pa.field("published", pa.uint64()),
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
        lines += [_line(cells, kind, symmetry, count) for symmetry, count in by_class.items()]
        lines.append(_line(cells, kind, None, sum(by_class.values())))
    return lines


def table(lines: list[Total]) -> pa.Table:
    """Return the lines as an Arrow table."""
    return pa.Table.from_pylist([asdict(line) for line in lines], schema=SCHEMA)


def _line(cells: int, kind: Any, symmetry: str | None, count: int) -> Total:
    oeis, value = published.polyominoes(cells, kind, symmetry)
    agrees = None if value is None else value == count
    return Total(cells, kind, str(symmetry or TOTAL), count, oeis, value, agrees)
