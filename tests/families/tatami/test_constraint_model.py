"""The constraint model: its layouts are those of the search; what it breaks, loses and refuses."""

from __future__ import annotations

import signal
import sys
import threading
from functools import partial
from itertools import product

import pytest

from enumino.errors import MissingExtraError, ProblemError, RunError
from enumino.families.tatami import constraint_model
from enumino.families.tatami.problem import Tatami
from enumino.objects.region import Region
from enumino.objects.tiling import Tiling
from tests import naive_tatami as naive
from tests.interrupting import interrupted
from tests.looping import each

ANTITRANSPOSE = 6
SMALL = [(h, w) for h, w in product(range(1, 25), repeat=2) if h * w <= 24]
EVEN = [(h, w) for h, w in SMALL if h * w % 2 == 0]
THICK = [(h, w) for h, w in EVEN if min(h, w) >= 3]

# rows, columns: layouts in all, and up to the symmetry of the room (OEIS A068920, A068926).
KNOWN = {
    (3, 4): (4, 2),
    (4, 4): (2, 1),
    (4, 5): (3, 2),
    (5, 4): (3, 2),
    (4, 6): (3, 2),
    (4, 7): (3, 2),
    (5, 6): (2, 1),
    (6, 6): (2, 1),
}


def tiles(layout: str, rows: int, cols: int) -> naive.Layout:
    """The mats of a layout as sets of cells; fails if they do not cover the room."""
    pieces = Tiling.tatami(Region.rectangle(rows, cols), layout).pieces
    return frozenset(frozenset(piece.cells) for piece in pieces)


def searched(rows: int, cols: int) -> list[str]:
    """The engine's layouts of a room, sorted."""
    batches = Tatami(f"{rows}x{cols}").batches([()])
    return sorted(text for b in batches for text in b.records.column("layout").to_pylist())


def in_corner(layout: str, rows: int, cols: int, corner: tuple[int, int]) -> str:
    """H or V: how the mat on a cell lies."""
    return naive.letter(next(t for t in tiles(layout, rows, cols) if corner in t))


@each(("rows", "cols"), KNOWN)
def test_known_rooms_in_all_and_up_to_symmetry(rows: int, cols: int) -> None:
    outcome = constraint_model.solve(rows, cols)
    found = frozenset(tiles(layout, rows, cols) for layout in outcome.layouts)
    room = naive.room(" ".join(["#" * cols] * rows))
    assert (len(outcome.layouts), len(naive.classes(found, room))) == KNOWN[rows, cols]
    assert all(map(naive.is_tatami, found))


def test_what_the_solver_did_is_reported() -> None:
    outcome = constraint_model.solve(6, 6)
    assert outcome.branches > outcome.conflicts > 0
    assert outcome.seconds > 0


@pytest.mark.long
def test_layouts_are_those_of_the_engine_in_all_rooms_of_up_to_24_cells() -> None:
    for rows, cols in SMALL:
        layouts = constraint_model.solve(rows, cols).layouts
        assert layouts == searched(rows, cols), (rows, cols)


@each(("rows", "cols"), [(6, 6), (4, 10), (10, 4), (7, 8), (3, 16)])
def test_layouts_are_those_of_the_engine_in_larger_rooms(rows: int, cols: int) -> None:
    assert constraint_model.solve(rows, cols).layouts == searched(rows, cols)


@each(("rows", "cols"), [(h, w) for h, w in EVEN if h * w <= 24 and h <= w])
def test_four_mats_meet_where_the_corners_of_two_do(rows: int, cols: int) -> None:
    """The theorem of the module, over all coverings."""
    for covering in naive.coverings(frozenset(product(range(rows), range(cols))), most=0):
        lower_left = {(max(r for r, _ in mat) + 1, min(c for _, c in mat)) for mat in covering}
        upper_right = {(min(r for r, _ in mat), max(c for _, c in mat) + 1) for mat in covering}
        assert naive.is_tatami(covering) == lower_left.isdisjoint(upper_right)


@each("side", [2, 4, 6])
def test_half_of_the_layouts_of_a_square_break_its_diagonal(side: int) -> None:
    every = {tiles(layout, side, side) for layout in constraint_model.solve(side, side).layouts}
    kept = constraint_model.solve(side, side, break_diagonal=True).layouts
    halves = {tiles(layout, side, side) for layout in kept}
    mirrored = {naive.image(layout, ANTITRANSPOSE, (side, side)) for layout in halves}
    assert halves | mirrored == every
    assert not halves & mirrored
    assert all(in_corner(layout, side, side, (side - 1, 0)) == "V" for layout in kept)


@pytest.mark.long
@each(("rows", "cols"), [(h, w) for h, w in THICK if h < w])
def test_a_turned_room_has_the_turned_layouts(rows: int, cols: int) -> None:
    ours, turned = (constraint_model.solve(*size).layouts for size in ((rows, cols), (cols, rows)))
    images = [naive.image(tiles(x, rows, cols), ANTITRANSPOSE, (rows, cols)) for x in ours]
    assert sorted(map(naive.text, images)) == turned


def test_the_same_every_time_but_for_the_seconds() -> None:
    assert constraint_model.solve(4, 6)[:3] == constraint_model.solve(4, 6)[:3]


@each(("rows", "cols"), [(0, 4), (4, 0), (-2, -3)])
def test_a_room_without_cells_is_refused(rows: int, cols: int) -> None:
    with pytest.raises(ProblemError, match="at least one row and one column"):
        constraint_model.solve(rows, cols)


def test_a_room_too_large_is_refused() -> None:
    with pytest.raises(ProblemError, match="10x11 room has 110 cells, more than the 100"):
        constraint_model.solve(10, 11)


def test_only_squares_have_a_diagonal_to_break() -> None:
    with pytest.raises(ProblemError, match="4x5 room has no diagonal mirror"):
        constraint_model.solve(4, 5, break_diagonal=True)


def test_an_unfinished_search_is_no_answer() -> None:
    with pytest.raises(RunError, match=r"10x10 room within its 0\.05 s"):
        constraint_model.solve(10, 10, seconds=0.05)


@pytest.mark.usefixtures("interrupts_heard")
def test_an_interrupt_stops_the_solver_and_goes_back_to_python() -> None:
    before = signal.getsignal(signal.SIGINT)
    main = threading.main_thread().ident
    ctrl_c = partial(signal.pthread_kill, main, signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), interrupted(0.5, ctrl_c):
        constraint_model.solve(10, 10, seconds=60)
    assert signal.getsignal(signal.SIGINT) is before


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python.cp_model", None)
    with pytest.raises(MissingExtraError, match=r"enumino\[oracle\]"):
        constraint_model.solve(4, 5)
