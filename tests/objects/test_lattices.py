"""All lattices keep the same laws, and their classes have the published counts."""

from collections import Counter
from functools import cache
from itertools import pairwise, product
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.families.polyforms.families import OF_LATTICES
from enumino.objects.lattice import KINDS, KING, SQUARE, Lattice
from enumino.objects.lattices import CUBIC, HEXAGONAL, LATTICES, STICK, TRIANGULAR
from enumino.objects.point_group import Isometry, generated
from enumino.objects.polyform import Polyform

Cells = tuple[tuple[int, ...], ...]

every = pytest.mark.parametrize("lattice", LATTICES.values(), ids=list(LATTICES))
in_the_plane = pytest.mark.parametrize(
    "lattice", [each for each in LATTICES.values() if each.dimensions == 2], ids=lambda e: e.name
)
triples = st.tuples(*[st.integers(-9, 9)] * 3)


@every
@given(triple=triples)
def test_neighbours_are_mutual_and_images_keep_them(
    lattice: Lattice, triple: tuple[int, ...]
) -> None:
    cell = triple[: lattice.dimensions]
    around = lattice.neighbours(cell)
    assert list(around) == sorted(set(around))
    assert all(cell in lattice.neighbours(near) for near in around)
    assert set(lattice.beyond_sides(cell)) <= set(around)
    for image in lattice.elements:
        moved = lattice.cell(image(*lattice.point(cell)))
        for steps in (lattice.neighbours, lattice.beyond_sides):
            to = {lattice.cell(image(*lattice.point(near))) for near in steps(cell)}
            assert to == set(steps(moved))


@every
@given(triple=triples)
def test_cells_touch_where_they_share_corners(lattice: Lattice, triple: tuple[int, ...]) -> None:
    cell = triple[: lattice.dimensions]
    own = set(lattice.corners(cell))
    shared = {near: len(own & set(lattice.corners(near))) for near in lattice.neighbours(cell)}
    of_a_side = {SQUARE: 2, KING: 2, HEXAGONAL: 2, TRIANGULAR: 2, CUBIC: 4, STICK: 1}[lattice]
    assert {near for near, n in shared.items() if n == of_a_side} == set(lattice.beyond_sides(cell))
    assert min(shared.values()) >= 1


@in_the_plane
@given(triple=triples)
def test_sides_are_drawn_with_length_1(lattice: Lattice, triple: tuple[int, ...]) -> None:
    places = [lattice.position(corner) for corner in lattice.corners(triple[:2])]
    for one, other in pairwise([*places, places[0]]):
        assert dist(one, other) == pytest.approx(1)


@every
def test_isometries_are_a_group(lattice: Lattice) -> None:
    identity, *_ = lattice.elements
    assert set(generated([*lattice.turns, *lattice.mirrors])) == set(lattice.elements)
    assert {*lattice.rotations} <= {*lattice.elements} == {*lattice.elements_of("free")}
    assert 2 * len(lattice.rotations) == len(lattice.elements)
    assert {lattice.images[k] for k in lattice.rotation_images} == {*lattice.rotations} - {identity}
    point = lattice.point((2, 5, 9)[: lattice.dimensions])
    for one, other in product(lattice.elements, repeat=2):
        assert one.after(other)(*point) == one(*other(*point))
        assert one.after(one.inverse) == identity
    turn = lattice.turns[0]
    powers = generated([turn])
    assert all(turn.after(one) == two for one, two in pairwise([*powers, identity]))


# The symbols of crystallographers, in the order of our classes. Marks tell apart groups of one
# symbol: C2' turns about an axis through opposite edges, Cs' reflects in a plane through them; both
# planes of C2v' go through edges, and one of those of C2v*. D2' has two axes through edges, C2h',
# D2d' and D2h' have planes through edges.
SCHOENFLIES = (
    "C1", "C2", "C2'", "C3", "D2", "C4", "D2'", "D3", "D4", "T", "O", "Cs", "C2v", "Ci", "Cs'",
    "C2v'", "S4", "C2h'", "S6", "C3v", "D2d'", "D3d", "Td", "C2h", "C2v*", "D2h", "C4v", "D2d",
    "D2h'", "C4h", "D4h", "Th", "Oh",
)  # fmt: skip


def test_classes_of_cubes_are_told_by_their_elements() -> None:
    """No two have the same numbers of turns, reflections and so on: the symbols are theirs."""
    seen = set()
    for symbol, each in zip(SCHOENFLIES, CUBIC.classes, strict=True):
        kept = [CUBIC.elements[0]]
        kept += [image for k, image in enumerate(CUBIC.images) if each.subgroups[0] >> k & 1]
        kinds = Counter(kind(one) for one in kept)
        assert symbol == schoenflies(kinds), (each.name, kinds)
        seen.add(frozenset(kinds.items()))
        assert each.order == len(kept)
    assert len(seen) == 33


