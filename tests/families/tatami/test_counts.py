"""Counts of layouts: the methods agree with each other and with published numbers."""

from itertools import product
from math import isqrt

import pytest

from enumino.datasets.totals import Total
from enumino.errors import ProblemError
from enumino.families.tatami import published as known
from enumino.families.tatami.counts import METHODS, TatamiCount, count_tatami
from enumino.families.tatami.parameters import regions_of
from enumino.families.tatami.problem import Tatami
from enumino.objects.lattice import SQUARE
from enumino.objects.region import Region
from enumino.published import TOTAL
from tests import published

PILLARS = Region.parse("#####\n#.#.#\n#####\n#.#.#\n#####")
STAIRS = Region.parse("##..\n###.\n####\n.###")
Labels = dict[tuple[str, int | str, str], int]


def numbers(lines: list[Total]) -> Labels:
    """The counts by room, half mats and class."""
    return {
        (str(x.labels["room"]), x.labels.get("monomers", "all"), x.symmetry): x.count for x in lines
    }


def number(room: Region | str, *arguments, **options) -> int:
    """The layouts of a room: the last line is always the total."""
    return count_tatami(room, *arguments, **options)[-1].count


def test_methods_agree_on_rectangles() -> None:
    rooms = ["1x1..9x9", "3x40", "40x3", "2x25", "4x60", "12x13", "16x30", "30x31"]
    expected = count_tatami(rooms, method="recurrence")
    assert len(expected) == 88
    for method in ("search", "auto"):
        assert count_tatami(rooms, method=method) == expected
    assert count_tatami(rooms[:-2], method="transfer-matrix") == expected[:-2]


def test_published_sums_over_rooms_up_to_symmetry() -> None:
    for mats, value in published.terms("tatami")["A052270"].items():
        if 0 < mats <= 60:
            rooms = [(r, 2 * mats // r) for r in range(1, isqrt(2 * mats) + 1) if 2 * mats % r == 0]
            names = [f"{r}x{c}" for r, c in rooms]
            assert sum(x.count for x in count_tatami(names, up_to_symmetry=True)) == value


@pytest.mark.parametrize("room", ["1x7", "4x4", "5x4", "3x6", PILLARS, STAIRS])
def test_matrix_and_search_agree_with_half_mats(room) -> None:
    for monomers in (None, 0, 1, 2, 5, (1, 3), (2, 100), 100):
        matrix = count_tatami(room, monomers, method="transfer-matrix")
        assert count_tatami(room, monomers, method="search") == matrix, monomers
        if not isinstance(monomers, int):
            assert sum(line.count for line in matrix[:-1]) == matrix[-1].count, monomers


@pytest.mark.parametrize("monomers", [0, (0, None), (1, 4), 2])
def test_classes_add_up_to_layouts_and_orbits(monomers) -> None:
    for room in ("4x4", "3x5", PILLARS):
        every = numbers(count_tatami(room, monomers, by_symmetry=True))
        classes = numbers(count_tatami(room, monomers, by_symmetry=True, up_to_symmetry=True))
        assert every.keys() == classes.keys()
        order = regions_of(room)[0].order
        for (name, halves, symmetry), count in classes.items():
            if symmetry != TOTAL:
                orbit = order // SQUARE.class_named(symmetry).order
                assert every[name, halves, symmetry] == orbit * count
        total = sum(n for (*_, s), n in every.items() if s != TOTAL)
        assert total == sum(n for (*_, s), n in every.items() if s == TOTAL)


@pytest.mark.parametrize("method", ["transfer-matrix", "search"])
def test_published_numbers_of_half_mats(method) -> None:
    rows = published.table("tatami", "tatami_monomers")
    table = [(int(row["rows"]), int(row["cols"]), row) for row in rows]
    rooms = dict.fromkeys(f"{rows}x{cols}" for rows, cols, _ in table)
    if method == "search":
        rooms = [room for room in rooms if int(room.split("x")[1]) <= 10]
    counts = numbers(count_tatami(list(rooms), None, method=method))
    compared = 0
    for rows, cols, row in table:
        key = f"{rows}x{cols}", int(row["monomers"]), TOTAL
        if key[0] in rooms:
            assert counts[key] == int(row["count"]), key
            compared += 1
    assert compared == len(counts) - len(rooms) or method == "search"


def test_published_numbers_stand_beside_those_of_their_rooms() -> None:
    """Whatever is found for a small room is what the recurrence or the matrix gives."""
    for rows, cols in product(range(1, 7), range(1, 40)):
        for up_to_symmetry in (False, True):
            found = known.layouts(rows, cols, up_to_symmetry=up_to_symmetry)
            assert found == known.layouts(cols, rows, up_to_symmetry=up_to_symmetry)
            if found.value is not None:
                assert found.value == number(f"{rows}x{cols}", up_to_symmetry=up_to_symmetry)
    assert {line.agrees for line in count_tatami("1x1..5x9", None)} == {None, True}
    assert known.layouts(3, 4, 2, up_to_symmetry=True) is None
    assert known.layouts(7, 8, None) is None
    assert known.layouts(9, 11) == ("parity", 0)


def test_rooms_that_cannot_be_swept_say_so() -> None:
    with pytest.raises(ProblemError, match="shorter side may have 61 cells"):
        count_tatami(Region.rectangle(70, 70).without([(1, 1)]))


def test_more_half_mats_than_cells_cost_nothing() -> None:
    assert count_tatami("3x3", (0, 10**9)) == [
        *count_tatami("3x3", (0, 9))[:-1],
        Total({"room": "3x3", "symmetry": "total"}, 22),
    ]
    assert number("3x3", 10**9) == 0


def test_the_first_method_that_can_is_taken() -> None:
    def first(rooms: Region | str, *arguments: int, by_symmetry: bool = False, **more: bool) -> str:
        asked = Tatami(rooms, *arguments, **more)
        return TatamiCount(asked, by_symmetry=by_symmetry).method

    assert first("4x7") == "recurrence"
    assert first("4x4", 4) == first(PILLARS) == "transfer-matrix"
    assert first("4x7", up_to_symmetry=True) == first("3x3", 1, by_symmetry=True) == "search"


@pytest.mark.parametrize(
    ("method", "rooms", "monomers", "options", "reason"),
    [
        ("recurrence", "3x3", 1, {}, "counts only rectangles without half mats"),
        ("recurrence", PILLARS, 0, {}, "counts only rectangles without half mats"),
        ("transfer-matrix", "3x4", 0, {"up_to_symmetry": True}, "counts all layouts, not classes"),
        ("recurrence", "3x4", 0, {"up_to_symmetry": True}, "counts all layouts, not classes"),
    ],
)
def test_methods_refuse_what_they_cannot_count(method, rooms, monomers, options, reason) -> None:
    sentence = f"^The method {method} {reason}.*: use another method, or leave out --method.$"
    with pytest.raises(ProblemError, match=sentence):
        count_tatami(rooms, monomers, method=method, **options)


def test_other_methods_are_named() -> None:
    with pytest.raises(ProblemError, match=f"choose auto, {', '.join(METHODS)}"):
        count_tatami("3x3", method="guess")  # type: ignore[arg-type]
