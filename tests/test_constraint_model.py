"""The constraint model (an example): its layouts are what the search lists; symmetry, limits."""

from itertools import chain, product
from math import prod

import constraint_model
import pytest

from enumino.families.tatami.layouts import tiling_of
from enumino.families.tatami.problem import Tatami
from enumino.objects.region import Region
from tests import naive_tatami as naive

ANTITRANSPOSE = 6
SMALL = [(h, w) for h, w in product(range(1, 25), repeat=2) if h * w <= 24]


def tiles(layout: str, rows: int, cols: int) -> naive.Layout:
    """The mats of a layout as sets of cells; fails if they do not cover the room."""
    pieces = tiling_of(Region.rectangle(rows, cols), layout).pieces
    return frozenset(frozenset(piece.cells) for piece in pieces)


def searched(rows: int, cols: int) -> list[str]:
    """The engine's layouts of a room, sorted."""
    batches = Tatami(f"{rows}x{cols}").batches([()])
    return sorted(text for b in batches for text in b.records.column("layout").to_pylist())


@pytest.mark.parametrize(
    "rooms",
    [
        [(3, 4), (4, 4), (4, 5), (6, 6), (4, 10), (10, 4), (7, 8), (3, 16)],
        pytest.param(SMALL, marks=pytest.mark.slow),
    ],
)
def test_layouts_are_those_of_the_engine(rooms: list[tuple[int, int]]) -> None:
    for rows, cols in rooms:
        layouts = constraint_model.solve(rows, cols)
        assert layouts == searched(rows, cols), (rows, cols)
        assert all(naive.is_tatami(tiles(layout, rows, cols)) for layout in layouts)


def test_four_mats_meet_where_the_corners_of_two_do() -> None:
    """The theorem of the module, over all coverings."""
    rooms = [room for room in SMALL if prod(room) % 2 == 0 and room[0] <= room[1]]
    for covering in chain.from_iterable(
        naive.coverings(frozenset(product(*map(range, room))), most=0) for room in rooms
    ):
        lower_left = {(max(r for r, _ in mat) + 1, min(c for _, c in mat)) for mat in covering}
        upper_right = {(min(r for r, _ in mat), max(c for _, c in mat) + 1) for mat in covering}
        assert naive.is_tatami(covering) == lower_left.isdisjoint(upper_right)


@pytest.mark.parametrize("side", [2, 4, 6])
def test_half_of_the_layouts_of_a_square_break_its_diagonal(side: int) -> None:
    every = {tiles(layout, side, side) for layout in constraint_model.solve(side, side)}
    kept = constraint_model.solve(side, side, break_diagonal=True)
    halves = {tiles(layout, side, side) for layout in kept}
    mirrored = {naive.image(layout, ANTITRANSPOSE, (side, side)) for layout in halves}
    assert halves | mirrored == every
    assert not halves & mirrored
    corner = (side - 1, 0)
    assert {naive.letter(mat) for half in halves for mat in half if corner in mat} == {"V"}


def test_an_unfinished_search_is_no_answer() -> None:
    with pytest.raises(TimeoutError, match=r"within 0\.05 s"):
        constraint_model.solve(10, 10, seconds=0.05)
