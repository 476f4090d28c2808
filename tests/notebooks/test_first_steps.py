"""The notebook of first steps runs, and a bar hears every event and shows what is safe to show."""

import os
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import enumino

ROOT = Path(__file__).parent.parent.parent
NOTEBOOK = ROOT / "examples" / "first-steps.ipynb"
SVG = "{http://www.w3.org/2000/svg}svg"


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    """The output of each cell, by its first line."""
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    folder = tmp_path_factory.mktemp("notebook")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("IPYTHONDIR", str(folder))
        patched.setenv("JUPYTER_PLATFORM_DIRS", "1")
        patched.setenv("PYTHONPATH", f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
        patched.setenv("PYTHONWARNINGS", "ignore")
        book = nbformat.read(NOTEBOOK, as_version=4)
        assert not [cell for cell in book.cells if cell.get("outputs")], "clear its outputs"
        client = nbclient.NotebookClient(
            book, timeout=120, resources={"metadata": {"path": str(folder)}}
        )
        client.create_kernel_manager()
        client.km.kernel_spec.argv[0] = sys.executable
        client.execute()
    return {
        cell.source.split("\n")[-1]: cell.outputs for cell in book.cells if cell.cell_type == "code"
    }


def shown(outputs: list[dict[str, Any]], kind: str) -> list[str]:
    return [output["data"][kind] for output in outputs if kind in output.get("data", {})]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of the packages of Jupyter
def test_every_cell_shows_what_it_should(outputs: dict[str, list[dict[str, Any]]]) -> None:
    (page,) = shown(outputs["dataset"], "text/html")
    assert "533 rows" in page
    (table,) = shown(outputs["dataset.totals"], "text/html")
    assert "369 ✓" in table
    assert ElementTree.fromstring(shown(outputs["octomino"], "image/svg+xml")[0]).tag == SVG
    sheets = [line for line in outputs if ".sheet(" in line]
    assert len(sheets) == 2
    for line in sheets:
        assert ElementTree.fromstring(shown(outputs[line], "image/svg+xml")[0]).tag == SVG
    ran = next(line for line in outputs if "enumerate_to(root" in line)
    assert shown(outputs[ran], "text/plain")[-1] == "533"
    counted = next(line for line in outputs if line.startswith("enumino.count_polyominoes"))
    assert "63,600 ✓" in shown(outputs[counted], "text/html")[0]
    assert shown(outputs["dataset.sql(query).fetchall()"], "text/plain") == [
        "[('###\\n#.#\\n##.',)]"
    ]
    assert not [text for cell in outputs.values() for text in cell if text.get("name")]  # warnings


def test_a_sheet_of_nothing_is_refused(tmp_path: Path) -> None:
    enumino.enumerate_to(tmp_path, enumino.Polyominoes(4), threads=1)
    dataset = enumino.open_dataset(tmp_path)
    assert dataset.sheet(limit=2)._repr_svg_().startswith("<svg")
    with pytest.raises(enumino.ProblemError, match="No row meets the condition"):
        dataset.sheet("cells = 5")
    with pytest.raises(enumino.ProblemError, match="cannot have 0 pictures"):
        dataset.sheet(limit=0)
    assert "✓" in dataset.totals._repr_html_()
    assert enumino.Piece("I4", next(iter(dataset)))._repr_svg_().startswith("<svg")
