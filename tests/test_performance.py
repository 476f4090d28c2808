"""Pages give the recorded figures of speed, and exact numbers where there are any."""

from __future__ import annotations

import json

import pyarrow as pa
import pytest

from benchmarks import pages
from benchmarks.growth import fitted
from benchmarks.tables import Line, Table, figure, rounds
from tests.exact_figures import FIGURES, LISTINGS, figures
from tests.looping import each

RECORDED = json.loads(pages.RECORDED.read_text(encoding="utf-8"))
KNOWN = json.loads(FIGURES.read_text(encoding="utf-8"))


@each("name", LISTINGS)
def test_figures_without_noise(name: str) -> None:
    """Nodes, bytes and tasks are the same on all machines, and change on purpose only."""
    found, known = figures(LISTINGS[name]()), dict(KNOWN[name])
    if pa.__version__ != KNOWN["pyarrow"]:
        found.pop("bytes"), known.pop("bytes")
    assert found == known, "if this was meant: python -m tests.exact_figures"


def test_the_page_is_the_recorded_run() -> None:
    assert pages.PERFORMANCE.read_text(encoding="utf-8") == pages.page(RECORDED)


def test_the_readme_says_nothing_else() -> None:
    text = pages.README.read_text(encoding="utf-8")
    assert pages.BLOCK.search(text)
    assert text == pages.readme(text, RECORDED)


def test_tables_are_measured_again() -> None:
    again = {"question": RECORDED["tables"][0]["question"], "lines": [], "ratio_to": "", "note": ""}
    busy = RECORDED["machine"] | {"load": 99.0}
    found = pages.replaced(RECORDED, {"machine": busy, "tables": [again]})
    assert found["machine"] == busy
    assert found["tables"] == [again, *RECORDED["tables"][1:]]
    with pytest.raises(ValueError, match="another machine"):
        pages.replaced(RECORDED, {"machine": busy | {"cores": 99}, "tables": [again]})


def test_others_are_named_where_they_were_measured() -> None:
    in_c = Table("How far?", [Line("a", ratios=[0.9, 1.1, 1.0]), Line("b", ratios=[2.0])])
    in_c.ratio_to = "C time / enumino time"
    lines = [Line("12 queens: other", ratios=[8.0]), Line("boxes: other", ratios=[80.0])]
    peers = Table("What else?", [*lines, Line("Langford 12: other", note="more than 20 s")])
    peers.ratio_to = "solver time / enumino time"
    assert "take 1.00 to 2.00 times as long" in pages._beside_c([in_c, peers])
    assert "| other |  | 8.00× | more than 20 s |" in pages._beside_others([in_c, peers])
    assert pages._beside_c([]) == pages._beside_others([]) == ""


def test_tables_leave_out_what_is_empty() -> None:
    found = Table("How?", [Line("this", [2.0, 1.0, 4.0], "s", [0.5])], "of that", "So.").markdown()
    assert found.splitlines()[4:] == [
        "|  | median | unit | range | of that |",
        "| --- | --: | --- | --- | --: |",
        "| this | 2.00 | s | 1.00 to 4.00 | 0.50 |",
    ]
    assert "median" not in Table("Why?", [Line("that", note="no compiler")]).markdown()


def test_programs_take_turns() -> None:
    order: list[str] = []
    found = rounds({n: lambda n=n: float(len(order.append(n) or order)) for n in "ab"}, 2)  # type: ignore[misc, func-returns-value]
    assert (order, found) == (["a", "b", "a", "b"], {"a": [1, 3], "b": [2, 4]})
    assert rounds({"a": lambda: 1.0}, 7, seconds=-1) == {"a": [1.0]}


def test_exponents_are_fitted() -> None:
    factor, start = fitted({10: 3.0 * 4**10, 12: 3.0 * 4**12, 15: 3.0 * 4**15})
    assert figure(factor) == "4.00"
    assert figure(start) == "3.00"
