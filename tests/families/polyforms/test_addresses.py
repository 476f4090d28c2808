"""Addresses of rows: in conditions and in SQL."""

import pyarrow as pa
import pytest

import enumino
from enumino.families.polyforms.addresses import addresses
from enumino.families.polyforms.problem import Polyforms
from enumino.registry import rows_of
from tests.dataset_tools import asked
from tests.families.polyforms.listings import FAMILIES

PROBLEMS = [make(range(1, most + 1), "fixed") for make, most in FAMILIES.items()]
PROBLEMS += [enumino.Polyominoes(range(1, 8), "one-sided"), enumino.Polyominoes(range(15, 17))]


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_addresses_of_rows_are_those_of_the_shapes(problem: Polyforms) -> None:
    rows = rows_of(problem.to_json())
    batch = next(iter(problem.batches([()], 300))).records
    expected = [rows.object_of(row).address for row in batch.to_pylist()]
    assert addresses(batch, problem.entry.lattice).to_pylist() == expected
    assert addresses(batch.slice(0, 0), problem.entry.lattice) == pa.array([], pa.string())


def test_sql_ranks_all_of_a_size_by_their_codes(dataset: enumino.Dataset) -> None:
    query = """
        with named as (select cells, address(height, width, mask) as a from rows)
        select a, rank() over (partition by cells order by length(a), a) as rank from named
        where cells = 4 order by rank"""
    assert asked(dataset, query) == [
        {"a": a, "rank": k} for k, a in enumerate(("f", "q", "v", "y", "2b"), 1)
    ]
