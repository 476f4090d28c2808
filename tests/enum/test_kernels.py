"""The contract of `enumino.enum.kernel`: every kernel has its functions and keeps its laws."""

import pickle
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numba
import numpy as np
import pytest

from enumino import (
    CoverProblem,
    Covers,
    Graph,
    Partitions,
    Polycubes,
    Polyhexes,
    Polyiamonds,
    Polyominoes,
    Subgraphs,
    Tatami,
    Tilings,
)
from enumino.enum import drive
from enumino.enum.exact_cover import engines
from enumino.enum.forest import Forest
from enumino.enum.kernel import Kernel
from enumino.enum.kernels.shared.cursor import DONE, NODES
from enumino.enum.problem import LEAF, Prefix

MANY = 1 << 40
WHEEL = Graph("abcdef", [(a, (a + 1) % 5) for a in range(5)] + [(a, 5) for a in range(5)])
PATH = Graph([str(node) for node in range(1030)], [(a, a + 1) for a in range(1029)])
# Graphs of five nodes, each with one to three edges; the last edge may be red or blue.
DEGREES = CoverProblem(
    "abcde",
    "x",
    [*combinations(range(5), 2), [3, 4, (5, "red")], [3, 4, (5, "blue")]],
    [(1, 3)] * 4 + [(2, 2)],
)
SEARCHES: dict[str, Forest] = {
    "redelmeier": Polyominoes(range(2, 8), "free"),
    "redelmeier of one-sided": Polyominoes(range(1, 7), "one-sided"),
    "redelmeier of fixed": Polyominoes(range(1, 7), "fixed"),
    "lattice_search": Polyhexes(range(2, 6), "free"),
    "lattice_search of triangles": Polyiamonds(range(2, 8), "fixed"),
    "lattice_search of cubes": Polycubes(range(2, 5), "one-sided"),
    "symmetric_search": Polyhexes(range(2, 12), "fixed", symmetry="D3e"),
    "tatami": Tatami("4x5", (0, 3)),
    "tatami with walls": Tatami("#####/#.#.#/#####/#.#.#/#####", (0, 5)),
    "tatami with two half mats": Tatami("3x4", (2, 2)),
    "tatami up to symmetry": Tatami("4x4", (0, 4), up_to_symmetry=True),
    "dancing_links": Covers("queens 6", "dancing-links"),
    "dancing_links with bounds": Covers(DEGREES, "dancing-links"),
    "option_bitsets": Covers("queens 6", "option-bitsets"),
    "connected_subgraphs": Subgraphs(WHEEL, range(2, 5)),
    "connected_subgraphs in blocks": Subgraphs(PATH, range(1, 3)),
    "connected_partitions": Partitions(graph=WHEEL, parts="2-4"),
    "connected_partitions up to symmetry": Partitions("3x4", parts=3, up_to_symmetry=True),
    "connected_partitions with bounds": Partitions("3x4", parts=3, sizes="3-5"),
    "cell_masks": Tilings("3x4", "L-tromino, domino, monomino", engine="cell-masks"),
}
ENGINES = ("dancing_links", "option_bitsets", "cell_masks")
RAGGED = {
    **{name: {"options": "offsets"} for name in ENGINES},
    "tatami": {"layout": "offsets"},
    "connected_subgraphs": {"members": "offsets"},
    "connected_partitions": {"sizes": "offsets", "weights": "offsets"},
}
RAGGED_PARTS = {part for parts in RAGGED.values() for pair in parts.items() for part in pair}

INTERPRETED = bool(numba.config.DISABLE_JIT)
WALKS = 300 if INTERPRETED else 3000

every_kernel = pytest.mark.parametrize("name", SEARCHES)


def start(name: str, prefix: Prefix = ()) -> tuple[Kernel, Any]:
    """A kernel, and a state that has entered a subtree."""
    problem = SEARCHES[name]
    kernel = problem._kernel
    state = kernel.new_state(problem._trees[0])
    drive.enter(kernel, state, prefix)
    return kernel, state


def no_counts(name: str) -> Any:
    """The numbers of rows by the keys of a kernel, before any is found."""
    return SEARCHES[name]._new_counts(0)


def columns(name: str, rows: int) -> Any:
    """The kernel's columns for a number of rows."""
    problem = SEARCHES[name]
    if name in ENGINES:
        return problem._kernel.new_columns(rows, rows * engines.longest_solution(problem._trees[0]))
    return problem._new_columns(rows)


def rows_of(name: str, out: Any, filled: int) -> list[Any]:
    """The first rows of the columns, as the kernel writes them."""
    found = []
    for column, offsets in RAGGED.get(name.partition(" ")[0], {}).items():
        values, ends = getattr(out, column), getattr(out, offsets)
        found.append([values[ends[i] : ends[i + 1]].tolist() for i in range(filled)])
    for column, values in out._asdict().items():
        if column not in RAGGED_PARTS and values is not None:
            found.append(values[..., :filled].T.tolist())
    return list(zip(*found, strict=True))


