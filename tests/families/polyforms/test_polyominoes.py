"""The polyomino problem: parameters, splitting, batches."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.arguments import usable_cores
from enumino.enum.kernels.listing import polyomino_attributes, redelmeier
from enumino.enum.partition import partition
from enumino.enum.problem import Prefix, Tally
from enumino.errors import ProblemError
from enumino.families.polyforms.problem import Polyominoes
from enumino.families.polyforms.published import squares as published
from enumino.objects.lattice import KINDS, SymmetryClass
from enumino.registry import problem_from_json
from enumino.schema import arrow_schema
from tests.splitting import assert_leaves_are_single_nodes
from tests.strategies import antichains

SMALL = [Polyominoes(range(low, 7), kind) for kind in KINDS for low in (1, 4, 6)]


def table(problem: Polyominoes, prefixes: list[Prefix], rows: int = 1000) -> pa.Table:
    batches = [batch.records for batch in problem.batches(prefixes, rows)]
    return pa.Table.from_batches(batches).combine_chunks()


@given(data=st.data(), problem=st.sampled_from(SMALL))
def test_subtrees_of_any_antichain_make_the_whole(data: st.DataObject, problem: Polyominoes):
    prefixes = data.draw(antichains(problem))
    whole, parts = table(problem, [()]), table(problem, prefixes)
    assert parts.equals(whole)  # in search order, even


@given(data=st.data(), problem=st.sampled_from(SMALL))
def test_counts_and_nodes_of_subtrees_add_up(data: st.DataObject, problem: Polyominoes):
    prefixes = data.draw(antichains(problem))
    total = Tally()
    for prefix in prefixes:
        total += problem.count(prefix)
    whole = problem.count()
    assert (total.counts, total.nodes) == (whole.counts, whole.nodes)


@pytest.mark.parametrize("problem", SMALL, ids=str)
def test_leaves_are_single_nodes_and_their_ancestors(problem: Polyominoes) -> None:
    assert_leaves_are_single_nodes(problem)


@pytest.mark.parametrize("rows", [1, 2, 7, 64])
def test_batches_are_full_but_the_last_and_count_their_nodes(rows: int) -> None:
    problem = Polyominoes(range(1, 7))
    prefixes = [(0, i) for i in range(problem.branching((0,)))]
    batches = list(problem.batches(prefixes, rows))
    assert all(batch.records.num_rows == rows for batch in batches[:-1])
    found = pa.Table.from_batches([b.records for b in batches])
    box = [(name, "ascending") for name in ("cells", "height", "width")]
    assert found.sort_by(box).equals(
        pa.Table.from_batches([b.records for b in problem.batches([()])])
    )
    assert sum(batch.nodes for batch in batches) == problem.count().nodes
    schema = arrow_schema(problem.columns, in_flight=True)
    assert all(batch.records.schema.equals(schema) for batch in batches)


def test_batches_share_no_memory_with_later_ones() -> None:
    batches = [batch.records for batch in Polyominoes(6).batches([()], rows=10)]
    masks = [(m, w) for b in batches for m, w in zip(b["mask"], b["width"], strict=True)]
    assert len(set(masks)) == 35


@pytest.mark.slow
def test_probes_estimate_the_nodes() -> None:
    """Knuth's estimate is unbiased: the mean over many walks comes close to the real number."""
    problem = Polyominoes(9)
    estimate = problem.probe((), 200_000, seed=7)
    assert estimate == pytest.approx(problem.count().nodes, rel=0.05)
    assert problem.probe((), 50, seed=3) == problem.probe((), 50, seed=3)


@pytest.mark.slow
def test_listings_where_the_lattice_grows_equal_the_published_classes() -> None:
    """Every row of 17 cells, in every class, with and without holes."""
    cells = 17
    found = _listed(cells)
    for code, symmetry in enumerate(SymmetryClass):
        assert found[code].sum() == published.polyominoes(cells, "free", symmetry).value
        known = published.polyominoes_without_holes(cells, "free", symmetry)
        assert known is None or found[code, 0] == known.value
    known = published.polyominoes_without_holes(cells, "free")
    assert known is not None
    assert found[:, 0].sum() == known.value
    assert found.sum() == published.polyominoes(cells, "free").value


def _listed(cells: int) -> np.ndarray:
    """Free polyominoes by class, without holes and with, by listing all of them on all cores."""
    kind, holes = KINDS.index("free"), 2
    tables = redelmeier.new_tables(cells, cells, kind)

    def count(prefix: Prefix) -> np.ndarray:
        state, out = redelmeier.new_state(tables), redelmeier.new_columns(1 << 14)
        found = np.zeros(len(SymmetryClass) * holes, np.int64)
        redelmeier.seek(state, np.array(prefix, np.int64))
        while not state.cursor[redelmeier.DONE]:
            filled = redelmeier.advance(state, out, 0, 1 << 40)
            polyomino_attributes.measure(out, kind, 0, filled)
            keys = out.symmetry[:filled] * holes + (out.holes[:filled] > 0)
            found += np.bincount(keys, minlength=len(found))
        return found

    parts = partition(Polyominoes(cells)).parts
    with ThreadPoolExecutor(usable_cores()) as threads:
        counts = threads.map(count, [subtree.prefix for part in parts for subtree in part])
    return np.sum(list(counts), axis=0).reshape(-1, holes)


def test_problems_survive_json_and_pickle() -> None:
    for problem in SMALL:
        assert problem_from_json(problem.to_json()) == problem
        assert pickle.loads(pickle.dumps(problem)) == problem


def test_sizes_may_be_a_number_or_consecutive_ones() -> None:
    assert Polyominoes(4) == Polyominoes([4]) == Polyominoes(range(4, 5))
    assert Polyominoes([3, 2]) == Polyominoes(range(2, 4))


@pytest.mark.parametrize(
    ("cells", "kind", "message"),
    [
        (0, "free", "with 0 cells cannot be listed: sizes of free ones go from 1 to 21"),
        (22, "free", "with 22 cells cannot be listed: sizes of free ones go from 1 to 21"),
        (-1, "free", "with -1 cells"),
        ([], "free", "is empty"),
        ([1, 3], "free", "not consecutive: give all of a range, 1 to 3"),
        (5, "chiral", "no 'chiral' polyominoes: choose fixed, one-sided, free"),
    ],
)
def test_impossible_parameters_are_refused(cells, kind, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        Polyominoes(cells, kind)


def test_unknown_family_is_refused() -> None:
    with pytest.raises(ProblemError, match="no problem family 'snakes'"):
        problem_from_json({"family": "snakes"})
