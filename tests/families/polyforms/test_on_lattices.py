"""Polyforms on lattices from files: datasets, counts and the command line."""

from __future__ import annotations

import pickle
from collections import Counter
from functools import partial
from pathlib import Path

import pyarrow as pa
import pytest

import enumino
from enumino import LatticePolyforms, drawing
from enumino.errors import DatasetError, ProblemError
from enumino.families.polyforms.checks import faults
from enumino.objects.lattice_definition import FOLDER
from enumino.objects.lattice_derivation import lattice_of
from enumino.objects.point_group import KINDS
from enumino.objects.polyform import Polyform
from tests.conftest import Enumino
from tests.looping import each
from tests.naive_lattices import NaiveTiling, fixed_polyaboloes
from tests.objects.test_lattice_definition import ALL, IN_SPACE, OVERLAPPING, PLAIN


@pytest.mark.long
@pytest.mark.parametrize("name", [*PLAIN, *OVERLAPPING])
def test_every_shipped_lattice_gives_a_dataset_that_is_verified(name: str, tmp_path: Path) -> None:
    problem = LatticePolyforms(range(1, 6), lattice=name)
    enumino.enumerate_to(tmp_path, problem, in_process=True)
    dataset = enumino.open_dataset(tmp_path)
    assert dataset.manifest.rows == problem.count().total
    assert enumino.verify(tmp_path).ok
    shape = next(iter(dataset.objects("cells = 5")))
    assert shape.lattice == problem.lattice
    assert drawing.polyform_svg(shape).count("<path") == 2


@pytest.mark.parametrize(
    ("lattice", "cells", "rows"),
    [
        ("octagon-square", 8, 20_000),
        pytest.param("half-square", 7, 600, marks=pytest.mark.long),  # compiles: cells overlap
    ],
)
def test_files_are_the_same_on_one_thread_and_on_two(
    lattice: str, cells: int, rows: int, tmp_path: Path
) -> None:
    problem = LatticePolyforms(range(3, cells + 1), "fixed", lattice=lattice)
    for threads in (1, 2):
        root = tmp_path / lattice / str(threads)
        enumino.enumerate_to(root, problem, threads=threads, rows_per_part=rows)
    assert enumino.verify(root).ok
    assert enumino.open_dataset(root).manifest.rows == problem.count().total
    parts = [sorted((tmp_path / lattice / t / "data").iterdir()) for t in "12"]
    assert len(parts[0]) > 2
    assert [part.read_bytes() for part in parts[0]] == [part.read_bytes() for part in parts[1]]


