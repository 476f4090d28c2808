"""Tilings on lattices from files: against a naive search with polygons, and datasets."""

import pickle
from pathlib import Path

import pytest

import enumino
from enumino import Tilings, drawing
from enumino.objects.lattice import Lattice
from enumino.objects.lattice_files.definition import FOLDER
from enumino.objects.lattice_files.tiling import lattice_of
from enumino.registry import problem_from_json
from tests.conftest import Enumino
from tests.naive_lattices import NaiveTiling, Shape
from tests.objects.test_lattice_definition import ALL

# Name of the definition, region, pieces. Regions are whole or drawn, a character a cell.
SMALL = [
    ("kite", "2x2", "tetrakites"),
    ("kite", "#######/#####.#####", "dikites, trikite 2"),
    ("cairo", "2x2", "dicairos, tricairos"),
    ("octagon-square", "3x3", "trioctasquares, monooctasquare 1"),
    ("trihexagonal", "2x3", "tritrihexes, ditrihex"),
    ("triangles, third turns", "2x3", "tetraowns, diown"),
    ("triangles, with a mirror", "2x4", "triowns, [(0,0), (0,1)]"),
    ("glides", "2x2", "dicairos, tricairos"),
    ("leaning, reflected", "2x2", "diowns, triowns"),
    ("turned squares", "3x4", "triowns, one-sided tetraowns"),
    ("no symmetry", "2x3", "diowns, monoown"),
]


def polygons(lattice: Lattice, cells: object) -> Shape:
    """The corners of cells in the coordinates of the file."""
    (a, b), (c, d) = lattice.definition.periods
    found = []
    for cell in cells:  # type: ignore[attr-defined]
        corners = [(row, unit) for row, unit in lattice.corners(cell)]
        assert all((a * r + c * u) % lattice.corner_scale == 0 for r, u in corners)
        scale = lattice.corner_scale
        found.append(
            frozenset(((a * r + c * u) // scale, (b * r + d * u) // scale) for r, u in corners)
        )
    return frozenset(found)


@pytest.mark.slow
@pytest.mark.parametrize("reflections", [True, False])
@pytest.mark.parametrize(("name", "region", "pieces"), SMALL)
def test_tilings_are_those_of_a_naive_search(
    name: str, region: str, pieces: str, reflections: bool
) -> None:
    definition = ALL[name]
    lattice = lattice_of(definition)
    problem = Tilings(region, pieces, reflections=reflections, lattice=lattice)
    naive = NaiveTiling(definition, 6)
    shapes = [polygons(lattice, piece.shape.cells) for piece in problem.board.pieces]
    kind = "free" if reflections else "one-sided"
    whole = polygons(lattice, problem.board.region.cells)
    assert problem.count().total == naive.tilings(shapes, whole, kind)


@pytest.mark.parametrize(("lattice", "region", "pieces"), [
    ("kite", "1x4", "tetrakites"),
    ("cairo", "2x2", "dicairos, tetracairos"),
    ("cubic", "2x2x3", "dicube"),
    ("octagon-square", "#####./#####./#.#.#.", "dioctasquares, trioctasquares"),
])  # fmt: skip
def test_datasets_are_verified_and_drawn(
    lattice: str, region: str, pieces: str, tmp_path: Path
) -> None:
    every = Tilings(region, pieces, lattice=lattice)
    problem = Tilings(region, pieces, up_to_symmetry=True, lattice=lattice)
    root = tmp_path / f"{lattice}"
    enumino.enumerate_to(root, problem, threads=1)
    assert enumino.verify(root).ok
    dataset = enumino.open_dataset(root)
    orbits = [row["orbit"] for row in dataset.rows(columns=["orbit"])]
    assert sum(orbits) == every.count().total > dataset.manifest.rows
    tiling = next(iter(dataset.objects()))
    assert drawing.svg_of(tiling).count("<path") > 1
    assert pickle.loads(pickle.dumps(tiling.region)) == problem.board.region
    assert problem_from_json(problem.to_json()) == problem
    assert pickle.loads(pickle.dumps(problem)) == problem


def test_a_file_is_named_in_commands(here: Enumino, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text((FOLDER / "kite.toml").read_text().replace('"kite"', '"own"'))
    problem = Tilings("1x1", "trikites", lattice=own)
    assert problem.describe() == "tilings of 1x1 (own) by 4 pieces"
    asked = ("count", "tilings", "--region", "1x1", "--pieces", "trikites", "-q", "--lattice")
    outcome = here(*asked, own)
    assert outcome.code == 0
    assert outcome.out == here(*asked, "kite").out
    outcome = here(*asked, "kites")
    assert outcome.code == 2
    assert "no lattice 'kites': choose from square" in outcome.err
