"""Samples: uniform, the same for a seed whoever makes them, and honest datasets."""

import json
import tempfile
from collections import Counter
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

import enumino
from enumino.datasets.commit import commit
from enumino.datasets.plan import Plan
from enumino.datasets.storage import open_store
from enumino.enum.problem import Problem
from enumino.enum.sweep import LIMB_BITS
from enumino.errors import DamagedError, ProblemError, StorageError
from enumino.families.tilings.ranked import SweptTilings
from enumino.registry import problem_from_json
from enumino.run import searching
from enumino.run.events import Event, Started
from enumino.run.listing import make_parts
from enumino.run.planning import share
from enumino.samples import sample as samples
from enumino.samples.making import make_plan
from enumino.samples.ranks import below, drawn_ranks
from tests.dataset_tools import (
    Enumino,
    Events,
    StopHereError,
    data_digest,
    parts_done,
    rows_found,
    rows_of,
    sentence,
    stop_after,
)
from tests.laws.struck import Run
from tests.laws.test_parts_of_one_row import PROBLEMS
from tests.object_server import Bucket

DRAWS_PER_OBJECT = 20
UNIFORM: dict[str, Problem] = {
    **PROBLEMS,
    "condition": enumino.Polyominoes(6, "fixed", only="perimeter < 14"),
    "up to symmetry": enumino.Tilings("5x6", "L-tromino, domino:0-3", up_to_symmetry=True),
    "fixed": enumino.Polyominoes(6, "fixed"),
    "one-sided": enumino.Polyominoes(6, "one-sided"),
    "dominoes": enumino.Tilings("4x6", "domino"),
    "half mats": enumino.Tatami(["4x4", "3x5"], (0, 2)),
    "colours": enumino.Covers("langford 7"),
    "pairs": enumino.Covers("subsets 8 2"),
    "quarters": enumino.Partitions("4x4", parts=4, sizes=4),
    "queens": enumino.Partitions("2x4", parts="2-3", contiguity="queen"),
}


def deviation(found: list[Any], objects: list[Any]) -> float:
    """Pearson's chi-squared of a sample, as standard deviations from its mean."""
    counts, each = Counter(map(repr, found)), len(found) / len(objects)
    assert counts.keys() <= set(map(repr, objects))
    missing = len(objects) - len(counts)
    total = sum((n - each) ** 2 for n in counts.values()) / each + missing * each
    freedom = len(objects) - 1
    return (total - freedom) / sqrt(2 * freedom) if freedom else 0.0


