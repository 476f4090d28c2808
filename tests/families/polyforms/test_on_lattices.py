"""Polyforms on lattices from files: datasets, counts and the command line."""

from pathlib import Path

import pytest

import enumino
from enumino import LatticePolyforms, drawing
from enumino.errors import ProblemError
from enumino.objects.lattice_files.definition import FOLDER
from tests.conftest import Enumino
from tests.objects.test_lattice_definition import PLAIN


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAIN)
def test_every_shipped_lattice_gives_a_dataset_that_is_verified(name: str, tmp_path: Path) -> None:
    problem = LatticePolyforms(range(1, 6), lattice=name)
    enumino.enumerate_to(tmp_path, problem, threads=1)
    dataset = enumino.open_dataset(tmp_path)
    assert dataset.manifest.rows == problem.count().total
    assert enumino.verify(tmp_path).ok
    shape = next(iter(dataset.objects("cells = 5")))
    assert shape.lattice == problem.entry.lattice
    assert drawing.svg_of(shape).count("<path") == 2


def test_a_file_of_the_same_contents_is_the_same_problem(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text((FOLDER / "kite.toml").read_text())
    problem = LatticePolyforms(3, lattice=own)
    assert problem == LatticePolyforms(3, lattice="kite")
    assert LatticePolyforms.from_json(problem.to_json()) == problem
    own.write_text(own.read_text().replace('"polykites"', '"polydarts"'))
    other = LatticePolyforms(3, lattice=own)
    assert other != problem
    assert other.describe() == "free polydarts with 3 cells"


def test_what_is_no_lattice_is_refused_in_a_sentence(here: Enumino, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text("name = 'own'\n")
    outcome = here("count", "polyforms", "--lattice", path, "--cells", "3")
    assert outcome.code == 2
    assert "does not describe a lattice" in outcome.err
    with pytest.raises(ProblemError, match="need a lattice"):
        LatticePolyforms(3)
    with pytest.raises(ProblemError, match="has a family of its own"):
        LatticePolyforms(3, lattice=enumino.Polyhexes(3).entry.lattice)
    with pytest.raises(ProblemError, match="Polykites with 17 cells cannot be listed"):
        LatticePolyforms(17, lattice="kite")
