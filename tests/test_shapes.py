"""The action of D4 and what follows from it."""

from __future__ import annotations

import copy
import pickle
from collections import Counter

import pytest
from hypothesis import given

from enumino import published
from enumino.errors import ProblemError
from enumino.shapes import KINDS, Polyomino, SymmetryClass
from tests import naive
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


@given(polyominoes())
def test_masks_and_text_determine_the_shape(polyomino: Polyomino) -> None:
    assert Polyomino.from_mask(polyomino.height, polyomino.width, polyomino.mask) == polyomino
    drawn = [
        (r, c)
        for r, row in enumerate(str(polyomino).split("\n"))
        for c, x in enumerate(row)
        if x == "#"
    ]
    assert Polyomino(drawn) == polyomino
    assert pickle.loads(pickle.dumps(polyomino)) == polyomino == copy.deepcopy(polyomino)
    assert eval(repr(polyomino)) == polyomino


@pytest.mark.parametrize("cells", range(1, 9))
def test_classes_of_the_oracle_equal_published_sequences(cells: int) -> None:
    found = Counter(p.symmetry for p in naive.polyominoes(cells, "free"))
    for symmetry in SymmetryClass:
        assert found[symmetry] == published.polyominoes(cells, "free", symmetry).value
    without = sum(p.holes == 0 for p in naive.polyominoes(cells, "free"))
    assert without == published.polyominoes_without_holes(cells, "free").value


def test_a_gap_that_meets_the_outside_at_a_corner_is_a_hole() -> None:
    assert Polyomino([(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 1), (2, 2)]).holes == 1


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([], "at least one cell"),
        ([(0, 0), (0, 0)], r"\(0, 0\) is given twice"),
        ([(0, 0), (1, 1), (5, 5)], "3 cells fall into 3 pieces"),
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
