"""Rows that a faulty search would have made: verification finds them in every family."""

from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest

import enumino
from enumino.datasets.documents import MANIFEST
from enumino.enum.problem import Problem
from enumino.errors import IncompleteDatasetError
from enumino.objects.region import Region
from tests.forger import Forger, failing

Change = Callable[[pa.Table], pa.Table]

PILLAR = "#####\n#####\n##.##\n#####\n#####"
CORNERS = ".##.\n####\n####\n####"


def tilings(region: str, *how: str, **also: bool) -> enumino.Tilings:
    return enumino.Tilings(Region.parse(region), *how, **also)


FREE = enumino.Polyominoes(range(1, 10))
STORED = enumino.Polyominoes(range(1, 8), derived="tree,cut_cells")
ONE_CORNER = enumino.Trominoes(8, (3, 2))
NOTHING = tilings("3x3", "domino")
# A problem, and the name of the check that a lost row fails: a count made without a search, if
# there is one.
SOUND: list[tuple[Problem, str]] = [
    (FREE, "published totals"),
    (enumino.Polyominoes(range(1, 8), "one-sided"), "published totals"),
    (enumino.Polyominoes(range(1, 8), "fixed"), "published totals"),
    (enumino.Polyhexes(range(1, 7)), "published totals"),
    (enumino.Polyiamonds(range(1, 8), "one-sided"), "published totals"),
    (enumino.Polyplets(range(1, 6)), "published totals"),
    (enumino.Polycubes(range(1, 6)), "published totals"),
    (enumino.Polysticks(range(1, 6)), "published totals"),
    (enumino.Tatami("3x16"), "recurrence"),
    (enumino.Tatami("3x4..5x6", up_to_symmetry=True), "recurrence"),
    (enumino.Tatami("4x4", (0, None)), "transfer matrix"),
    (enumino.Tatami("4x5", (2, 4)), "transfer matrix"),
    (enumino.Tatami([Region.parse(PILLAR)], (0, None)), "transfer matrix"),
    (enumino.Tatami("4x4", (0, None), up_to_symmetry=True), "transfer matrix"),
    (enumino.Tatami([Region.parse(PILLAR)], (0, 2), up_to_symmetry=True), "transfer matrix"),
    (tilings("4x6", "domino"), "transfer matrix"),
    (tilings("6x6", "L-tromino", up_to_symmetry=True), "transfer matrix"),
    (tilings("4x4", "tetrominoes", up_to_symmetry=True), "transfer matrix"),
    (tilings(CORNERS, "domino"), "transfer matrix"),
    (tilings(CORNERS, "domino", up_to_symmetry=True), "transfer matrix"),
    (tilings("4x6", "L-tromino, domino", rotations=False), "transfer matrix"),
    (tilings("4x6", "fixed trominoes", reflections=False, up_to_symmetry=True), "transfer matrix"),
    (tilings("4x5", "tetrominoes:0-1, monomino:0-4"), "transfer matrix"),
    (tilings("4x4", "domino, L-tromino:0, monomino:0", up_to_symmetry=True), "transfer matrix"),
    (tilings("4x5", "domino:2-, L4:2-3", up_to_symmetry=True), "transfer matrix"),
    (enumino.Covers("queens 6"), "published totals"),
    (enumino.Trominoes(8), "published totals"),
    (NOTHING, "transfer matrix"),
]


def setting(row: int, **values: object) -> Change:
    def change(table: pa.Table) -> pa.Table:
        rows = table.to_pylist()
        rows[row].update(values)
        return pa.Table.from_pylist(rows, table.schema)

    return change


def another_of_its_class(table: pa.Table) -> pa.Table:
    """Put a row in the place of another one: all sums stay right."""
    keys = [(row["cells"], row["symmetry"], row["holes"]) for row in table.to_pylist()]
    first = keys.index((9, "none", 0))
    indices = list(range(len(keys)))
    indices[keys.index((9, "none", 0), first + 1)] = first
    return table.take(indices)


def of_another_cell(table: pa.Table) -> pa.Table:
    """The sound row of a board that was not asked for."""
    (batch,) = (batch.records for batch in enumino.Trominoes(8, (3, 3)).batches([()]))
    return pa.Table.from_batches([batch]).select(table.column_names).cast(table.schema)


