"""Point groups and symmetry classes of lattices, against tables written by hand."""

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

from enumino.objects.lattice import SQUARE, SQUARE_CLASSES, Cell, Lattice
from enumino.objects.lattices import HEXAGONAL
from enumino.objects.point_group import Isometry, subgroups

PLANE = pytest.mark.parametrize("lattice", [SQUARE, HEXAGONAL], ids=lambda each: each.name)
SQUARE_IMAGES: dict[str, Callable[[int, int], Cell]] = {
    "left-right": lambda r, c: (r, -c),
    "up-down": lambda r, c: (-r, c),
    "half turn": lambda r, c: (-r, -c),
    "transpose": lambda r, c: (c, r),
    "quarter turn": lambda r, c: (c, -r),
    "quarter turn back": lambda r, c: (-c, r),
    "antitranspose": lambda r, c: (-c, -r),
}
REDELMEIER = {
    "none": [()],
    "rotate": [("half turn",)],
    "rotate2": [("half turn", "quarter turn", "quarter turn back")],
    "axis": [("left-right",), ("up-down",)],
    "axis2": [("left-right", "up-down", "half turn")],
    "diag": [("transpose",), ("antitranspose",)],
    "diag2": [("half turn", "transpose", "antitranspose")],
    "all": [tuple(SQUARE_IMAGES)],
}


def test_images_of_squares_are_numbered_as_everywhere() -> None:
    assert len(SQUARE.images) == len(SQUARE_IMAGES)
    for image, move in zip(SQUARE.images, SQUARE_IMAGES.values(), strict=True):
        for cell in product(range(-2, 3), repeat=2):
            assert image(*cell) == move(*cell)


def test_classes_of_squares_are_those_of_redelmeier() -> None:
    assert tuple(REDELMEIER) == SQUARE_CLASSES == SQUARE.class_names
    expected = {}
    for code, groups in enumerate(REDELMEIER.values()):
        for group in groups:
            expected[sum(1 << k for k, name in enumerate(SQUARE_IMAGES) if name in group)] = code
    assert SQUARE.code_of == expected
    for name, groups in REDELMEIER.items():
        each = SQUARE.class_named(name)
        assert (len(each.subgroups), each.order) == (len(groups), len(groups[0]) + 1)
        for group in groups:
            assert SQUARE.class_of([image in group for image in SQUARE_IMAGES]) is each


def test_parts_have_the_symmetries_of_subgroups() -> None:
    within = {
        "none": "none",
        "rotate": "none rotate",
        "rotate2": "none rotate rotate2",
        "axis": "none axis",
        "axis2": "none rotate axis axis2",
        "diag": "none diag",
        "diag2": "none rotate diag diag2",
        "all": "none rotate rotate2 axis axis2 diag diag2 all",
    }
    for whole, parts in within.items():
        found = SQUARE.classes_within(SQUARE.class_named(whole))
        assert " ".join(map(str, found)) == parts


def permuted(lattice: Lattice, image: Isometry) -> tuple[int, ...]:
    """The permutation of the neighbours of a cell, by their numbers, under an image."""
    points = [lattice.point(step) for step in lattice.steps[0]]
    return tuple(points.index(image(*point)) for point in points)


@PLANE
def test_subgroups_are_the_sets_of_images_that_are_closed(lattice: Lattice) -> None:
    """Every set of images is looked at, as permutations of the neighbours of a cell."""
    images = [permuted(lattice, image) for image in lattice.images]
    identity = tuple(range(len(lattice.steps[0])))
    assert len({identity, *images}) == len(images) + 1 == 2 * len(identity)
    number = {image: k for k, image in enumerate(images)}
    products = [
        [number.get(tuple(one[j] for j in other), -1) for other in images] for one in images
    ]
    closed = np.ones(1 << len(images), bool)
    chosen = (np.arange(1 << len(images))[:, None] >> np.arange(len(images)) & 1).astype(bool)
    chosen = np.append(chosen, np.ones((len(chosen), 1), bool), axis=1)  # -1 is the identity
    for one, two in product(range(len(images)), repeat=2):
        closed &= ~(chosen[:, one] & chosen[:, two]) | chosen[:, products[one][two]]
    assert set(np.flatnonzero(closed).tolist()) == set(lattice.code_of)
    assert closed.sum() == len(subgroups(lattice.elements))
    assert closed.sum() == {"square": 10, "hexagonal": 16}[lattice.name]
    # Two subgroups are alike if an image takes one to the other.
    for code, each in enumerate(lattice.classes):
        alike = set()
        for by in images:
            undo = tuple(by.index(j) for j in identity)
            alike.add(
                sum(
                    1 << number[tuple(by[images[k][undo[j]]] for j in identity)]
                    for k in range(len(images))
                    if each.subgroups[0] >> k & 1
                )
            )
        assert alike | {each.subgroups[0]} == set(each.subgroups)
        assert {lattice.code_of[bits] for bits in each.subgroups} == {code}


def test_mirrors_of_hexagons_are_named_by_what_they_go_through() -> None:
    """Through the midpoints of edges: then two neighbours stay where they are."""
    classes = {each.name: each for each in HEXAGONAL.classes}
    for image in {*HEXAGONAL.images} - {*HEXAGONAL.rotations}:
        points = [HEXAGONAL.point(step) for step in HEXAGONAL.steps[0]]
        fixed = sum(image(*point) == point for point in points)
        bit = 1 << HEXAGONAL.images.index(image)
        assert bit in classes["D1e" if fixed else "D1v"].subgroups
        assert fixed in (0, 2)
