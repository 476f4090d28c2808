"""Counts by a sweep agree with counts by sets of vertices, and with published numbers."""

import random
from collections import Counter
from math import ceil, comb
from typing import Any

import numba
import pytest

from enumino.enum import partition_sweep
from enumino.enum.partition_sweep import PartitionSweep
from enumino.enum.sweep import SweepError

Edges = list[tuple[int, int]]


def count_partitions(*asked: Any, **how: Any) -> dict[int, int]:
    return PartitionSweep(*asked).run(**how)


def connected_sets(vertices: int, edges: Edges) -> set[int]:
    """All connected sets of vertices, as bits, by growth from single vertices."""
    beside = [sum(1 << a + b - v for a, b in edges if v in (a, b)) for v in range(vertices)]
    found, new = set[int](), {1 << vertex for vertex in range(vertices)}
    while new:
        found |= new
        grown = {each | 1 << v for each in new for v in range(vertices) if beside[v] & each}
        new = grown - found
    return found


def by_sets(
    edges: Edges, weights: list[int], sizes: tuple[int, int], parts: tuple[int, int]
) -> dict[int, int]:
    """Choose the part of the first vertex among all sets, then the parts of the other vertices."""
    vertices = len(weights)

    def fit(part: int) -> bool:
        return sizes[0] <= sum(w for v, w in enumerate(weights) if part >> v & 1) <= sizes[1]

    fits = [*filter(fit, connected_sets(vertices, edges))]
    of_first = {1 << v: [each for each in fits if each & -each == 1 << v] for v in range(vertices)}
    found: dict[int, Counter[int]] = {0: Counter({0: 1})}
    for left in range(1, 1 << vertices):
        found[left] = Counter()
        for part in of_first[left & -left]:
            if part & left == part:
                for number, count in found[left ^ part].items():
                    found[left][number + 1] += count
    whole = found[(1 << vertices) - 1]
    return {n: count for n, count in sorted(whole.items()) if parts[0] <= n <= parts[1]}


def grid(rows: int, columns: int, *, queen: bool = False) -> Edges:
    """Edges of a grid with cells that share a side, or also a corner."""
    steps = [(0, 1), (1, 0), *([(1, 1), (1, -1)] if queen else [])]
    return [
        (r * columns + c, (r + down) * columns + c + right)
        for r in range(rows)
        for c in range(columns)
        for down, right in steps
        if r + down < rows and 0 <= c + right < columns
    ]


def random_question(chance: random.Random, vertices: int) -> tuple[Any, ...]:
    """A random graph with weights and bounds, some of which exclude little or everything."""
    pairs = [(a, b) for b in range(vertices) for a in range(b)]
    dense = chance.random()
    edges = [pair for pair in pairs if chance.random() < dense]
    lightest, heaviest = chance.choice([(0, 1), (1, 1), (1, 1), (0, 3), (1, 5), (10, 30)])
    weights = [chance.randint(lightest, heaviest) for _ in range(vertices)]
    sizes, parts = (0, sum(weights)), (1, vertices)
    if chance.random() < 0.8:
        sizes = tuple(sorted(chance.choices(range(sum(weights) + 2), k=2)))
    if chance.random() < 0.7:
        parts = tuple(sorted(chance.choices(range(vertices + 2), k=2)))
    return edges, weights, sizes, parts


@pytest.mark.parametrize("share", range(8 if numba.config.DISABLE_JIT else 60))
def test_sweeps_of_random_graphs_count_what_sets_of_vertices_count(share: int) -> None:
    chance = random.Random(share)
    for vertices in range(1, 6 if numba.config.DISABLE_JIT else 11):
        asked = random_question(chance, vertices)
        assert count_partitions(*asked, threads=1 + share % 2) == by_sets(*asked), asked


@pytest.mark.parametrize("share", range(40))
@pytest.mark.compiled
def test_near_equal_parts_of_sparse_graphs(share: int) -> None:
    """These bounds are narrow, and states are pooled."""
    chance = random.Random(share)
    edges = [*grid(2, 5), (0, 6)] if share % 2 else [*grid(3, 3, queen=True), (2, 9)]
    chance.shuffle(edges)
    weights = [chance.randint(1, 3) for _ in range(10)]
    for parts in (1, 2, 3, 4):
        mean = sum(weights) / parts
        slack = chance.choice([0.1, 0.4, 1, 3])
        asked = edges, weights, (ceil(mean - slack), int(mean + slack)), (parts, parts)
        assert count_partitions(*asked, threads=1) == by_sets(*asked), asked


def test_order_of_vertices_changes_no_count(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(59)
    edges, weights = grid(3, 4), [chance.randint(1, 2) for _ in range(12)]
    asked = edges, weights, (3, 8), (2, 5)
    expected = count_partitions(*asked)
    for _ in range(5):
        order = chance.sample(range(12), 12)
        with monkeypatch.context() as patch:
            patch.setattr(partition_sweep, "best_order", lambda _, o=order: (1.0, o))
            assert count_partitions(*asked) == expected


@pytest.mark.compiled
def test_numbers_grow_beyond_a_word() -> None:
    """A path of n vertices has 2**(n - 1) partitions, one for each set of edges; so has a tree."""
    path = [(vertex, vertex + 1) for vertex in range(1099)]
    found = count_partitions(path, [1] * 1100, (0, 1100), (1, 1100))
    assert found == {parts: comb(1099, parts - 1) for parts in range(1, 1101)}
    tree = [(vertex // 2, vertex) for vertex in range(1, 60)]
    assert sum(count_partitions(tree, [0] * 60, (0, 0), (1, 60)).values()) == 2**59


def test_a_sweep_that_takes_too_much_is_refused() -> None:
    with pytest.raises(SweepError, match=r"keeps [\d,]+ states at vertex \d+ of 25, which take"):
        count_partitions(grid(5, 5), [1] * 25, (1, 25), (1, 25), most_bytes=30_000)
    complete = [(a, b) for b in range(60) for a in range(b)]
    with pytest.raises(SweepError, match="more than 48 vertices: count by search"):
        count_partitions(complete, [1] * 60, (1, 60), (1, 60))
    with pytest.raises(SweepError, match="count in larger units"):
        count_partitions([(0, 1)], [1 << 62, 1], (1, 60), (1, 60))


@pytest.mark.compiled
def test_counts_by_sizes_add_up() -> None:
    """Three labels of a part may be too heavy together, though no two of them are."""
    for asked in (
        (grid(6, 6), [1] * 36, (11, 13), (3, 3)),
        (grid(5, 5), [1, 2, 1, 1, 3] * 5, (18, 22), (2, 2)),
        (grid(5, 5, queen=True), [1] * 25, (7, 9), (3, 3)),
    ):
        by_sizes = PartitionSweep(*asked, by_sizes=True).run()
        assert sum(by_sizes.values()) == sum(count_partitions(*asked).values())


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("rows", "columns", "parts"), [(6, 6, 3), (6, 6, 6), (5, 20, 10), (7, 7, 7), (4, 30, 120)]
)
def test_expected_states(rows: int, columns: int, parts: int) -> None:
    """Of squares and strips: within a factor of six."""
    cells = rows * columns
    sizes = (cells // parts,) * 2 if parts < cells else (1, cells)
    counted: list[int] = []
    sweep = PartitionSweep(grid(rows, columns), [1] * cells, sizes, (1, parts))
    sweep.run(keep=lambda _, layer: counted.append(sum(map(len, layer))))
    assert 1 / 6 < sweep.expected_states / sum(counted) < 6
