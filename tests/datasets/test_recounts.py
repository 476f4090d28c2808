"""Counts made without a search agree with sound datasets, and find rows that are gone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import enumino
from enumino.datasets.checks import Report
from enumino.datasets.documents import MANIFEST
from enumino.datasets.manifest import Manifest
from enumino.datasets.storage import open_store
from enumino.enum.problem import Problem
from enumino.errors import IncompleteDatasetError
from enumino.families.trominoes import checks as trominoes
from enumino.objects.region import Region
from tests.forger import Forger

pytestmark = pytest.mark.slow

Rows = list[dict[str, Any]]

PILLAR = "#####\n#####\n##.##\n#####\n#####"
CORNERS = ".##.\n####\n####\n####"


def tilings(region: str, *how: str, **also: bool) -> enumino.Tilings:
    return enumino.Tilings(Region.parse(region), *how, **also)


NOTHING = tilings("3x3", "domino")
# A problem, and the name of the count that is made without a search, if there is one.
SOUND: list[tuple[Problem, str | None]] = [
    (enumino.Polyominoes(range(1, 8)), None),
    (enumino.Tatami("3x16"), "recurrence"),
    (enumino.Tatami("3x4..5x6", up_to_symmetry=True), "recurrence"),
    (enumino.Tatami("4x4", (0, None)), "transfer matrix"),
    (enumino.Tatami("4x5", (2, 4)), "transfer matrix"),
    (enumino.Tatami([Region.parse(PILLAR)], (0, None)), "transfer matrix"),
    (enumino.Tatami("4x4", (0, None), up_to_symmetry=True), "transfer matrix"),
    (enumino.Tatami([Region.parse(PILLAR)], (0, 2), up_to_symmetry=True), "transfer matrix"),
    (tilings("4x6", "domino"), "profiles"),
    (tilings("6x6", "L-tromino", up_to_symmetry=True), "profiles"),
    (tilings("4x4", "tetrominoes", up_to_symmetry=True), "profiles"),
    (tilings(CORNERS, "domino"), "profiles"),
    (tilings(CORNERS, "domino", up_to_symmetry=True), "profiles"),
    (tilings("4x6", "L-tromino, domino", rotations=False), "profiles"),
    (tilings("4x6", "fixed trominoes", reflections=False, up_to_symmetry=True), "profiles"),
    (tilings("4x5", "tetrominoes:0-1, monomino:0-4"), "profiles"),
    (tilings("4x4", "domino, monomino:0"), "profiles"),
    (tilings("4x4", "domino, L-tromino:0, monomino:0", up_to_symmetry=True), "profiles"),
    (tilings("4x5", "domino:2-, L4:2-3", up_to_symmetry=True), "profiles"),
    (enumino.Covers(("queens", 6)), None),
    (enumino.Trominoes(8), "boards"),
    (enumino.Trominoes(64, up_to_symmetry=True), "boards"),
    (NOTHING, "profiles"),
]
NAMES = [problem.describe() for problem, _ in SOUND]
COUNTED = [pair for pair in SOUND if pair[1] not in (None, "boards") and pair[0] != NOTHING]


def failing(report: Report) -> set[str]:
    return {check.name for check in report.checks if not check.ok}


def detail(report: Report, name: str) -> str:
    (check,) = (check for check in report.checks if check.name == name)
    return check.detail


@pytest.fixture
def listed(tmp_path: Path) -> Callable[[Problem], Path]:
    def run(problem: Problem) -> Path:
        root = tmp_path / "dataset"
        manifest = enumino.enumerate_to(root, problem, in_process=True)
        assert len(manifest.files) <= 1
        return root

    return run


def rewrite(root: Path, change: Callable[[Rows], object]) -> None:
    """Make the dataset of other rows, as a search with a mistake would have made it."""

    def changed(table: pa.Table) -> pa.Table:
        rows = table.to_pylist()
        change(rows)
        return pa.Table.from_pylist(rows, table.schema)

    Forger(root).rows(0, changed)


@pytest.mark.long
@pytest.mark.parametrize(("problem", "name"), SOUND, ids=NAMES)
def test_counts_agree_with_sound_datasets(problem: Problem, name, listed) -> None:
    root = listed(problem)
    report = enumino.verify(root, full=True)
    assert report.ok, failing(report)
    names = [check.name for check in report.checks]
    further = names[names.index("no duplicates") + 1 :]
    assert further == ([] if name is None else [name])
    if name is not None:
        whole = Manifest.read(open_store(root)).rows
        if name == "boards":
            assert detail(report, name).startswith("16 boards rebuilt: ")
        elif not getattr(problem, "up_to_symmetry", False) or name == "recurrence":
            assert f"{whole:,} counted as well" in detail(report, name)


BOUNDS = ["", ":0", ":0-1", ":0-3", ":1-", ":2"]


@pytest.mark.long
@pytest.mark.parametrize("corners", BOUNDS)
def test_bounds_of_every_kind_are_counted_alike(corners: str, tmp_path: Path) -> None:
    for singles in BOUNDS:
        pieces = f"domino, L-tromino{corners}, monomino{singles}"
        root = tmp_path / f"with{singles}"
        enumino.enumerate_to(root, tilings("3x4", pieces), in_process=True)
        assert enumino.verify(root).ok, pieces


@pytest.mark.long
@pytest.mark.parametrize("gone", [0, -1])
@pytest.mark.parametrize(("problem", "name"), COUNTED, ids=[p.describe() for p, _ in COUNTED])
def test_a_row_that_nobody_misses_is_found(problem: Problem, name, gone: int, listed) -> None:
    root = listed(problem)
    rewrite(root, lambda rows: rows.pop(gone))
    report = enumino.verify(root)
    assert name in failing(report)
    told = detail(report, name)
    assert " found, and " in told
    assert told.endswith(" counted")
    assert failing(report) <= {name, "published totals", "orbit sum"}


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (enumino.Tatami([Region.parse(PILLAR)], (0, None)), "found, and"),
        (tilings(CORNERS, "domino", up_to_symmetry=True), "11 found, and 12 counted"),
        (tilings("4x6", "L-tromino, domino", rotations=False), "found, and"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.describe(),
)
def test_where_only_the_count_can_tell(problem: Problem, told: str, listed) -> None:
    root = listed(problem)
    rewrite(root, lambda rows: rows.pop())
    report = enumino.verify(root, full=True)
    (name,) = failing(report)
    assert name in ("transfer matrix", "profiles")
    assert told in detail(report, name)


@pytest.mark.parametrize(
    ("problem", "found"),
    [
        (enumino.Polyominoes(range(1, 8)), "published totals"),
        (enumino.Covers(("queens", 6)), "published totals"),
        (enumino.Trominoes(8), "published totals"),
        (enumino.Trominoes(64, up_to_symmetry=True), "published totals"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.describe(),
)
def test_what_is_known_finds_it_elsewhere(problem: Problem, found: str, listed) -> None:
    root = listed(problem)
    rewrite(root, lambda rows: rows.pop())
    assert found in failing(enumino.verify(root))


@pytest.mark.parametrize("problem", [tilings("4x4", "domino"), enumino.Tatami("4x4", (0, 2))])
def test_counts_of_unknown_classes_are_a_mismatch(problem: Problem, listed) -> None:
    manifest = listed(problem) / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"axis"', '"total"', 1))
    report = enumino.verify(manifest.parent)
    assert "the rows do not add up" in detail(report, "published totals")


# Rows of boards that nobody asked for.


def of_another_cell(rows: Rows, **values: object) -> None:
    rows[0].update(values)


@pytest.mark.parametrize(
    ("problem", "values", "found"),
    [
        (
            enumino.Trominoes(8, (3, 2)),
            {"missing_row": 0, "missing_col": 0},
            "lacks a cell that was not asked for",
        ),
        (enumino.Trominoes(8, (3, 2)), {"board": 4}, "is of a board that was not asked for"),
        (enumino.Tatami("3x4"), {"rows": 9}, "is of a room that was not asked for"),
        (
            enumino.Tatami("3x4", (0, 2), up_to_symmetry=True),
            {"rows": 9},
            "is of a room that was not asked for",
        ),
    ],
)
def test_rows_of_other_boards_are_found(problem: Problem, values, found: str, listed) -> None:
    root = listed(problem)
    rewrite(root, lambda rows: rows[0].update(values))
    report = enumino.verify(root)
    assert "rows" in failing(report)
    assert found in detail(report, "rows")


def test_the_board_of_another_cell_is_found(listed, tmp_path: Path) -> None:
    """A sound row, but not the one that was asked for."""
    asked, other = enumino.Trominoes(8, (3, 2)), enumino.Trominoes(8, (3, 3))
    (row,) = [row for batch in other.batches([()]) for row in batch.records.to_pylist()]
    root = listed(asked)
    rewrite(root, lambda rows: rows[0].update(row))
    report = enumino.verify(root)
    assert failing(report) == {"rows"}
    assert "lacks a cell that was not asked for" in detail(report, "rows")


# What it takes.


def test_a_large_board_that_is_built_wrong_is_found(listed, monkeypatch) -> None:
    root = listed(enumino.Trominoes(64, (3, 2)))
    build = trominoes.numbered_board

    def swapped(side: int, missing: tuple[int, int]) -> object:
        board = build(side, missing)
        board[0, 0], board[63, 63] = board[63, 63], board[0, 0]
        return board

    monkeypatch.setattr(trominoes, "numbered_board", swapped)
    report = enumino.verify(root)
    assert failing(report) == {"boards"}
    assert "without 3,2: The cells of tromino" in detail(report, "boards")


def test_no_count_is_made_that_would_take_too_long(listed, monkeypatch) -> None:
    root = listed(tilings("4x6", "domino"))
    monkeypatch.setattr("enumino.families.tilings.checks.MOST_STATES", 3)
    report = enumino.verify(root)
    assert report.ok
    assert "profiles" not in [check.name for check in report.checks]


def test_every_check_is_told_as_it_is_done(listed) -> None:
    told: list[object] = []
    report = enumino.verify(listed(tilings("4x4", "domino")), on_check=told.append)
    assert told == report.checks
    assert report.checks[-1].detail == "36 counted as well"


def test_a_dataset_that_is_not_finished(listed) -> None:
    root = listed(tilings("4x6", "domino"))
    (root / MANIFEST).unlink()
    with pytest.raises(IncompleteDatasetError):
        enumino.verify(root)