def test_a_file_of_the_same_contents_is_the_same_problem(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text((FOLDER / "kite.toml").read_text())
    problem = LatticePolyforms(3, lattice=own)
    assert problem == LatticePolyforms(3, lattice="kite")
    assert problem.options()["--lattice"] == "kite"
    assert LatticePolyforms.from_json(problem.to_json()) == problem
    own.write_text(own.read_text().replace('"polykites"', '"polydarts"'))
    other = LatticePolyforms(3, lattice=own)
    assert other != problem
    assert other.options()["--lattice"] == "kite.toml"
    assert other.describe() == "free polydarts with 3 cells"


def test_shapes_are_pickled_drawn_and_found_by_their_addresses() -> None:
    lattice = LatticePolyforms(1, lattice="cairo").lattice
    shape = Polyform(lattice, [(0, 0), (0, 1), (0, 2)])
    assert pickle.loads(pickle.dumps(shape)) == shape
    assert Polyform.parse(lattice, str(shape)) == shape
    assert Polyform.from_address(lattice, shape.canonical().address).address == shape.address


@pytest.mark.long
@each("name", ALL)
def test_counts_without_rows_equal_listings_and_a_naive_search(name: str) -> None:
    lattice, naive = lattice_of(ALL[name]), NaiveTiling(ALL[name], 5)
    for kind in KINDS:
        lines = enumino.count_polyforms(
            "polyforms", range(1, 7), kind, by="symmetry", lattice=lattice, in_process=True
        )
        found = {(line.labels["cells"], line.symmetry): line.count for line in lines if line.count}
        listed = LatticePolyforms(range(1, 7), kind, lattice=lattice).count()
        assert {key: n for key, n in found.items() if key[1] != "total"} == listed.counts
        for cells in range(1, 5):
            orders = Counter[int]()
            for own in lattice.classes:
                orders[own.order] += found.get((cells, own.name), 0)
            assert +orders == naive.orders(cells, kind), (cells, kind)


@pytest.mark.long
def test_kinds_in_space_and_in_four_dimensions_are_published() -> None:
    for lattice, most in zip(IN_SPACE, (5, 4), strict=True):
        lines = enumino.count_polyforms(
            "polyforms", range(1, most + 1), "free", lattice=lattice, in_process=True
        )
        assert [line.published for line in lines] == [line.count for line in lines], lattice


@pytest.mark.long
def test_polyominoids_are_listed_verified_and_drawn(tmp_path: Path) -> None:
    for kind in KINDS:
        problem = LatticePolyforms(range(1, 5), kind, lattice="polyominoid")
        root = tmp_path / kind
        enumino.enumerate_to(root, problem, in_process=True)
        assert enumino.verify(root).ok
        dataset = enumino.open_dataset(root)
        some = list(zip(dataset.rows(), dataset.objects(), strict=True))[::19]
        for row, shape in some:
            assert row["symmetry"] == shape.symmetry.name
            names = ("perimeter", "site_perimeter")
            assert [row[name] for name in names] == [getattr(shape, name) for name in names]
            assert drawing.polyform_svg(shape).count("<path") == len(shape)
    classes = ("FF", "EEE")
    constructed = LatticePolyforms(range(1, 5), lattice="polyominoid", symmetry=classes)
    assert constructed.is_constructed
    listed = LatticePolyforms(range(1, 5), lattice="polyominoid").count()
    assert constructed.count().counts == {k: n for k, n in listed.counts.items() if k[1] in classes}


def test_boxes_hold_shapes_of_files_as_those_of_families(tmp_path: Path) -> None:
    for kind in KINDS:
        ours = LatticePolyforms(range(1, 6), kind, lattice="square", within="2x3")
        there = enumino.Polyominoes(range(1, 6), kind, within="2x3")
        assert ours.count(by_key=False).total == there.count(by_key=False).total
        enumino.enumerate_to(tmp_path / kind, ours, in_process=True)
        assert enumino.verify(tmp_path / kind).ok


@pytest.mark.long
def test_polytesseracts_are_listed_with_the_numbers_of_their_symmetries(tmp_path: Path) -> None:
    for kind, last in (("free", 5), ("one-sided", 5), ("fixed", 4)):
        root = tmp_path / kind
        problem = LatticePolyforms(range(1, last + 1), kind, lattice="tesseract")
        enumino.enumerate_to(root, problem, in_process=True)
        assert enumino.verify(root).ok  # rows, totals and the laws between kinds
    rows = enumino.open_dataset(tmp_path / "free")
    for row, shape in [*zip(rows.rows(), rows.objects(), strict=True)][::7]:
        assert (row["symmetry"], row["orbit"]) == (shape.symmetry.name, len(shape.images()))
        assert shape.box == tuple(row[side] for side in ("breadth", "depth", "height", "width"))
    asked = "select cells_of(breadth, depth, height, width, mask) from rows where cells = 2"
    ((cells,),) = rows.sql(asked).fetchall()
    assert cells == [{"block": 0, "layer": 0, "row": 0, "col": column} for column in (0, 1)]
    within = LatticePolyforms(range(1, 5), lattice="tesseract", box="1x1x2x2")
    assert within.count(by_key=False).total == 2
    assert str(Polyform(rows.family.lattice, [(0, 0, 0, 0), (1, 0, 0, 0)])) == "#\n\n#"


def test_what_is_not_done_in_four_dimensions_is_refused(here: Enumino) -> None:
    with pytest.raises(ProblemError, match="cannot be packed"):
        enumino.Packings("polyominoid", "2x2", "[(0,0,0)]")


@pytest.mark.long
def test_half_squares_are_those_of_a_naive_search_and_published() -> None:
    for cells in range(1, 6):
        fixed = LatticePolyforms(cells, "fixed", lattice="half-square").count().total
        assert fixed == len(fixed_polyaboloes(cells))
    for kind in ("free", "one-sided"):
        lines = enumino.count_polyforms(
            "polyforms", range(1, 10), kind, lattice="half-square", in_process=True
        )
        assert [line.published for line in lines] == [line.count for line in lines]


def test_drafters_are_published_ones() -> None:
    """OEIS A056842, which counts two of the 1,025 hexadrafters as one: they are congruent."""
    found = LatticePolyforms(range(1, 7), lattice="drafter").count(by_key=True).counts
    sizes = Counter[int]()
    for (cells, _), number in found.items():
        sizes[int(cells)] += number
    assert [sizes[n] for n in range(1, 7)] == [1, 6, 14, 64, 237, 1025]


@pytest.mark.long
@each("lattice", OVERLAPPING)
def test_rows_of_overlapping_cells_are_recomputed(lattice: str, tmp_path: Path) -> None:
    problem = LatticePolyforms(range(1, 6), lattice=lattice)
    root = tmp_path / lattice
    enumino.enumerate_to(root, problem, in_process=True)
    dataset = enumino.open_dataset(root)
    for row, shape in zip(dataset.rows(), dataset.objects(), strict=True):
        assert row["cells"] == shape.lattice.size(shape.cells)
        assert row["symmetry"] == shape.symmetry.name
        names = ("perimeter", "site_perimeter", "holes")
        assert [row[name] for name in names] == [getattr(shape, name) for name in names]
    (batch,) = (each.records for each in problem.batches([()]))
    names = batch.schema.names
    one = batch.slice(int(batch["cells"].index(2).as_py()), 1).to_pylist()[0]
    unit = problem.lattice.sublattices
    wrong = pa.RecordBatch.from_pylist(
        [one | {"height": 1, "width": unit, "mask": 0b11}], schema=batch.schema
    )
    found = [fault.what for fault in faults(wrong, problem.lattice, "free")]
    assert "has cells that overlap" in found, names


def test_what_overlapping_cells_cannot_do_is_refused() -> None:
    lattice = LatticePolyforms(1, lattice="half-square").lattice
    with pytest.raises(ProblemError, match="overlap, or are parts of one cell"):
        Polyform(lattice, [(0, 0), (0, 1)])
    with pytest.raises(ProblemError, match="cannot be packed"):
        enumino.Packings("half-square", "2x2", "[(0,0)]")
    with pytest.raises(enumino.EnuminoError, match="tree"):
        LatticePolyforms(3, lattice="half-square", only="tree")
    problem = LatticePolyforms(range(1, 7), lattice="half-square", symmetry="D2a,C4")
    assert not problem.is_constructed
    assert problem.count().counts == {
        key: number
        for key, number in LatticePolyforms(problem.cells, lattice=lattice).count().counts.items()
        if key[1] in ("D2a", "C4")
    }


def test_lattices_of_families_have_their_counts() -> None:
    for name, family in (("hexagonal", "polyhexes"), ("triangular", "polyiamonds")):
        ours, there = (
            [line.count for line in enumino.count_polyforms(made, range(1, 12), **given)]
            for made, given in (("polyforms", {"lattice": name}), (family, {}))
        )
        assert ours == there
    with pytest.raises(ProblemError, match="have a lattice of their own"):
        enumino.count_polyforms("polyhexes", 3, lattice="kite")


def test_counts_are_resumed_and_the_same_on_threads(tmp_path: Path) -> None:
    count = partial(enumino.count_polyforms, "polyforms", range(1, 14), checkpoint=tmp_path)
    alone = count(lattice="cairo", in_process=True)
    assert count(lattice="cairo", threads=2) == alone
    with pytest.raises(DatasetError, match="another count"):
        count(lattice="kite", in_process=True)


def test_counts_have_the_published_numbers(here: Enumino) -> None:
    outcome = here("count", "polyforms", "--lattice", "kite", "--cells", "1-10", "-q")
    assert outcome.code == 0
    assert "10,011 ✓" in outcome.out
    assert "A057786" in outcome.out


def test_what_is_no_lattice_is_refused_in_a_sentence(here: Enumino, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text("name = 'own'\n")
    outcome = here("count", "polyforms", "--lattice", path, "--cells", "3")
    assert outcome.code == 2
    assert "does not describe a lattice" in outcome.err
    with pytest.raises(ProblemError, match="need a lattice"):
        LatticePolyforms(3)
    with pytest.raises(ProblemError, match="has a family of its own"):
        LatticePolyforms(3, lattice=enumino.Polyhexes(3).lattice)
    with pytest.raises(ProblemError, match="Polykites with 17 cells cannot be listed"):
        LatticePolyforms(17, lattice="kite")
