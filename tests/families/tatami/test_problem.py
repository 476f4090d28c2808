"""The tatami problem: batches, rooms, parameters; layouts against a naive listing."""

import pyarrow as pa
import pytest

from enumino.enum.partition import partition
from enumino.errors import ProblemError
from enumino.families.tatami.parameters import regions_of
from enumino.families.tatami.problem import Tatami
from enumino.objects.lattices import HEXAGONAL
from enumino.objects.region import Region
from tests.families.tilings.drawn import table

PILLAR = Region.parse("####\n#..#\n####\n####")


class Small(Tatami):
    letters_a_batch = 40


def test_a_batch_ends_when_its_letters_are_spent() -> None:
    whole = table(Tatami("2x2..3x5", None), [()])
    batches = [batch.records for batch in Small("2x2..3x5", None).batches([()])]
    assert len(batches) > 50
    assert max(sum(map(len, batch["layout"].to_pylist())) for batch in batches) <= 40
    assert pa.Table.from_batches(batches).combine_chunks().equals(whole)


def test_rooms_may_be_named_in_many_ways() -> None:
    assert Tatami("4x7") == Tatami(["4 x 7"]) == Tatami(Region.rectangle(4, 7))
    assert Tatami("##\n##") == Tatami("2x2")
    assert Tatami("###").regions == (Region.rectangle(1, 3),)
    assert [room.name for room in regions_of("2x3 .. 3x4")] == ["2x3", "2x4", "3x3", "3x4"]
    assert [room.name for room in regions_of(["1x1..1x2", "4x4"])] == ["1x1", "1x2", "4x4"]
    assert Tatami("4x4", 2) == Tatami("4x4", (2, 2)) == Tatami("4x4", "2")
    assert Tatami("4x4", None) == Tatami("4x4", "any")
    assert Tatami("4x4", None).half_mats == (0, None)


@pytest.mark.parametrize(
    ("rooms", "monomers", "options", "message"),
    [
        ([], 0, {}, "no room to fill: give at least one, such as 4x7"),
        ("0x4", 0, {}, "0x4 has no cells"),
        (["2x2", "3x4", "2x2"], 0, {}, "room 2x2 is given twice: name each room once"),
        (["4x4", PILLAR], 0, {}, "Several rooms at once must be rectangles"),
        ("4x4", -1, {}, "-1 is not a number of half mats: write 0"),
        ("4x4", (3, 2), {}, r"\(3, 2\) is not a number of half mats: write 0"),
        ("4x4", (1, 2, 3), {}, r"\(1, 2, 3\) is not a number of half mats: write 0"),
    ],
)
def test_impossible_parameters_are_refused(rooms, monomers, options, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        Tatami(rooms, monomers, **options)


def test_problems_say_what_they_are() -> None:
    halves = "tatami layouts of 4x7 with any number of half mats"
    assert Tatami("4x7", None).describe() == halves
    assert Tatami("4x7", 1).describe() == "tatami layouts of 4x7 with 1 half mat"
    several = "tatami layouts of 4 rooms, 2x2 to 3x3 with 1-3 half mats, up to symmetry"
    assert Tatami("2x2..3x3", (1, 3), up_to_symmetry=True).describe() == several


@pytest.mark.parametrize(
    ("room", "monomers"),
    [
        ("1x1", 0),
        ("3x5", 0),
        ("3x3", 2),
        ("2x3", (7, 9)),
        ("2x3", 1),
        (Region.parse(".#\n##"), 0),
        (Region.parse("#.#\n..."), 0),
        ("4x5", (19, 19)),
    ],
)
def test_rooms_without_layouts_have_no_rows(room, monomers) -> None:
    for up_to_symmetry in (False, True):
        problem = Tatami(room, monomers, up_to_symmetry=up_to_symmetry)
        assert problem.count().total == 0
        assert table(problem, [()]).num_rows == 0
        assert sum(len(part) for part in partition(problem).parts) <= 1


def test_expected_rows_are_exact_where_recurrences_give_them() -> None:
    assert Tatami("3x60").expect(1e7).rows == 2_692_538
    assert Tatami("3x12", up_to_symmetry=True).expect(10).rows in range(7, 10)
    assert Tatami("2x2..3x4").expect(100).rows == 2 + 3 + 4 + 3 + 0 + 4


@pytest.mark.parametrize(
    "problem", [Tatami("2x20000"), Tatami(Region.parse(".###" * 90), None), Tatami("4x80", None)]
)
def test_endless_searches_are_refused_in_one_sentence(problem: Tatami) -> None:
    sentence = "more than a thousand years: `enumino count tatami` .*; enumerate … --limit K lists"
    with pytest.raises(ProblemError, match=sentence):
        partition(problem)


def test_rooms_are_not_made_before_they_are_counted() -> None:
    with pytest.raises(ProblemError, match=r"99,980,001 regions in '1x1\.\.9999x9999'"):
        Tatami("1x1..9999x9999")
    assert len(Tatami("2×2..3×3").rooms) == 4


def test_rooms_are_of_squares() -> None:
    with pytest.raises(ProblemError, match="4x4 is a region of the hexagonal lattice"):
        Tatami(Region("4x4", HEXAGONAL))
