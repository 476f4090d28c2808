"""Small counts in plain Python: the numbers of the kernels, which share nothing with them."""

from __future__ import annotations

import pytest

from enumino.families.polyforms.counting import small
from enumino.families.polyforms.counting.methods import WALKED, SquareSearch
from enumino.families.polyforms.counting.subjects import FIXED, SYMMETRIES
from enumino.families.polyforms.counting.ways import Searched, WalkWithoutHoles
from enumino.families.polyforms.counting.work import Search, Task
from enumino.families.polyforms.families import POLYOMINOES
from enumino.objects.lattice import SymmetryClass
from tests import naive
from tests.looping import each

CELLS = small.MOST_CELLS


def by_kernel(subject: str, cells: int) -> list[int]:
    counts = Search.count(Searched(subject, cells), Task(0, subject, 1, 1), ignored).counts
    return [counts.get((subject, size), 0) for size in range(cells + 1)]


def ignored(nodes: int) -> None:
    """Nobody looks at the progress."""


@pytest.mark.slow
@each("cells", range(1, CELLS + 1))
def test_fixed_ones_are_those_of_the_kernel(cells: int) -> None:
    assert small.fixed(cells)[0] == by_kernel(FIXED, cells)


@pytest.mark.slow
@each("name", SYMMETRIES)
def test_symmetric_ones_are_those_of_the_kernel(name: str) -> None:
    """Every size is a limit of its own, which prunes otherwise."""
    for cells in (1, 2, 3, 4, 7, CELLS - 1, CELLS):
        assert small.invariant(name, cells)[0] == by_kernel(name, cells)


@pytest.mark.slow
def test_symmetric_ones_are_those_that_are_listed() -> None:
    """With no kernel on either side."""
    cells = 8
    count = SquareSearch(POLYOMINOES, range(1, cells + 1), "free", by_symmetry=True)
    numbers = count.numbers(in_process=True)
    for size in count.cells:
        listed = [each.symmetry for each in naive.polyominoes(size, "free")]
        for symmetry in SymmetryClass:
            assert numbers[size, "free"][(str(symmetry),)] == listed.count(symmetry)


def test_the_next_size_is_for_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[int] = []
    monkeypatch.setattr(Search, "count", lambda way, *_: called.append(way.cells))
    for cells in (CELLS, CELLS + 1):
        Searched(FIXED, cells).count(Task(0, FIXED, 1, 1), ignored)
    assert called == [CELLS + 1]


class PlaneWithoutHoles(small.Plane):
    """Takes a shape with a hole for one that is not connected yet."""

    def missing(self, shape: int, usable: int, most: int) -> int:
        missing = super().missing(shape, usable, most)
        return 1 if missing == 0 and self.has_hole(shape) else missing

    def has_hole(self, shape: int) -> bool:
        """Whether some empty cells cannot be reached from the first one, which is at a corner."""
        outside = outermost = self.board & -self.board
        while outermost:
            outermost = self.around(outermost) & ~shape & ~outside
            outside |= outermost
        return outside | shape != self.board


@pytest.mark.parametrize(
    "cells", [pytest.param(20, marks=pytest.mark.slow), pytest.param(28, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("name", WALKED)
def test_those_without_holes_are_those_of_the_walk(
    name: str, cells: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With four or eight symmetries."""
    monkeypatch.setattr(small, "Plane", PlaneWithoutHoles)
    way = WalkWithoutHoles(name, cells)
    (task,) = way.tasks()
    walked = way.count(task, ignored).counts
    plain, _ = small.invariant(name, cells)
    assert plain == [walked.get((name, size), 0) for size in range(cells + 1)]
