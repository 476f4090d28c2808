"""Polyforms as values: images, masks, texts and attributes, on every lattice."""

import copy
import pickle
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.errors import ProblemError
from enumino.objects.lattice import KINDS, Kind, Lattice
from enumino.objects.lattices import LATTICES, lattice_named
from enumino.objects.polyform import Polyform
from tests.naive_polyforms import NAIVE
from tests.strategies import polyominoes

EVERY = [*LATTICES.values(), lattice_named("kite")]


@st.composite
def polyforms(draw: st.DrawFn) -> Polyform:
    """A shape of 1 to 8 cells on any lattice."""
    lattice: Lattice = draw(st.sampled_from(EVERY))
    random, cells = Random(draw(st.integers(0, 999))), [(0,) * lattice.dimensions]
    for _ in range(draw(st.integers(0, 7))):
        near = {new for cell in cells for new in lattice.neighbours(cell)} - {*cells}
        cells.append(random.choice(sorted(near)))
    return Polyform(cells, lattice)


@given(polyforms())
def test_images_share_what_symmetry_keeps(shape: Polyform) -> None:
    images, symmetry = shape.images(), shape.symmetry
    assert len(images) == symmetry.free == shape.orbit
    assert len(shape.images("one-sided")) == symmetry.one_sided
    assert symmetry.chiral == (shape.reflect() not in shape.images("one-sided"))
    for image in images:
        assert image.canonical() == shape.canonical() in images
        for name in ("symmetry", "perimeter", "site_perimeter", "holes", "address"):
            assert getattr(image, name) == getattr(shape, name)
    turned = shape
    for _ in shape.lattice.rotations if shape.lattice.dimensions == 2 else range(4):
        turned = turned.rotate()
        assert turned in images
    assert turned == shape == shape.reflect().reflect() == shape.rotate(5).rotate(-5)


@pytest.mark.parametrize(("name", "kind"), [*product(sorted({*NAIVE} - {"square"}), KINDS)])
def test_the_canonical_image_is_the_listed_one(name: str, kind: Kind) -> None:
    lattice = lattice_named(name)
    for size in range(1, 5):
        for (_, *values), _ in NAIVE[name].rows(size, kind):
            box, mask = values[: lattice.dimensions], values[lattice.dimensions]
            listed = Polyform.from_mask(tuple(box), mask, lattice)
            assert {image.canonical(kind) for image in listed.images(kind)} == {listed}


@given(polyforms())
def test_masks_and_texts_determine_the_shape(shape: Polyform) -> None:
    assert Polyform.from_mask(shape.box, shape.mask, shape.lattice) == shape
    assert Polyform(str(list(shape)), shape.lattice) == shape
    assert pickle.loads(pickle.dumps(shape)) == shape == copy.deepcopy(shape)
    if shape.lattice.definition is None:
        assert eval(repr(shape)) == shape
        assert Polyform(str(shape), shape.lattice.name) == shape
        assert Polyform(str(shape).replace("\n", "/").replace("#", "X"), shape.lattice) == shape
    assert len(shape.neighbours) == shape.site_perimeter
    for new in shape.neighbours:
        assert len(Polyform([*shape, new], shape.lattice)) == len(shape) + 1


@given(polyominoes(), st.integers(1, 3), st.integers(1, 3))
def test_dilates_keep_the_shape(shape: Polyform, factor: int, again: int) -> None:
    dilate = shape.dilate(factor)
    assert set(shape) == {(r // factor, c // factor) for r, c in dilate}
    assert (len(dilate), dilate.symmetry) == (factor**2 * len(shape), shape.symmetry)
    assert dilate.dilate(again) == shape.dilate(factor * again)
    with pytest.raises(ProblemError, match="of the kite lattice cannot be dilated"):
        Polyform("#", "kite").dilate(2)


@given(polyominoes(), st.integers(-9, 9))
def test_translates_are_the_same_shape(shape: Polyform, by: int) -> None:
    assert Polyform([(r + by, c - by) for r, c in shape]) == shape
    assert shape.canonical().width >= shape.canonical().height
    assert shape.canonical() == min(shape.images())


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "at least one cell"),
        ([(0, 0), (0, 0)], r"\(0, 0\) is given twice"),
        ([(0, 0), (1, 1), (5, 5)], "3 cells fall into 3 parts that the square lattice"),
        ([(0, 0, 0)], "are pairs of whole numbers"),
        ("##\n#o", r"Row 2 has 'o' in column 2: # or X is a cell"),
        ("..", "The drawing has no cell"),
        ("[(0,0), (0;1)]", "cannot be read"),
        ((2, 2, 0b10111), "The mask 23 does not fit into a box of 2x2: give the box"),
        ((1, 3, -1), "The mask -1 does not fit"),
        ((0, 3, 1), "does not fit into a box of 0x3"),
        ((2, 2, 0), "needs at least one cell"),
    ],
)
def test_what_is_no_shape_is_refused(given: Any, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        Polyform.from_mask(given[:2], given[2]) if isinstance(given, tuple) else Polyform(given)


def test_attributes_are_those_of_the_lattice() -> None:
    ring = Polyform(" # #/# . #/ # #", "hexagonal")
    assert (ring.holes, ring.perimeter, ring.site_perimeter) == (1, 24, 13)
    assert len(Polyform([(0, 0), (1, 1)], "king")) == 2
    assert Polyform.from_mask((10**30, 2), 0b101).cells == ((0, 0), (1, 0))
    # A gap that meets the outside at a corner is a hole.
    assert Polyform("###/#.#/.##").holes == 1
    # A unit cell of kites has parts of four hexagons: each kite is moved to it by its centre.
    hexagon = Polyform([(0, 3), (0, 7), (0, 8), (1, 4), (1, 5), (1, 6)], "kite")
    assert (hexagon.symmetry.name, Polyform("######", "kite").symmetry.name) == ("D6", "D2")
