"""Counting without listing: on any number of threads, in folders, in shares; and dilates."""

from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

import enumino
from enumino.datasets.totals import read_counts
from enumino.enum.problem import Problem, Tally
from enumino.errors import DatasetError, ProblemError
from enumino.families.covers.exact_cover import CoverProblem
from enumino.families.polyforms.counts import PolyformCount
from enumino.families.polyforms.families import family_named
from enumino.families.tatami.counts import TatamiCount
from enumino.families.tatami.problem import Tatami
from enumino.families.tilings import published as known
from enumino.families.tilings.counts import TilingCount
from enumino.families.tilings.dilates import dilates
from enumino.objects.polyform import Polyform
from enumino.run import searching as search
from enumino.run.counting import Count
from enumino.run.events import Event, PartFinished, Progressed, Started
from enumino.run.searching import SearchCount, count_by_search
from tests import naive_cover
from tests.dataset_tools import StopHereError, stop_after
from tests.forger import Forger

PROBLEMS: list[Problem] = [
    enumino.Polyominoes(range(1, 9)),
    enumino.Tatami("3x4..5x6"),
    enumino.Tatami("4x5", (0, None), up_to_symmetry=True),
    enumino.Tilings("6x6", "domino", up_to_symmetry=True),
    enumino.Tilings("5x6", "L, P, T, V, Y, W", at_most_once=True),
    enumino.Tilings("4x5", "tetrominoes:0-1, monomino:0-4", engine="option-bitsets"),
    enumino.Tilings("2x3", "tetrominoes"),
    enumino.Covers("queens 6"),
    enumino.Covers("subsets 6"),
    enumino.Trominoes(16),
]
COUNTS: list[Count] = [
    *map(SearchCount, PROBLEMS),
    SearchCount(enumino.Polyominoes(7), ("tree", "holes", "symmetry")),
    PolyformCount(family_named("polyominoes"), range(1, 15), by_symmetry=True),
    PolyformCount(family_named("polyhexes"), range(1, 9), "free"),
    PolyformCount(enumino.LatticePolyforms(3, lattice="cairo").entry, range(1, 9)),
    TilingCount(enumino.Tilings("6x6", "tetrominoes")),
    TilingCount(enumino.Tilings("6x6", "domino"), by_symmetry=True),
    TilingCount(
        enumino.Tilings("hexagon 2", "trihexes, monohex", lattice="hexagonal"), by_symmetry=True
    ),
    TilingCount(enumino.Tilings("20x20", "domino")),
    TatamiCount(Tatami("3x4..5x6", (0, None))),
    TatamiCount(Tatami("1000x1001")),
]


@pytest.fixture
def many_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Divide small searches too, so that threads have something to share."""
    monkeypatch.setattr(search, "SECONDS_PER_PART", 1e-9)
    monkeypatch.setattr(search, "MAX_PARTS", 7)
    monkeypatch.setattr(search, "SHORT", 0.0)


@pytest.mark.parametrize("count", COUNTS, ids=lambda c: f"{type(c).__name__} of {c.title}")
def test_a_count_goes_on_from_its_folder(count: Count, many_parts: None, tmp_path: Path) -> None:
    """Also in shares; another count is refused, and so are rows."""
    stopped = stop_after(2)
    expected, parts = count.whole(threads=1), [part.index for part in count.parts()]
    if type(count) is SearchCount and count.by is None:
        assert expected == count.problem.count()
    with suppress(StopHereError):
        count.run(tmp_path / "one", threads=1, on_event=stopped)
    told: list[Event] = []
    assert count.whole(to=tmp_path / "one", threads=1, on_event=told.append) == expected
    (started,) = (event for event in told if isinstance(event, Started))
    assert [result.index for result in started.finished] == stopped.finished_parts
    made = {event.result.index for event in told if isinstance(event, PartFinished)}
    assert made == {*parts} - {*stopped.finished_parts}

    shares = [count.run(tmp_path / "shared", (k, 3), threads=1) for k in (1, 2, 3)]
    assert sorted(result.index for share in shares for result in share) == parts
    told.clear()
    lines = count.totals(to=tmp_path / "shared", on_event=told.append)
    assert not any(isinstance(event, PartFinished) for event in told)
    assert lines == count.lines(expected.counts)
    assert read_counts(tmp_path / "shared" / "counts.parquet") == count.reported(lines)

    with pytest.raises(DatasetError, match=r"the number of .*: choose another folder for"):
        SearchCount(enumino.Polyominoes(3, "fixed")).run(tmp_path / "one")


def test_folders_of_something_else_are_refused(tmp_path: Path) -> None:
    count = SearchCount(enumino.Polyominoes(5))
    enumino.enumerate_to(tmp_path / "rows", enumino.Polyominoes(5), threads=1)
    with pytest.raises(DatasetError, match="choose another folder for the number of"):
        count.run(tmp_path / "rows")
    count.run(tmp_path / "counted")
    with pytest.raises(DatasetError, match="choose another folder for free polyominoes"):
        enumino.enumerate_to(tmp_path / "counted", enumino.Polyominoes(5))
    (tmp_path / "thesis.tex").write_text("")
    with pytest.raises(DatasetError, match="is not empty"):
        count.run(tmp_path)


def test_plans_are_followed_and_damaged_parts_made_again(
    many_parts: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A version that divides the work otherwise keeps to the plan; another tree is refused."""
    count = SearchCount(enumino.Tatami("4x5", (0, None)))
    expected = count.whole(to=tmp_path, threads=1)
    part = min((tmp_path / "parts").iterdir())
    part.write_text("{}")
    monkeypatch.undo()  # of `many_parts`
    assert count.whole(to=tmp_path, threads=1) == expected
    Forger(tmp_path).plan(lambda said: said.update(tree_version=99))
    min((tmp_path / "parts").iterdir()).unlink()
    with pytest.raises(DatasetError, match="was started with version 99 of this search"):
        count.run(tmp_path)