def listed(
    name: str,
    prefix: Prefix = (),
    rows: int = 1000,
    max_nodes: int = MANY,
    between: Callable[[Any], Any] = lambda state: state,
) -> tuple[list[Any], int]:
    """The rows of a subtree and its nodes; calls fill the same buffer until it is full."""
    kernel, state = start(name, prefix)
    out, filled, found, nodes = columns(name, rows), 0, [], 0
    while not state.cursor[DONE]:
        filled = kernel.advance(state, out, filled, max_nodes)
        spent = int(state.cursor[NODES])
        state.cursor[NODES], nodes = 0, nodes + spent
        full = kernel.is_full(state, out, filled)
        assert full or spent >= max_nodes or state.cursor[DONE]
        if full:
            found += rows_of(name, out, filled)
            out, filled = columns(name, rows), 0
        state = between(state)
    return found + rows_of(name, out, filled), nodes


@every_kernel
def test_buffers_and_pickling_change_nothing(name: str) -> None:
    whole = listed(name)
    assert len(whole[0]) > 3
    for rows in (2, 7):
        assert listed(name, rows=rows) == whole, rows
    assert listed(name, rows=1, between=lambda state: pickle.loads(pickle.dumps(state))) == whole


@every_kernel
def test_stopping_anywhere_changes_nothing(name: str) -> None:
    whole = listed(name)
    for max_nodes in (1, 7):
        assert listed(name, max_nodes=max_nodes) == whole, max_nodes


@every_kernel
def test_a_full_buffer_is_left_alone(name: str) -> None:
    kernel, state = start(name)
    out = columns(name, 1)
    assert kernel.advance(state, out, 0, MANY) == 1
    assert kernel.is_full(state, out, 1)
    assert not kernel.is_full(state, out, 0)
    written = rows_of(name, out, 1)
    assert kernel.advance(state, out, 1, MANY) == 1
    assert rows_of(name, out, 1) == written


@every_kernel
def test_any_antichain_of_prefixes_makes_the_whole(name: str) -> None:
    """Random prefixes are replaced by their children."""
    (kernel, _), random = start(name), np.random.default_rng(7)
    whole, nodes = listed(name)
    for divisions in (3, 20):
        prefixes: list[Prefix] = [()]
        for _ in range(divisions):
            at = int(random.integers(len(prefixes)))
            children, _ = drive.enter(kernel, start(name)[1], prefixes[at])
            if children != LEAF:
                prefixes[at : at + 1] = [(*prefixes[at], child) for child in range(children)]
        parts = [listed(name, prefix) for prefix in prefixes]
        assert [row for rows, _ in parts for row in rows] == whole, prefixes
        assert sum(visited for _, visited in parts) == nodes, prefixes


@every_kernel
def test_tallies_count_the_rows(name: str) -> None:
    rows, nodes = listed(name)
    for max_nodes in (1, 7, MANY):
        kernel, state = start(name)
        counts = no_counts(name)
        while not state.cursor[DONE]:
            kernel.tally(state, counts, max_nodes)
        assert (counts.sum(), state.cursor[NODES]) == (len(rows), nodes), max_nodes


@every_kernel
def test_walks_estimate_the_nodes_and_leave_no_trace(name: str) -> None:
    kernel, state = start(name)
    rows, nodes = listed(name)
    estimate = drive.enter(kernel, state, (), WALKS, seed=1)
    assert estimate == drive.enter(kernel, state, (), WALKS, seed=1)
    assert estimate[1] == pytest.approx(WALKS * nodes, rel=0.5 if INTERPRETED else 0.2)
    prefix: Prefix = ()
    while (found := drive.enter(kernel, state, prefix, 1, seed=1))[0] > 0:
        assert found[1] >= 1
        prefix = (*prefix, found[0] - 1)
    assert drive.enter(kernel, state, prefix, 3, seed=1) == (LEAF, 3)
    counts = no_counts(name)
    drive.enter(kernel, state, (), 3, seed=1)
    kernel.tally(state, counts, MANY)
    assert (counts.sum(), state.cursor[NODES]) == (len(rows), nodes)


@pytest.mark.parametrize("name", [name for name in SEARCHES if name != "cell_masks"])
def test_batches_are_full_and_the_last_one_has_what_is_left(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drive, "LOOK_SECONDS", 1 << 20)  # no reports in between
    total = len(listed(name)[0])
    sizes = [batch.records.num_rows for batch in SEARCHES[name].batches([()], 3)]
    assert sizes == [3] * (total // 3) + [total % 3]