def kind(isometry: Isometry) -> str:
    """The symbol of an isometry of a cube; a stroke for axes and planes through edges."""
    proper = parity(isometry.sources)
    for sign in isometry.signs:
        proper *= sign
    fixed = [
        s for i, (j, s) in enumerate(zip(isometry.sources, isometry.signs, strict=True)) if i == j
    ]
    turn = {3: "E", 0: "C3", 1: "C4", -1: "C2"}[proper * sum(fixed)]
    if turn == "C2" and len(fixed) == 1:
        turn = "C2'"
    improper = {"E": "i", "C3": "S6", "C4": "S4", "C2": "s", "C2'": "s'"}
    return turn if proper > 0 else improper[turn]


def parity(order: tuple[int, ...]) -> int:
    return 1 if order in ((0, 1, 2), (1, 2, 0), (2, 0, 1)) else -1


def schoenflies(kinds: Counter[str]) -> str:
    """The symbol of a group, by how many elements of each kind it has."""
    axes = kinds["C2"] + kinds["C2'"]
    order = kinds.total()
    marked = "'" if kinds["C2'"] and not kinds["C3"] and not kinds["C4"] else ""
    if not kinds["i"] + kinds["s"] + kinds["s'"] + kinds["S4"] + kinds["S6"]:
        names = {1: "C1", 2: "C2", 3: "C3", 6: "D3", 8: "D4", 12: "T", 24: "O"}
        name = names.get(order) or ("C4" if kinds["C4"] else "D2")
        return name + marked
    if order >= 24:
        return "Oh" if order == 48 else "Th" if kinds["i"] else "Td"
    if order == 2:
        return "Ci" if kinds["i"] else "Cs" if kinds["s"] else "Cs'"
    if order == 6:
        return "S6" if kinds["i"] else "C3v"
    if order in (12, 16):
        return "D3d" if order == 12 else "D4h"
    planes = kinds["s"] + kinds["s'"]
    if order == 4:
        if not planes:
            return "S4"
        if kinds["i"]:
            return "C2h" + ("'" if kinds["s'"] else "")
        return "C2v" + ("*" if kinds["s"] and kinds["s'"] else "'" if kinds["s'"] else "")
    if kinds["i"]:
        return "C4h" if kinds["C4"] else "D2h" + ("'" if kinds["s'"] else "")
    return "C4v" if axes == 1 else "D2d" + ("'" if kinds["s'"] else "")


@cache
def shapes(lattice: Lattice, number: int) -> frozenset[Cells]:
    """Every fixed shape of a size, by adding a cell in every place to the smaller ones."""
    if number == 1:
        return frozenset(
            lattice.normalised([(0,) * (lattice.dimensions - 1) + (k,)])
            for k in range(lattice.sublattices)
        )
    return frozenset(
        lattice.normalised([*smaller, new])
        for smaller in shapes(lattice, number - 1)
        for cell in smaller
        for new in lattice.neighbours(cell)
        if new not in smaller
    )


@every
def test_counts_follow_from_classes(lattice: Lattice) -> None:
    (family,) = (each for each in OF_LATTICES if each.lattice == lattice)
    for number in range(1, {2: 5, 3: 4}[lattice.dimensions] + (lattice == TRIANGULAR)):
        by_class: Counter[str] = Counter()
        found = shapes(lattice, number)
        assert len(found) == family.published(number, "fixed").value
        for shape in found:
            images = [lattice.moved(shape, image) for image in lattice.elements]
            assert images[0] == shape
            symmetry = lattice.class_of([image == shape for image in images[1:]])
            assert len(set(images)) == symmetry.orbit("free")
            rotated = {images[lattice.elements.index(turn)] for turn in lattice.rotations}
            assert len(rotated) == symmetry.orbit("one-sided")
            by_class[symmetry.name] += 1
        for kind in KINDS:
            assert family.published(number, kind).value == sum(
                n * each.per_free(kind) // each.orbit("free")
                for each in lattice.classes
                for n in [by_class[each.name]]
            )


@pytest.mark.parametrize(
    ("lattice", "number", "classes"),
    [
        (HEXAGONAL, 4, {"C1": 2, "C2": 1, "D1v": 1, "D2": 2, "D3e": 1}),
        (HEXAGONAL, 3, {"D1e": 1, "D2": 1, "D3v": 1}),
        (TRIANGULAR, 4, {"C2": 1, "D1e": 1, "D3a": 1}),
        (TRIANGULAR, 6, {"C1": 5, "C2": 2, "D1a": 2, "D1e": 1, "D2": 1, "D6": 1}),
        (KING, 4, {"none": 8, "axis": 3, "rotate": 4, "diag": 3, "axis2": 1, "diag2": 1, "all": 2}),
        (CUBIC, 4, {"E": 1, "C": 1, "EE": 1, "BE": 1, "FF": 1, "BBC": 2}),
    ],
)
def test_classes_are_those_that_others_count(
    lattice: Lattice, number: int, classes: dict[str, int]
) -> None:
    """Polycubes: A376964 and the sequences after it; others: counted here, by another program."""
    found = Counter(Polyform(shape, lattice).symmetry.name for shape in shapes(lattice, number))
    free = {name: n // lattice.class_named(name).free for name, n in found.items()}
    assert free == {name: n for name, n in classes.items() if n}
