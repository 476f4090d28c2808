"""Regions, drawings and pieces of every lattice."""

import pickle
from itertools import product
from random import Random

import numpy as np
import pytest

from enumino.errors import ProblemError
from enumino.families.polyforms.families import OF_LATTICES
from enumino.objects import piece_lists
from enumino.objects.lattice import KINDS
from enumino.objects.lattices import LATTICES
from enumino.objects.piece_names import NOUNS, letters, named_set, plural_of
from enumino.objects.polyform import free_polyforms
from enumino.objects.region import Region

NAMES = list(LATTICES)


@pytest.mark.parametrize("name", NAMES)
def test_drawings_and_json_come_back(name: str) -> None:
    lattice, random = LATTICES[name], Random(name)
    for _ in range(20):
        sizes = [random.randint(1, 4) for _ in range(lattice.dimensions)]
        sizes[-1] *= lattice.sublattices
        box = [()]
        for size in sizes:
            box = [(*cell, k) for cell in box for k in range(size)]
        cells = random.sample(box, random.randint(1, len(box)))
        region = Region(cells, lattice)
        drawn = str(region)
        for way in (drawn, drawn.replace("\n", "/")):
            assert Region.parse(way, lattice) == region, drawn
        assert Region.parse(region.in_a_line(), lattice) == region
        assert pickle.loads(pickle.dumps(region)) == region
        assert region.numbers.shape == region.box
        assert sorted(region.numbers[region.numbers >= 0]) == list(range(len(region)))


def test_errors_in_drawings_name_the_line_and_what_the_marks_mean() -> None:
    for text, name, message in (
        ("..\n.", "square", r"no cell: # or X is a cell, and \. or a space is none"),
        ("// bees\n\nA:\n# #\n## #\n", "hexagonal", "^Line 4: Row 2 has '#' in column 1, which"),
        ("A:\n## ##\n##\n", "cubic", "^Line 2: Row 2 shows 1 layers, and the first row 2"),
    ):
        with pytest.raises(ProblemError, match=message):
            piece_lists.parse_file(text, LATTICES[name])


@pytest.mark.parametrize("name", NAMES)
def test_images_are_those_of_the_point_group(name: str) -> None:
    lattice, random = LATTICES[name], Random(name)
    for size in (1, 3, 5):
        shape = random.choice(free_polyforms(min(size, 4), lattice))
        region = Region(shape.cells, lattice=lattice)
        for row, image in zip(region.images, lattice.images, strict=True):
            moved = lattice.moved(shape.cells, image)
            assert shape.moved(image).cells == moved
            at = [np.array(axis) for axis in zip(*shape.cells, strict=True)]
            assert sorted(zip(*lattice.moved_arrays(at, image), strict=True)) == list(moved)
            assert (moved == shape.cells) == (row[0] >= 0)
            if row[0] >= 0:
                assert sorted(row) == list(range(len(shape)))
        assert region.symmetry == shape.symmetry


@pytest.mark.parametrize(("name", "text", "cells", "order"), [
    ("hexagonal", "triangle 5", 15, 6),
    ("hexagonal", "hexagon 3", 19, 12),
    ("hexagonal", "hexagon 2x3x4", 18, 2),
    ("triangular", "triangle 5", 25, 6),
    ("triangular", "hexagon 3", 54, 12),
    ("triangular", "hexagon 2x3x4", 52, 2),
    ("triangular", "2x3", 12, 2),
    ("cubic", "2x3x4", 24, 8),
    ("stick", "2x3", 17, 4),
    ("king", "2x3", 6, 4),
])  # fmt: skip
def test_regions_by_name(name: str, text: str, cells: int, order: int) -> None:
    region = Region.parse(text, LATTICES[name])
    assert (len(region), region.order) == (cells, order)


@pytest.mark.parametrize("name", NAMES)
def test_sets_are_complete(name: str) -> None:
    lattice = LATTICES[name]
    (family,) = (each for each in OF_LATTICES if each.lattice == lattice)
    for cells, kind in product(range(1, 5 if lattice.dimensions > 2 else 6), KINDS):
        numbers = {kind: family.published(cells, kind).value for kind in KINDS}
        noun = plural_of(NOUNS[lattice][cells - 1])
        members = piece_lists.parse(f"{kind} {noun}", lattice)
        assert len({piece.shape.canonical(kind) for piece in members}) == numbers[kind]
        assert len({piece.name for piece in members}) == len(members) == numbers[kind]
        ways = [way for piece in members for way in piece.orientations()]
        assert len({*ways}) == len(ways) == numbers["fixed"]
        (again,) = piece_lists.parse(str(list(members[-1].shape)), lattice)
        assert again.shape == members[-1].shape


def test_named_pieces_are_whole_sets() -> None:
    for name, noun in (("hexagonal", "tetrahex"), ("triangular", "hexiamond")):
        pieces = named_set(noun, None, LATTICES[name])
        assert {piece.name for piece in pieces} == set(letters(LATTICES[name]))
    flat = piece_lists.parse("flat pentacubes", LATTICES["cubic"])
    assert sorted(piece.name for piece in flat) == list("FILNPTUVWXYZ")