@pytest.fixture
def divided(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small problems are divided into many subtrees, and samples into many parts."""
    monkeypatch.setattr(searching, "SHORT", 0.0)
    monkeypatch.setattr(searching, "SECONDS_PER_PART", 1e-4)
    monkeypatch.setattr(samples, "PIECES_PER_PART", 5)
    monkeypatch.setattr(samples, "ROWS_PER_PART", 30)


@pytest.mark.slow
@pytest.mark.usefixtures("divided")
@pytest.mark.parametrize("name", UNIFORM)
def test_each_object_is_drawn_as_often(name: str) -> None:
    problem = UNIFORM[name]
    objects = rows_found(problem)
    methods = [each.method for each in samples.orders(problem) if not each.obstacle(problem)]
    for number, method in enumerate([*methods, "parts"]):
        some = enumino.sample(
            problem, DRAWS_PER_OBJECT * len(objects), number, method=method, threads=1
        )
        assert some.objects == len(objects)
        assert abs(deviation(rows_found(some), objects)) < 3.5, method
        whole = enumino.sample(
            problem, len(objects), number, distinct=True, method=method, threads=1
        )
        assert sorted(map(repr, rows_found(whole))) == sorted(map(repr, objects)), method


def test_all_pentomino_boxes_are_drawn_as_often() -> None:
    problem = enumino.Tilings("6x10", "pentominoes", each_once=True, up_to_symmetry=True)
    objects = rows_found(problem)
    assert len(objects) == 2339
    assert abs(deviation(rows_found(enumino.sample(problem, 46_780, 1)), objects)) < 3


@pytest.mark.slow
def test_all_fixed_polyominoes_are_drawn_as_often() -> None:
    problem = enumino.Polyominoes(9, "fixed")
    objects = rows_found(problem)
    assert len(objects) == 9910
    for method in ("transfer-matrix", "parts"):
        some = enumino.sample(problem, 49_550, 1, method=method)
        assert abs(deviation(rows_found(some), objects)) < 3


@pytest.mark.slow
def test_polyominoes_too_large_to_list_are_drawn(tmp_path: Path) -> None:
    """Their total is A000105(22), and rows have masks of four words."""
    problem = enumino.Polyominoes(22)
    enumino.sample_to(tmp_path / "some", problem, 30, 4, distinct=True)
    assert enumino.verify(tmp_path / "some").ok
    dataset = enumino.open_dataset(tmp_path / "some")
    assert dataset.problem.objects == 43_191_857_688  # type: ignore[attr-defined]
    with pytest.raises(ProblemError, match="22 cells cannot be listed"):
        enumino.enumerate_to(tmp_path / "all", problem)
    assert not list(tmp_path.glob("all/*"))


def test_a_memo_finds_covers_whose_rests_recur() -> None:
    """Pairs of 20 letters: each pair is in one of 19 covers."""
    some = enumino.sample(enumino.Covers("subsets 20 2"), 500, 1)
    assert (some.draw.method, some.objects) == ("memo", 654_729_075)
    firsts = Counter(row["options"][0] for row in rows_found(some))
    assert sorted(firsts) == list(range(19))
    assert abs(deviation([*firsts.elements()], [*range(19)])) < 3


def test_ranks_of_several_limbs_are_tilings() -> None:
    problem = enumino.Tilings("12x12", "domino", placements=False)
    order = SweptTilings(problem)
    (line,) = enumino.count_tilings(problem)
    assert order.total == line.count > 1 << LIMB_BITS
    ranks = [bound + k for bound in (0, 1 << LIMB_BITS, order.total - 100) for k in range(-50, 50)]
    ranks = [rank for rank in ranks if 0 <= rank < order.total]
    layouts = order.rows(ranks)["layout"].to_pylist()
    assert len(set(layouts)) == len(ranks)
    assert order.rows(ranks[::-1])["layout"].to_pylist() == layouts[::-1]
    # Half of the tilings cannot have a horizontal domino in a corner.
    letters = Counter(row["layout"][0] for row in rows_found(enumino.sample(problem, 5_000, 1)))
    assert abs(letters["A"] - 2_500) < 3 * sqrt(1_250)


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 1000, 2**64 - 1, 2**64, 10**30])
def test_integers_of_any_size_are_uniform(bound: int) -> None:
    drawn = [below(bound, 7, number) for number in range(5_000)]
    assert min(drawn) >= 0
    assert max(drawn) < bound
    mean, spread = (bound - 1) / 2, sqrt((bound**2 - 1) / 12 / len(drawn))
    assert abs(sum(drawn) / len(drawn) - mean) <= 3 * spread


@pytest.mark.parametrize("distinct", [False, True])
def test_ranks_depend_on_the_seed_and_their_number(distinct: bool) -> None:
    five = drawn_ranks(10**20, 5, 1, distinct=distinct)
    assert five[:3] == drawn_ranks(10**20, 3, 1, distinct=distinct)
    assert five != drawn_ranks(10**20, 5, 2, distinct=distinct)
    assert sorted(drawn_ranks(50, 50, 1, distinct=True)) == list(range(50))


@pytest.mark.usefixtures("divided")
@pytest.mark.parametrize("method", ["auto", "parts"])
@pytest.mark.parametrize("name", ["polyominoes", "dominoes", "half mats", "colours", "quarters"])
def test_bytes_do_not_depend_on_who_makes_them(name: str, method: str, tmp_path: Path) -> None:
    problem, rows = UNIFORM[name], 150

    def made(folder: str, **where: Any) -> str:
        enumino.sample_to(tmp_path / folder, problem, rows, 3, method=method, **where)
        assert enumino.verify(tmp_path / folder).ok
        return data_digest(tmp_path / folder)

    expected = made("one", threads=1)
    assert made("four", threads=4, memory=1) == expected
    assert made("disk", threads=4, memory=1) == expected
    whole = rows_of(tmp_path / "one")
    enumino.sample_to(tmp_path / "first", problem, 40, 3, method=method)
    assert rows_of(tmp_path / "first") == whole[:40]
    store = open_store(tmp_path / "shares")
    made_sample, plan = make_plan(store, problem, rows, 3, False, method)
    assert problem_from_json(plan.problem).to_json() == made_sample.to_json()
    for number in (2, 1):
        again = problem_from_json(Plan.read(store).problem)
        make_parts(store, again, share(plan, number, 2), threads=1)
    commit(store)
    assert data_digest(tmp_path / "shares") == expected
    if len(plan.parts) > 1:

        def stop(_: Event) -> None:
            if parts_done(tmp_path / "stopped") == 2:
                raise StopHereError

        with pytest.raises(StopHereError):
            made("stopped", threads=1, on_event=stop)
        assert made("stopped", threads=4) == expected


def test_states_beyond_the_memory_are_in_a_file_without_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("dominoes", "half mats", "quarters", "fixed"):
        problem = UNIFORM[name]
        order, ranks = samples.orders(problem)[0], range(10)
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
        on_disk = order(problem, memory=0)
        assert on_disk.rows(ranks) == order(problem).rows(ranks)
        assert not list(tmp_path.iterdir())
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
        with pytest.raises(StorageError, match="set TMPDIR to a folder on a larger disk"):
            order(problem, memory=0).rows(ranks)


@pytest.mark.usefixtures("divided")
@pytest.mark.parametrize("place", ["disk", "bucket"])
def test_an_interrupted_count_is_resumed(place: str, tmp_path: Path, bucket: Bucket) -> None:
    root = {"disk": str(tmp_path / "some"), "bucket": f"{bucket.uri}/some"}[place]
    problem = enumino.Polyominoes(11)
    with pytest.raises(StopHereError):
        enumino.sample_to(root, problem, 20, method="parts", threads=1, on_event=stop_after(2))
    assert not open_store(root).entries()
    resumed = Events()
    enumino.sample_to(root, problem, 20, method="parts", threads=1, on_event=resumed)
    assert len(resumed.of(Started)[0].finished) == 2
    assert enumino.verify(root).ok
    assert not open_store(f"{root}/.counting").entries()
    whole = enumino.sample(problem, 20, method="parts", threads=1)
    assert list(enumino.open_dataset(root).objects()) == list(whole.drawn())


@pytest.mark.slow
def test_killed_samples_are_resumed(tmp_path: Path, here: Enumino) -> None:
    command = ["sample", "tatami", "--room", "5x6", "--rows", "50", "--seed", "2", "--quiet"]
    assert here(*command, "--to", str(tmp_path / "whole")).code == 0
    for at in range(5, 10_000, 12):
        root = tmp_path / str(at)
        code, _ = Run([*command, "--to", str(root)], root, at).end()
        assert here(*command, "--to", str(root)).code == 0
        assert data_digest(root) == data_digest(tmp_path / "whole")
        if code == 0:
            break
    assert at > 20


def test_run_and_commit_make_a_planned_sample(tmp_path: Path, here: Enumino) -> None:
    root = str(tmp_path / "rooms")
    make_plan(open_store(root), enumino.Tatami("4x5", "any"), 10, 1, True, "auto")
    assert here("run", root, "--share", "1/1", "--memory", "0").code == 0
    assert here("commit", root).code == 0
    assert here("verify", root).code == 0
    text = here("info", root).out
    assert text.startswith("10 distinct random samples of tatami layouts of 4x5")


def test_the_plan_has_seed_method_and_number_of_objects(tmp_path: Path) -> None:
    enumino.sample_to(tmp_path / "some", enumino.Polyominoes(8), 5, 9)
    plan = json.loads((tmp_path / "some" / "plan.json").read_text())
    drawn = plan["problem"]["sample"]
    assert (drawn["rows"], drawn["seed"], drawn["method"]) == (5, 9, "parts")
    assert drawn["objects"] == "369"
    dataset = enumino.open_dataset(tmp_path / "some")
    assert {total.published for total in dataset.totals} == {None}
    assert list(dataset.objects()) == list(dataset.problem.drawn())  # type: ignore[attr-defined]


def test_equal_rows_are_a_fault_of_distinct_samples_only(tmp_path: Path) -> None:
    problem = enumino.Tatami("3x4")
    enumino.sample_to(tmp_path / "equal", problem, 40, 1)
    assert enumino.verify(tmp_path / "equal").ok
    with pytest.raises(ProblemError, match="fewer than 40 distinct rows"):
        enumino.sample_to(tmp_path / "distinct", problem, 40, 1, distinct=True)
    assert not list(tmp_path.glob("distinct/*"))


def test_damaged_samples_are_refused(tmp_path: Path) -> None:
    made = enumino.sample(enumino.Polyominoes(8), 5, 9).to_json()
    for change in ({"objects": "370"}, {"method": "magic"}, {"rows": 0}, {"subtrees": "x"}):
        damaged = {**made, "sample": {**made["sample"], **change}}
        with pytest.raises(DamagedError):
            rows_found(problem_from_json(damaged))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("tilings --region 3x5 --pieces L-tromino --rows 3", "There is nothing to draw"),
        ("tilings --region 2x3 --pieces domino --rows 4 --distinct", "fewer than 4 distinct"),
        ("tilings --region 2x3 --pieces domino --rows 4 --seed x", "'x' is not a whole number"),
        ("tilings --region 2x3 --pieces domino --rows 4 --seed 1.5", "not a whole number"),
        ("tilings --region 2x3 --pieces domino --rows 0", "0 is not in the range"),
        ("tilings --region 2x3 --pieces domino --rows 4 --method magic", "no method 'magic'"),
        ("tilings --region 2x3 --pieces domino", "Give the number of objects to draw"),
        ("tilings --region 2x3 --pieces domino --rank 3", "no object of rank 3: the 3 tilings"),
        ("tilings --region 2x3 --pieces domino --rank -1", "no object of rank -1"),
        ("tilings --region 2x3 --pieces domino --rank x", "'x' is not a whole number"),
        ("tilings --region 2x3 --pieces domino --rank 1 --seed 1", "exclude each other"),
        ("polyominoes --cells 5 --method transfer-matrix --rank 1", "use --method parts"),
        (
            "tatami --room 9x9 --rows 1 --limit 3 --method transfer-matrix",
            "does not take conditions, limits or symmetry",
        ),
        ("tilings --region 2x3 --pieces domino --rows 4 --json", "leave out --json"),
    ],
)
def test_bad_input_is_one_sentence(words: str, said: str, here: Enumino) -> None:
    assert said in sentence(here("sample", *words.split()), 2)


def test_a_dry_run_names_method_and_work(tmp_path: Path, here: Enumino) -> None:
    """The sweep of a small problem runs to its end, and its states are counted."""
    root = tmp_path / "some"
    for words, said in {
        "partitions --region 4x4 --parts 4 --method transfer-matrix": "about 624 states, which",
        "partitions --region 6x6 --parts 6 --up-to-symmetry": "by parts: a count by search, in",
        "tilings --region 16x16 --pieces domino": "by transfer-matrix: about 1,302,263 states",
        "tilings --region 24x24 --pieces domino": "3.0 GB in memory, ",
        "polyominoes --cells 31 --memory 1": "1.0 GB in memory, 1.1 GB on disk",
    }.items():
        told = here("sample", *words.split(), "--rows", "3", "--dry-run", "--to", str(root))
        assert said in told.out
    assert not root.exists()


def test_show_draws_datasets_and_problems(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, here: Enumino
) -> None:
    """A folder may have the name of a family; the options of a problem tell them apart."""
    monkeypatch.chdir(tmp_path)
    assert (
        here("sample", "polyominoes", "--cells", "4", "--rows", "3", "--to", "polyominoes").code
        == 0
    )
    assert "Missing option" not in here("show", "polyominoes").err
    assert (
        here("show", "polyominoes", "--where", "cells = 4").out == here("show", "polyominoes").out
    )
    drawn = here("show", "polyominoes", "--cells", "4", "--random", "3", "--seed", "0")
    assert drawn.out == here("sample", "polyominoes", "--cells", "4", "--rows", "3").out
    assert here("show", "cover", "queens", "6", "--random", "2").out.count("Q") == 12
    assert here("show", "tilings", "--region", "4x4", "--pieces", "domino", "--random=6",
                "--svg", "six.svg").code == 0  # fmt: skip
    assert Path("six.svg").read_text().startswith("<svg")
    assert "--random N draws N objects" in sentence(here("show", "polyominoes", "--cells", "4"), 2)


@pytest.mark.usefixtures("divided")
def test_objects_of_all_ranks_are_the_listing(here: Enumino) -> None:
    for words, problem in {
        "tilings --region 2x5 --pieces domino": enumino.Tilings("2x5", "domino"),
        "tatami --room 3x4": enumino.Tatami("3x4"),
        "polyominoes --cells 4 --kind fixed": enumino.Polyominoes(4, "fixed"),
        "cover langford 4": enumino.Covers("langford 4"),
    }.items():
        objects = rows_found(problem)
        for method in (samples.orders(problem)[0].method, "parts"):
            named = ["show", *words.split(), "--method", method, "--rank"]
            drawn = {here(*named, str(rank)).out for rank in range(len(objects))}
            assert len(drawn) == len(objects)
            assert "ranks from 0 on" in sentence(here(*named, str(len(objects))), 2)


def test_another_sample_is_not_resumed(tmp_path: Path, here: Enumino) -> None:
    command = ["sample", "tatami", "--room", "3x4", "--rows", "5", "--to", str(tmp_path / "rooms")]
    assert here(*command).code == 0
    assert "nothing to do" in here(*command).out
    assert "holds another problem, 5 random samples" in sentence(here(*command, "--seed", "1"), 1)
