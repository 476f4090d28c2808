"""Laws of the sweeps of polyominoes without holes: self-avoiding polygons by area."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Any

import numba
import pytest

from enumino.enum.kernels.counting import polyomino_walk, symmetric_walk
from enumino.enum.kernels.matrices import _outline
from enumino.enum.kernels.matrices import polygon_matrix as pm
from enumino.families.polyforms.counting.polygons import COUNTED_BY, PolygonSweep, parts_of
from enumino.families.polyforms.counting.subjects import (
    LARGEST_WITHOUT_HOLES,
    OUTLINES,
    WIDEST_OUTLINE,
)
from enumino.families.polyforms.counting.subjects import widths as widths_of
from enumino.families.polyforms.counting.ways import graph_of, walked
from tests.looping import each
from tests.naive import has_hole, shapes

INTERPRETED = bool(numba.config.DISABLE_JIT)
FAR = 10**6

A006724 = [
    0, 1, 2, 6, 19, 63, 216, 756, 2684, 9638, 34930, 127560, 468837, 1732702, 6434322, 23993874,
    89805691, 337237337, 1270123530, 4796310672, 18155586993,
]  # fmt: skip


def widths(kind: str, cells: int) -> range:
    return widths_of(OUTLINES[kind], cells)


def swept(kind: str, width: int, cells: int, **limbs: int) -> PolygonSweep:
    sweep = PolygonSweep(kind, width, cells, **limbs)
    while not sweep.done:
        sweep.advance()
    return sweep


@cache
def numbers(kind: str, cells: int) -> dict[str, list[int]]:
    """By subject, the numbers of all widths."""
    sweeps = [swept(kind, width, cells).numbers for width in widths(kind, cells)]
    return {name: sum(each[name] for each in sweeps).tolist() for name in COUNTED_BY[kind]}


@pytest.mark.long
def test_totals_of_all_widths_are_the_published_numbers() -> None:
    cells = 12 if INTERPRETED else 20
    found = numbers("fixed", cells)["fixed"]
    assert found == A006724[: cells + 1]
    assert all(type(number) is int for number in found)


def test_fixed_ones_agree_with_growth() -> None:
    grown = [sum(not has_hole(shape) for shape in shapes(n)) for n in range(1, 9)]
    assert grown == A006724[1:9]
    for cells in range(1, 9):
        assert numbers("fixed", cells)["fixed"][1:] == grown[:cells]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name for kind in ("R180", "M", "M45") for name in COUNTED_BY[kind]]
)
def test_symmetric_ones_agree_with_a_walk(name: str) -> None:
    """Every one is visited on the quotient, and its holes are counted."""
    cells = 12 if INTERPRETED else 20
    graph, orbits = graph_of(name, cells)
    mask = polyomino_walk.mask_of(("cells", "holes"))
    state = symmetric_walk.new_state(graph, orbits, 1, cells, mask)
    visited = [0] * (cells + 1)
    for (size, *_, holes), number in walked(symmetric_walk, state, lambda nodes: None).items():
        visited[size] += number if holes == 0 else 0
    (kind,) = (kind for kind, names in COUNTED_BY.items() if name in names)
    assert numbers(kind, cells)[name] == visited


def parts() -> list[Any]:
    """Strips of all kinds, and the most columns that are looked at."""
    found = []
    for kind, widest in (("fixed", 4), ("R180", 4), ("M", 2), ("M45", 5)):
        for width in range(1, widest + 1):
            cells = 2 * width if kind == "M45" else 20
            found += [
                pytest.param(p, id=f"{p.subject} {p.strip}") for p in parts_of(kind, width, cells)
            ]
    return found


@pytest.mark.slow
@each("part", parts())
def test_bound_is_never_above_the_cheapest_way_to_finish(part: Any) -> None:
    """All fronts of the first columns, and the cheapest way on from each."""
    strip = part.strip
    turned = strip.mode in (_outline.HALF_TURN, _outline.AXIS_COLUMN)
    begun = 1 if not turned else 1 if part.halved else 2  # the first column that is decided
    growing = strip.mode == _outline.DIAGONAL
    last = strip.width + 3 if growing else strip.shortest + 2

    def at(column: int) -> _outline.Strip:
        return strip._replace(width=column) if growing else strip

    keys = {0}
    if turned:
        keys = set(pm.first_columns(strip._replace(most=99), part.halved)[0].tolist())
    layers = []
    places = [(c, row) for c in range(begun, last + 1) for row in range(at(c).width)]
    for column, row in places:
        weight = pm.weight_at(row, at(column))
        edges = {
            key: [
                (target, full * weight)
                for full in (0, 1)
                if (target := _outline.after(key, row, at(column), full)) != _outline.DEAD
                and not (target == 0 and column > begun and not growing)
            ]
            for key in keys
        }
        layers.append(edges)
        keys = {target for targets in edges.values() for target, _ in targets}
    cost: dict[int, int] = {}
    made = tight = 0
    for (column, row), edges in zip(reversed(places), reversed(layers), strict=True):
        here = at(column)
        ends = row == here.width - 1 and column >= strip.shortest
        decided = (row + 1) % here.width
        for key in {target for targets in edges.values() for target, _ in targets}:
            if ends and _outline.is_polyomino(key):
                cost[key] = 0
            cheapest = cost.get(key, FAR)
            if cheapest < FAR:
                bound = pm.needed(key, decided, column, here)
                assert bound <= cheapest, (key, row, column)
                made += 1
                tight += bound == cheapest
        cost = {
            key: min((price + cost.get(target, FAR) for target, price in targets), default=FAR)
            for key, targets in edges.items()
        }
    assert tight > 0.5 * made


@pytest.mark.skipif(INTERPRETED, reason="slow without compilation")
def test_the_widest_box_has_its_shortest_paths() -> None:
    """8 C(b + k - 2, b - 1) + 2 (b + k) - 3 b k - 8 of b + k - 1 cells in a box b x k (Goupil,
    Cloutier, Nouboud, Enumeration of polyominoes inscribed in a rectangle, 2010)."""
    assert LARGEST_WITHOUT_HOLES == 2 * WIDEST_OUTLINE - 1
    assert _outline.TOP.bit_length() - 1 == 2 * (WIDEST_OUTLINE + 2)  # two slots more than rows
    rows = WIDEST_OUTLINE
    found = swept("fixed", rows, LARGEST_WITHOUT_HOLES).numbers["fixed"]
    paths = 8 * comb(2 * rows - 2, rows - 1) + 4 * rows - 3 * rows**2 - 8
    assert found[LARGEST_WITHOUT_HOLES] == paths
    assert not found[:LARGEST_WITHOUT_HOLES].any()