@pytest.mark.parametrize("threads", [1, 2])
def test_events_tell_of_every_node(threads: int, many_parts: None) -> None:
    told: list[Event] = []
    tally = count_by_search(enumino.Trominoes(16), on_event=told.append, threads=threads)
    (started,) = (event for event in told if isinstance(event, Started))
    assert (told[0], started.threads, tally.total) == (started, threads, 256)
    nodes = sum(event.nodes for event in told if isinstance(event, Progressed))
    assert nodes == tally.nodes


def test_nodes_beyond_64_bits_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tatami, "count", lambda *_, **__: Tally({("none",): 2**70}, 2**70))
    count = SearchCount(enumino.Tatami("4x4"), by_key=False)
    (made,) = count.run(tmp_path)
    assert (made.nodes, made.counts) == (2**70, [[2**70]])
    assert count.run(tmp_path) == [made]


@pytest.mark.parametrize(
    ("cells", "factor", "number"),
    [
        (1, 2, 1), (2, 2, 1), (3, 2, 2), (4, 2, 3), (5, 2, 2), (6, 2, 3),
        (1, 3, 1), (2, 3, 1), (3, 3, 2), (4, 3, 3), (5, 1, 12),
        pytest.param(8, 4, known.dilates(8, 4).value, marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_dilates_are_tiled(cells: int, factor: int, number: int) -> None:
    found = list(dilates(cells, factor))
    assert len({one.polyomino for one in found}) == len(found) == number
    for polyomino, tiling in ((one.polyomino, one.tiling) for one in found):
        assert len(polyomino) == cells
        assert {(r // factor, c // factor) for r, c in tiling.region} == {*polyomino}
        assert len(tiling.region) == factor**2 * len(polyomino)
        assert len(tiling) == factor**2
        shapes = {Polyform(piece.cells).canonical("free") for piece in tiling.pieces}
        assert shapes == {polyomino.canonical("free")}


def test_counts_stop_at_a_number() -> None:
    """Sets of items by their subsets at random, by the definition."""
    random, numbers = Random(5), Counter[int]()
    for _ in range(24):
        options = [[i for i in range(5) if random.random() < 0.4] or [0] for _ in range(7)]
        options += [[i] for i in range(5) if random.random() < 0.6]
        puzzle = CoverProblem("abcde", (), options)
        number = len(naive_cover.by_definition(puzzle))
        numbers[min(number, 2)] += 1
        for most in (1, 2, 5):
            found = search.count_up_to(enumino.Covers(puzzle), most)
            assert found == min(number, most)
    assert min(numbers[0], numbers[1], numbers[2]) >= 3


def test_one_class_is_not_one_solution() -> None:
    for classes, number in ((False, 2), (True, 1)):
        assert search.count_up_to(enumino.Tatami("4x4", up_to_symmetry=classes), 2) == number
        thin = enumino.Tilings("2x3", "L-tromino", up_to_symmetry=classes)
        assert search.count_up_to(thin, 2) == number


def test_a_search_that_finds_many_ends_at_once() -> None:
    assert search.count_up_to(enumino.Tilings("40x40", "domino"), 2) == 2


def test_a_search_without_a_limit_cannot_be_stopped() -> None:
    with pytest.raises(ProblemError, match=r"has no limit: count all objects\.$"):
        search.count_up_to(enumino.Trominoes(4), 2)
