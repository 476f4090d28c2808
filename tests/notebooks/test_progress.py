"""A bar in a notebook: it hears every event, and shows what is safe to show."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import enumino
from enumino.run.events import Notice, Swept


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


@pytest.mark.slow
def test_a_run_is_shown_to_its_end(pages: list[str], tmp_path: Path) -> None:
    enumino.enumerate_to(
        tmp_path / "d",
        enumino.Polyominoes(range(1, 10)),
        rows_per_part=100,
        in_process=True,
        on_event=enumino.NotebookProgress(),
    )
    assert pages[-1] == '<progress value="1.0000" max="1"></progress> 1,818 rows'
    shares = [float(page.split('"')[1]) for page in pages]
    assert shares == sorted(shares)
    assert len(pages) < 40


def test_notices_are_escaped_and_sweeps_told(pages: list[str]) -> None:
    bar = enumino.NotebookProgress()
    bar(Notice("<script>"))
    bar(Swept(1, 4, 100))
    assert "&lt;script&gt;" in pages[-1]
    assert "25% of 1 of 4 cells swept" in pages[-1]


def test_without_ipython_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "IPython.display", None)
    with pytest.raises(enumino.MissingExtraError, match="pip install ipykernel"):
        enumino.NotebookProgress()
