"""The action of D4 and what follows from it."""

from __future__ import annotations

import copy
import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.errors import ProblemError
from enumino.families.polyforms.families import POLYOMINOES
from enumino.objects.lattice import KINDS, SymmetryClass
from enumino.objects.lattices import SQUARE
from enumino.objects.polyform import Polyform
from enumino.objects.polyomino import Polyomino
from tests import naive
from tests.looping import each
from tests.strategies import polyominoes


@given(polyominoes())
def test_images_share_what_symmetry_keeps(polyomino: Polyomino) -> None:
    for image in polyomino.images():
        assert image.canonical() == polyomino.canonical()
        assert image.symmetry == polyomino.symmetry
        assert image.perimeter == polyomino.perimeter
        assert image.site_perimeter == polyomino.site_perimeter
        assert image.holes == polyomino.holes


@given(polyominoes())
def test_orbits_count_the_different_images(polyomino: Polyomino) -> None:
    images = polyomino.images()
    assert polyomino.symmetry.orbit("free") == polyomino.orbit == len(set(images))
    assert polyomino.symmetry.orbit("one-sided") == len(set(images[:4]))
    assert polyomino.symmetry.order == images.count(polyomino)
    assert polyomino.symmetry.chiral == (polyomino not in images[4:])


@given(polyominoes())
def test_canonical_images_represent_their_class(polyomino: Polyomino) -> None:
    for kind in KINDS:
        canonical = polyomino.canonical(kind)
        assert canonical == canonical.canonical(kind)
        assert canonical in polyomino.images()
        assert kind == "fixed" or canonical.width >= canonical.height


@pytest.mark.parametrize(
    ("height", "width", "mask", "message"),
    [
        (2, 2, 0b10111, r"has bit 4, and a box of 2x2 has 4 bits, counted from 0: give the height"),
        (2, 2, 1 << 70 | 1, "has bit 70"),
        (1, 3, -1, "The mask is negative"),
        (0, 3, 1, "a box of 0x3 has 0 bits"),
        (-2, -2, 7, "a box of -2x-2 has 0 bits"),
        (2, 2, 0, "needs at least one cell"),
    ],
)
def test_masks_lie_in_their_box(height: int, width: int, mask: int, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        Polyomino.from_mask(height, width, mask)


def test_boxes_may_be_far_larger_than_their_masks() -> None:
    assert Polyomino.from_mask(10**30, 1, 1).cells == ((0, 0),)
    assert Polyform.from_mask(SQUARE, (10**30, 2), 0b101).cells == ((0, 0), (1, 0))


@given(polyominoes())
def test_masks_and_text_determine_the_shape(polyomino: Polyomino) -> None:
    assert Polyomino.from_mask(polyomino.height, polyomino.width, polyomino.mask) == polyomino
    drawn = [
        (r, c)
        for r, row in enumerate(str(polyomino).split("\n"))
        for c, x in enumerate(row)
        if x == "#"
    ]
    assert Polyomino(drawn) == polyomino == Polyomino.parse(str(polyomino))
    assert Polyomino.parse(str(polyomino).replace("#", "X").replace(".", " ")) == polyomino
    assert Polyomino.parse(polyomino.coordinates) == polyomino
    assert pickle.loads(pickle.dumps(polyomino)) == polyomino == copy.deepcopy(polyomino)
    assert eval(repr(polyomino)) == polyomino


@given(polyominoes(), st.integers(-5, 5))
def test_turns_and_reflections_are_images(polyomino: Polyomino, turns: int) -> None:
    images = polyomino.images()
    assert images[:4] == tuple(polyomino.rotate(k) for k in range(4))
    assert images[4] == polyomino.reflect()
    assert polyomino.reflect().reflect() == polyomino == polyomino.rotate(turns).rotate(-turns)
    assert polyomino.reflect().rotate(turns) == polyomino.rotate(-turns).reflect()


@given(polyominoes(), st.integers(-9, 9), st.integers(-9, 9))
def test_translates_are_the_same_polyomino(polyomino: Polyomino, down: int, right: int) -> None:
    moved = polyomino.translate(down, right)
    assert Polyomino(moved) == polyomino
    assert min(r for r, _ in moved) == down
    assert min(c for _, c in moved) == right


@given(polyominoes(), st.integers(1, 3), st.integers(1, 3))
def test_dilates_keep_the_shape(polyomino: Polyomino, factor: int, again: int) -> None:
    dilate = polyomino.dilate(factor)
    assert set(polyomino) == {(r // factor, c // factor) for r, c in dilate}
    assert len(dilate) == factor**2 * len(polyomino)
    assert dilate.symmetry == polyomino.symmetry
    assert dilate.holes == polyomino.holes
    assert dilate.perimeter == factor * polyomino.perimeter
    assert dilate.dilate(again) == polyomino.dilate(factor * again)


@given(polyominoes())
def test_neighbours_are_the_cells_that_may_be_added(polyomino: Polyomino) -> None:
    assert len(polyomino.neighbours) == polyomino.site_perimeter
    for new in polyomino.neighbours:
        assert len(Polyomino([*polyomino, new])) == len(polyomino) + 1


@each(
    ("text", "message"),
    [
        ("##\n#o", r"Line 2 has 'o' in column 2: # or X is a cell"),
        ("..\n..", r"no cell: # or X is a cell, and \. or a space is none"),
        ("", "The drawing has no cell"),
        ("[]", "cannot be read"),
        ("#.\n.#", "2 cells fall into 2 parts that the square lattice"),
        ("[(0,0), (0;1)]", "cannot be read: write"),
        ("[(0,0) (0,1)]", "cannot be read: write"),
        ("[(0,0), (0,1)", "cannot be read: write"),
        ("[(0,0)] #", "cannot be read: write"),
        ("[(0,0), (0,0)]", r"Cell \(0, 0\) is given twice"),
    ],
)
def test_text_that_is_no_polyomino_is_refused(text: str, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        Polyomino.parse(text)


def test_least_factor_of_a_dilate_is_one() -> None:
    with pytest.raises(ProblemError, match="cannot be dilated by 0"):
        Polyomino([(0, 0)]).dilate(0)


@pytest.mark.long
@pytest.mark.parametrize("cells", range(1, 9))
def test_classes_of_the_oracle_equal_published_sequences(cells: int) -> None:
    found = Counter(p.symmetry for p in naive.polyominoes(cells, "free"))
    for symmetry in SymmetryClass:
        assert found[symmetry] == POLYOMINOES.published(cells, "free", symmetry).value
    without = sum(p.holes == 0 for p in naive.polyominoes(cells, "free"))
    assert without == POLYOMINOES.published(cells, "free", without_holes=True).value


def test_a_gap_that_meets_the_outside_at_a_corner_is_a_hole() -> None:
    assert Polyomino([(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 1), (2, 2)]).holes == 1


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([], "at least one cell"),
        ([(0, 0), (0, 0)], r"\(0, 0\) is given twice"),
        ([(0, 0), (1, 1), (5, 5)], "3 cells fall into 3 parts"),
    ],
)
def test_what_is_no_polyomino_is_refused(cells, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        Polyomino(cells)


def test_polyominoes_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Polyomino([(0, 0)]).cells = ()


def test_polyominoes_sort_by_size_then_shape() -> None:
    ordered = sorted(naive.polyominoes(4, "free") | naive.polyominoes(3, "free"))
    assert [len(p) for p in ordered] == [3, 3, 4, 4, 4, 4, 4]
