"""Properties: definitions in plain Python, published numbers, one meaning everywhere."""

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import enumino
from enumino import Polycubes, Polyhexes, Polyominoes
from enumino.errors import ProblemError
from enumino.families.polyforms.counts import count_of
from enumino.families.polyforms.families import POLYOMINOES
from enumino.families.polyforms.problem import Polyforms
from enumino.families.polyforms.properties import properties_of, words_of
from enumino.objects.lattice import SQUARE
from enumino.objects.point_group import Kind
from enumino.objects.polyform import free_polyforms
from enumino.registry import rows_of
from tests.dataset_tools import Enumino
from tests.families.polyforms.listings import FAMILIES, faults_of, table
from tests.naive_conditions import value


@pytest.mark.parametrize("kind", ["fixed", "free"])
@pytest.mark.parametrize("make", FAMILIES)
def test_properties_are_those_of_their_definitions(make: type[Polyforms], kind: Any) -> None:
    names = [each.name for each in properties_of(make(1).entry.lattice, kind)]
    whole = make(range(1, FAMILIES[make] + (kind == "free")), kind, derived=names)
    family = rows_of(whole.to_json())
    rows = table(whole)
    assert faults_of(whole, rows) == []
    for row in rows.to_pylist():
        shape = family.object_of(row)
        assert {name: row[name] for name in names} == {name: value(shape, name) for name in names}


@pytest.mark.parametrize("asked", [{"only": "tree and row_convex"}, {"derived": "directed"}])
@pytest.mark.parametrize("kind", ["one-sided", "free"])
def test_properties_of_positions_are_those_of_fixed_shapes(asked: Any, kind: Kind) -> None:
    """The listed image of a free shape may be convex by rows, and another one not."""
    with pytest.raises(
        ProblemError, match=f"orientation, which {kind} shapes do not have: add --kind fixed"
    ):
        Polyominoes(4, kind, **asked)
    with pytest.raises(ProblemError, match="parallelogram depends on orientation"):
        count_of(POLYOMINOES, 4, kind, ("parallelogram",))
    assert Polyominoes(4, "fixed", **asked).count().total > 0


@pytest.mark.parametrize("kind", ["one-sided", "free"])
def test_other_properties_are_those_of_all_images(kind: Kind) -> None:
    for shape in free_polyforms(6):
        for known in properties_of(SQUARE, kind):
            assert len({value(image, known.name) for image in shape.images(kind)}) == 1


def test_large_shapes_of_many_sizes_are_laid_out_together() -> None:
    problem = Polyominoes(16, symmetry="all", derived="cut_cells,edges,pinches")
    family, rows = rows_of(problem.to_json()), table(problem)
    found = {rows_of(problem.to_json()).object_of(row): row for row in rows.to_pylist()}
    assert len(found) == rows.num_rows
    for shape, row in [*found.items()][::7]:
        assert family.object_of(row) == shape
        assert row["cut_cells"] == value(shape, "cut_cells")


@pytest.mark.parametrize("kind", ["fixed", "free"])
@pytest.mark.parametrize(("make", "most"), [(Polyominoes, 9), (Polyhexes, 9), (Polycubes, 7)])
def test_properties_have_their_published_numbers(make: Any, most: int, kind: Kind) -> None:
    numbers = make(1).entry.sequences.numbers
    texts = [" and ".join(sorted(counted)) for of, counted in numbers if of == kind]
    texts = [text for text in texts if words_of(text)]
    assert texts or kind == "fixed"
    cells = range(1, most + 2 * (kind == "free"))
    for text in texts:
        problem = make(cells, kind, only=text)
        totals = rows_of(problem.to_json()).totals(problem.count().counts)
        known = [line for line in totals if line.oeis]
        assert len(known) >= most - 1, text
        assert all(line.agrees is not False for line in known), text


def test_a_name_means_the_same_everywhere(here: Enumino, tmp_path: Path) -> None:
    """In a listing, a query, a condition, a count by columns and a stored column."""
    whole, stored = tmp_path / "whole", tmp_path / "stored"
    cells = ("enumerate", "polyominoes", "--cells", "1-8")
    here(*cells, "--to", whole, "-q")
    here(*cells, "--to", stored, "-q", "--columns", "tree,squares,leaves")
    text = "tree and leaves > 2 or squares = 2"
    expected = [s.address for s in enumino.open_dataset(stored).objects(text)]
    assert expected
    assert [s.address for s in enumino.open_dataset(whole).objects(text)] == expected
    assert Polyominoes(range(1, 9), only=text).count().total == len(expected)
    query = f"select count(*) from rows where {text}"
    for root in (whole, stored):
        assert f"{len(expected)}" in here("sql", root, query, "--csv").out.split()
    by = here("count", "polyominoes", "--cells", "8", "--by", "tree,squares", "--csv", "-q").out
    rows = enumino.open_dataset(stored).rows("cells = 8", ["tree", "squares"])
    counted = Counter((str(row["tree"]).lower(), row["squares"]) for row in rows)
    assert {line.split(",")[3]: None for line in by.splitlines()[1:]}
    for (tree, squares), number in counted.items():
        assert f"{tree},{squares},{number}" in by or f"{squares},{tree},{number}" in by, by


@pytest.mark.parametrize(
    "text", ["holes >= 1 and perimeter < 20", "height = width and convex", "address = 'y' or snake"]
)
def test_a_condition_means_the_same_before_and_after(text: str) -> None:
    with TemporaryDirectory() as folder:
        enumino.enumerate_to(f"{folder}/whole", Polyominoes(range(1, 8)), threads=1)
        some = Polyominoes(range(1, 8), only=text)
        manifest = enumino.enumerate_to(f"{folder}/some", some, threads=1)
        kept = list(enumino.open_dataset(f"{folder}/whole").rows(text))
        assert kept == list(enumino.open_dataset(f"{folder}/some").rows())
        assert manifest.title.endswith(f"where {text}")
        assert enumino.verify(f"{folder}/some", full=True).ok