TWO = enumino.Tatami("3x4", (0, 2), up_to_symmetry=True)
# Changed rows, the checks that they fail, and what one of these tells.
CHANGED: list[tuple[Problem, Change, set[str], str]] = [
    (FREE, lambda t: t.slice(1), {"published totals", "laws between classes"}, ""),
    (FREE, lambda t: pa.concat_tables([t, t.slice(3, 1)]), {"no duplicates"}, "a row occurs twice"),
    (FREE, another_of_its_class, {"no duplicates"}, "a row occurs twice"),
    (FREE, setting(5, mask=0b1), {"rows", "cells of masks"}, "1 mask with another number of cells"),
    (
        enumino.Polyplets(range(5, 7)),
        setting(5, mask=0b1),
        {"rows", "cells of masks"},
        "1 mask with",
    ),
    (FREE, setting(5, symmetry="rotate2"), {"rows", "published totals"}, ""),
    (FREE, setting(5, cells=2), {"rows", "published totals"}, ""),
    (STORED, setting(77, cut_cells=9), {"rows"}, "has another value of cut_cells"),
    *(
        (FREE, setting(0, holes=n), {"rows"}, f"value {n} not in range: 0 to 255")
        for n in (-1, 256)
    ),
    (FREE, lambda t: t.drop_columns(["holes"]), {"parts"}, "other columns"),
    (
        tilings("3x20", "pentominoes", each_once=True, up_to_symmetry=True),
        lambda t: t.slice(1),
        {"orbit sum"},
        "8",
    ),
    (ONE_CORNER, setting(0, missing_row=0, missing_col=0), {"rows"}, "has another missing cell"),
    (ONE_CORNER, of_another_cell, {"rows"}, "has another missing cell than was asked for"),
    (enumino.Tatami("3x4"), setting(0, rows=9), {"rows"}, "is of a room that was not asked for"),
    (TWO, setting(0, rows=9), {"rows"}, "is of a room that was not asked for"),
]


@pytest.fixture
def listed(tmp_path: Path) -> Callable[[Problem], Path]:
    def run(problem: Problem) -> Path:
        enumino.enumerate_to(tmp_path, problem, threads=1)
        return tmp_path

    return run


@pytest.mark.slow
@pytest.mark.parametrize(("problem", "name"), SOUND, ids=[p.describe() for p, _ in SOUND])
def test_sound_rows_pass_and_a_lost_one_is_found(problem: Problem, name: str, listed) -> None:
    root = listed(problem)
    report = enumino.verify(root, full=True)
    assert report.ok, failing(report)
    (count,) = (check.detail for check in report.checks if check.name == name)
    if name != "published totals" and not getattr(problem, "up_to_symmetry", False):
        assert f"{len(enumino.open_dataset(root)):,} counted as well" in count
    for gone in (0, -1) if problem is not NOTHING else ():
        Forger(root).rows(0, lambda t, at=gone: pa.concat_tables([t[:at], t[at:][1:]]))
        told = failing(enumino.verify(root, full=True))
        assert name in told
        if name != "published totals":
            assert told.keys() <= {name, "published totals", "orbit sum"}
            assert " found, and " in told[name]


@pytest.mark.parametrize(("problem", "change", "found", "told"), CHANGED)
def test_changed_rows_are_found(
    problem: Problem, change: Change, found: set[str], told: str, listed
) -> None:
    root = listed(problem)
    Forger(root).rows(0, change)
    failed = failing(enumino.verify(root))
    assert failed.keys() >= found
    assert any(told in failed[name] for name in found)


@pytest.mark.parametrize("problem", [tilings("4x4", "domino"), enumino.Tatami("4x4", (0, 2))])
def test_counts_of_other_classes_are_a_mismatch(problem: Problem, listed) -> None:
    manifest = listed(problem) / MANIFEST
    manifest.write_text(manifest.read_text().replace('"axis"', '"diag"', 1))
    assert "do not add up" in failing(enumino.verify(manifest.parent))["published totals"]


def test_checks_are_told_as_they_are_made(listed) -> None:
    root = listed(tilings("4x6", "domino"))
    told: list[object] = []
    report = enumino.verify(root, on_check=told.append)
    assert (told, report.checks[-1].detail) == (report.checks, "281 counted as well")
    (root / MANIFEST).unlink()
    with pytest.raises(IncompleteDatasetError):
        enumino.verify(root)
