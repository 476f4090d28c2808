"""The checks of tatami rows: sound rows pass, and every kind of damage is reported."""

from functools import cache
from itertools import product
from typing import Any

import pytest

from enumino.errors import ProblemError
from enumino.families.tatami.layouts import tiling_of
from enumino.families.tatami.problem import Tatami
from enumino.objects.lattice import SQUARE_CLASSES
from enumino.objects.region import Region
from tests import naive_tatami as naive
from tests.dataset_tools import changed, faults, stored

RING = Region.parse("###\n#.#\n###")
TURNED = Region.parse("..##\n.###\n###.\n##..")
PIECES = Region.parse("##.##\n##.##\n.....\n##.##")
ROOMS = ["1x1", "1x6", "6x1", "2x3", "3x2", "3x4", "4x3", "4x4", "5x4", "4x5", RING, TURNED,
         PIECES]  # fmt: skip


rows = cache(stored)


def attributes(room: Region, layout: str) -> dict[str, Any]:
    """The attributes of a sound layout."""
    tiles = frozenset(frozenset(piece.cells) for piece in tiling_of(room, layout).pieces)
    text, mats, monomers, horizontal, vertical, symmetry = naive.row(tiles, room.grid)
    return {"layout": text, "mats": mats, "monomers": monomers, "horizontal": horizontal,
            "vertical": vertical, "symmetry": str(symmetry)}  # fmt: skip


# Damage to one row, with the words for it; in the midst of rows of several rooms.

COVER = "does not cover the region with pieces side by side"
BOXES = Tatami("2x2..4x4", None)

DAMAGE = [
    ({"rows": 9}, "is of a room that was not asked for"),
    ({"cols": 3}, COVER),
    ({"layout": ""}, COVER),
    ({"layout": "HHVHVVmMH"}, COVER),
    ({"layout": "M" * 16}, "has four tiles at a point"),
    ({"mats": 6}, "has another number in mats"),
    ({"monomers": 4}, "has another number in monomers"),
    ({"horizontal": 5}, "has another number in horizontal"),
    ({"vertical": 0}, "has another number in vertical"),
    ({"orbit": 8}, "has another orbit"),
    *(({"symmetry": str(s)}, "has another symmetry class") for s in SQUARE_CLASSES[1:3]),
]


@pytest.mark.parametrize(("values", "what"), DAMAGE)
def test_damage_is_reported(values: dict[str, Any], what: str) -> None:
    at = rows(BOXES)["layout"].to_pylist().index("HHVHVVMMH")
    found = faults(BOXES, changed(rows(BOXES), at, **values))
    assert (what, at) in found
    assert {row for _, row in found} == {at}


@pytest.mark.parametrize("room", [RING, TURNED, PIECES, "4x3"])
def test_every_wrong_letter_is_reported(room) -> None:
    """Another letter spoils the covering, or its tiles; at times it makes another sound layout."""
    problem, verdicts = Tatami(room, None), set()
    region, batch = problem.regions[0], rows(problem)
    for row in range(0, batch.num_rows, 5 if batch.num_rows < 100 else 29):
        layout = batch["layout"][row].as_py()
        for i, letter in product(range(len(layout)), "HVM"):
            wrong = layout[:i] + letter + layout[i + 1 :]
            if wrong != layout:
                first = faults(problem, changed(batch, row, layout=wrong))[0]
                expected = verdict(region, wrong)
                verdicts.add(expected)
                assert first[1] == row
                if expected:
                    assert first[0] == expected
    assert COVER in verdicts
    assert ("has four tiles at a point" in verdicts) == (room != RING)  # its points are at walls


def verdict(room: Region, layout: str) -> str:
    """The fault of a layout, by definition."""
    try:
        tiles = frozenset(frozenset(piece.cells) for piece in tiling_of(room, layout).pieces)
    except ProblemError:
        return COVER
    return "" if naive.is_tatami(tiles) else "has four tiles at a point"


@pytest.mark.parametrize("monomers", [0, 2, (0, 2), (4, None)])
def test_half_mats_that_were_not_asked_for_are_reported(monomers) -> None:
    problem = Tatami("3x4", monomers)
    everything = rows(Tatami("3x4", None))
    fewest, most = problem.half_mats
    outside = [
        row
        for row, number in enumerate(everything["monomers"].to_pylist())
        if number < fewest or number > (12 if most is None else most)
    ]
    words = "has another number of half mats than was asked for"
    assert faults(problem, everything) == [(words, outside[0])]
    for row in outside:
        assert faults(problem, everything.slice(row, 1)) == [(words, 0)]


@pytest.mark.parametrize("monomers", [0, None])
@pytest.mark.parametrize("room", ROOMS[3:-1])
def test_images_of_the_kept_layouts_are_reported(room, monomers) -> None:
    problem = Tatami(room, monomers, up_to_symmetry=True)
    region, kept = problem.regions[0], rows(problem)
    free, texts = region.grid, kept["layout"].to_pylist()
    frame = {"rows": region.height, "cols": region.width}
    for layout, orbit in [*zip(texts, kept["orbit"].to_pylist(), strict=True)][::5]:
        tiles = frozenset(frozenset(p.cells) for p in tiling_of(region, layout).pieces)
        images = {naive.image(tiles, k, free.shape) for k in naive.symmetries(free)}
        others = {naive.text(image) for image in images} - {layout}
        assert len(others) == orbit - 1
        for other in others:
            row = {**attributes(region, other), "orbit": orbit, **frame}
            assert faults(problem, [row]) == [("is not the first of its images", 0)]
            assert faults(Tatami(room, monomers), [row | {"orbit": 1}]) == []


def test_only_rows_up_to_symmetry_have_orbits() -> None:
    single, kept = Tatami("4x4"), Tatami("4x4", up_to_symmetry=True)
    assert faults(single, rows(kept)) == [("has another orbit", 0)]
    assert {what for what, _ in faults(kept, rows(single))} == {
        "has another orbit", "is not the first of its images",
    }  # fmt: skip
