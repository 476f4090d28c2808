"""Random periodic tilings from files: every way to list and to count agrees with a naive one."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import enumino
from enumino import LatticePolyforms
from enumino.families.polyforms.checks import faults
from enumino.objects.lattice import KINDS, Lattice
from enumino.objects.lattice_files.definition import Definition
from enumino.objects.lattice_files.tiling import lattice_of
from tests.naive_lattices import NaiveTiling
from tests.objects.test_lattice_definition import ALL
from tests.random_tilings import random_tiling


def check(lattice: Lattice, naive: NaiveTiling, sizes: range) -> None:
    """Compare listings, counts by class and rows of a tiling with what a naive search finds."""
    symmetric = [each.name for each in lattice.classes if each.order > 1]
    for kind in KINDS:
        listing = LatticePolyforms(sizes, kind, lattice=lattice)
        listed = listing.count().counts
        for cells in sizes:
            orders = Counter[int]()
            for each in lattice.classes:
                orders[each.order] += listed.get((cells, each.name), 0)
            assert +orders == naive.orders(cells, kind), (kind, cells)
        lines = enumino.count_polyforms(
            "polyforms", sizes, kind, by="symmetry", lattice=lattice, threads=1
        )
        counted = {(line.labels["cells"], line.symmetry): line.count for line in lines}
        assert {key: n for key, n in counted.items() if n and key[1] != "total"} == listed
        if symmetric:
            constructed = LatticePolyforms(sizes, kind, lattice=lattice, symmetry=symmetric)
            assert constructed.only_symmetric
            assert constructed.count().counts == {
                key: number for key, number in listed.items() if key[1] in symmetric
            }
        for batch in listing.batches([()]):
            assert not list(faults(batch.records, lattice, kind))


@pytest.mark.parametrize("seeds", [range(12), pytest.param(range(12, 80), marks=pytest.mark.slow)])
def test_random_tilings_have_the_shapes_of_a_naive_search(seeds: range) -> None:
    tried = 0
    for seed in seeds:
        plain, disguised = random_tiling(Random(seed))
        try:
            lattice_of(plain)
        except enumino.EnuminoError:  # a translation by less than a period
            continue
        tried += 1
        check(lattice_of(disguised), NaiveTiling(plain, 3), range(1, 4))
    assert 3 * tried > len(seeds)


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_groups_of_all_kinds_have_the_shapes_of_a_naive_search(name: str) -> None:
    check(lattice_of(ALL[name]), NaiveTiling(ALL[name], 5), range(1, 5))


SQUARE_CELL = [[0, 0], [1, 0], [1, 1], [0, 1]]
HALF_TURN, DIAGONAL = {"matrix": [[-1, 0], [0, -1]]}, {"matrix": [[0, -1], [-1, 0]]}
HEIGHTS = (2, 4, 6, 8, 10, 8, 6, 4)
ROWS = [
    [[0, top], [2, top], [2, top + height], [0, top + height]]
    for top, height in zip([sum(HEIGHTS[:k]) for k in range(8)], HEIGHTS, strict=True)
]
# Tilings that were once listed or checked wrong, or without an end.
HARD: dict[str, Any] = {
    "rows of many heights": {
        "periods": [[0, sum(HEIGHTS)], [2, 0]],
        "cells": ROWS,
        "symmetries": [
            {"matrix": [[1, 0], [0, -1]], "shift": [0, 2]},
            {"matrix": [[-1, 0], [0, 1]], "shift": [2, 0]},
        ],
    },
    "neighbours two periods away": {"periods": [[1, 0], [2, 1]], "symmetries": [HALF_TURN]},
    "a mirror along three periods": {"periods": [[1, 1], [2, 1]], "symmetries": [DIAGONAL]},
    "no symmetries": {"periods": [[1, 0], [0, 1]], "symmetries": []},
}


@pytest.mark.parametrize("name", HARD)
def test_tilings_that_were_once_too_hard(name: str, tmp_path: Path) -> None:
    squares = {"name": "own", "polyforms": "polyowns", "cells": [SQUARE_CELL]}
    definition = msgspec.convert(squares | HARD[name], Definition)
    lattice = lattice_of(definition)
    check(lattice, NaiveTiling(definition, 12), range(1, 4))
    problem = LatticePolyforms(range(1, 5), lattice=lattice)
    enumino.enumerate_to(tmp_path, problem, threads=1)
    report = enumino.verify(tmp_path)
    assert report.ok
    assert "shapes grown cell by cell" in [each.name for each in report.checks]
