"""The notebook of first steps runs, and a bar hears every event and shows what is safe to show."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import ModuleType
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
    assert ElementTree.fromstring(page).findall(SVG)
    (table,) = shown(outputs["dataset.totals"], "text/html")
    assert "369 ✓" in table
    assert ElementTree.fromstring(shown(outputs["octomino"], "image/svg+xml")[0]).tag == SVG
    sheets = [line for line in outputs if ".sheet(" in line]
    assert len(sheets) == 2
    for line in sheets:
        assert ElementTree.fromstring(shown(outputs[line], "image/svg+xml")[0]).tag == SVG
    ran = next(line for line in outputs if "NotebookProgress" in line)
    assert any('<progress value="1.0000"' in page for page in shown(outputs[ran], "text/html"))
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
    with pytest.raises(enumino.ProblemError, match="is empty"):
        dataset.sheet(limit=0)
    assert "✓" in dataset.totals._repr_html_()
    assert enumino.Piece("I4", next(iter(dataset)))._repr_svg_().startswith("<svg")


class Shown:
    """Stands in for IPython.display: keeps what is shown."""

    def __init__(self) -> None:
        self.pages: list[str] = []

    def update(self, page: str) -> None:
        self.pages.append(page)


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    shown = Shown()
    module: Any = ModuleType("IPython.display")
    module.HTML = str
    module.display = lambda page, display_id: shown.update(page) or shown
    monkeypatch.setitem(sys.modules, "IPython", ModuleType("IPython"))
    monkeypatch.setitem(sys.modules, "IPython.display", module)
    return shown.pages


def test_a_run_is_shown_to_its_end(pages: list[str], tmp_path: Path) -> None:
    enumino.enumerate_to(
        tmp_path / "d",
        enumino.Polyominoes(range(1, 10)),
        rows_per_part=100,
        threads=1,
        on_event=enumino.NotebookProgress(),
    )
    assert pages[-1] == '<progress value="1.0000" max="1"></progress> 1,818 rows'
    shares = [float(page.split('"')[1]) for page in pages]
    assert shares == sorted(shares)
    assert len(pages) < 40


def test_without_ipython_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "IPython.display", None)
    with pytest.raises(enumino.MissingExtraError, match="pip install ipykernel"):
        enumino.NotebookProgress()
