"""Rows of subgraphs pass the checks, and each kind of damage is found."""

from __future__ import annotations

from functools import cache
from typing import Any

import pyarrow as pa
import pytest

from enumino import Graph, Subgraphs
from enumino.registry import rows_of as family_of

GRAPH = Graph("abcdef", [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (3, 4)])
PROBLEM = Subgraphs(GRAPH, range(1, 5))


@cache
def listed() -> pa.RecordBatch:
    return next(PROBLEM.batches([()])).records


def faults(rows: list[dict[str, Any]]) -> list[tuple[str, int]]:
    batch = pa.RecordBatch.from_pylist(rows, schema=listed().schema)
    found = family_of(PROBLEM.to_json()).faults(batch)
    return [(fault.what, fault.row) for fault in found]


def test_sound_rows_pass() -> None:
    assert listed().num_rows == PROBLEM.count().total
    assert faults(listed().to_pylist()) == []
    lonely = Subgraphs(Graph("ab", []), 1)
    rows = next(lonely.batches([()])).records
    assert list(family_of(lonely.to_json()).faults(rows)) == []


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"size": 3}, "does not have as many nodes as it says"),
        ({"size": 5, "nodes": [0, 1, 2, 3, 4]}, "does not have as many nodes as it says"),
        ({"nodes": [0, 6]}, "has a node that the graph lacks"),
        ({"nodes": [-1, 0]}, "has a node that the graph lacks"),
        ({"nodes": [1, 0]}, "does not have its nodes ascending"),
        ({"nodes": [0, 0]}, "does not have its nodes ascending"),
        ({"nodes": [0, 5]}, "is not connected"),
        ({"edges": 2}, "has another number of edges"),
        ({"boundary": 4}, "has another boundary"),
    ],
)
def test_damage_is_found(change: dict[str, Any], what: str) -> None:
    rows = listed().to_pylist()
    at = next(number for number, row in enumerate(rows) if row["nodes"] == [0, 1])
    rows[at] |= change
    assert (what, at) in faults(rows)
