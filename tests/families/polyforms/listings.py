"""Rows of polyforms for the laws of their listings."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from enumino import Polycubes, Polyhexes, Polyiamonds, Polyominoes, Polyplets, Polysticks
from enumino.families.polyforms.columns import BOX, MASKS
from enumino.families.polyforms.problem import Polyforms
from enumino.registry import rows_of

# The largest size that is listed whole.
FAMILIES: dict[type[Polyforms], int] = {
    Polyominoes: 7,
    Polyhexes: 6,
    Polyiamonds: 7,
    Polyplets: 4,
    Polycubes: 5,
    Polysticks: 5,
}


def table(problem: Polyforms, prefixes: Any = ((),), rows: int = 1 << 16) -> pa.Table:
    return pa.Table.from_batches(
        [each.records for each in problem.batches(list(prefixes), rows)],
        next(iter(problem.batches([()]))).records.schema,
    )


def in_order(rows: pa.Table) -> list[dict[str, Any]]:
    names = [name for name in ("cells", *MASKS, *BOX) if name in rows.schema.names]
    return sorted(rows.to_pylist(), key=lambda row: tuple(row[name] for name in names))


def faults_of(problem: Polyforms, rows: pa.Table) -> list[str]:
    family = rows_of(problem.to_json())
    return [fault.what for batch in rows.to_batches() for fault in family.faults(batch)]
