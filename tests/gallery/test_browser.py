"""Galleries in a browser: they show the dataset, and obey nothing in it."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import enumino
from enumino.gallery import gallery
from tests import chromium
from tests.chromium import Chromium
from tests.dataset_tools import SMALL, small_dataset
from tests.forger import DLX, MARKUP, TERMINAL, Forger, assert_harmless

READY = 'document.documentElement.dataset.ready === "true"'
COUNT = 'document.getElementById("count").textContent'
ATTACKS = (
    """const s = document.createElement("script"); s.append("document.title = 'owned'");
    document.body.append(s)""",
    'document.body.innerHTML = "<img src=x>"',
    'fetch("data:text/plain,x").then(() => { document.title = "owned"; })',
    """const s = document.createElement("img"); s.src = "http://localhost:1/x.png";
    document.body.append(s)""",
)
FACETS = """Object.fromEntries([...document.querySelectorAll(".facet")].map((facet) => [
    facet.dataset.name, Object.fromEntries([...facet.querySelectorAll("label")].map((line) => [
        line.title, Number(line.querySelector("b").textContent.replaceAll(",", ""))]))]))"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    program = chromium.found()
    if program is None:
        pytest.skip(chromium.MISSING)
    with Chromium(program) as running:
        yield running


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> enumino.Dataset:
    """The free polyominoes with up to 8 cells."""
    root = tmp_path_factory.mktemp("browser") / "small"
    enumino.enumerate_to(root, enumino.Polyominoes(range(1, 9)), threads=1)
    return enumino.open_dataset(root)


@pytest.fixture(scope="module")
def page(dataset: enumino.Dataset) -> str:
    return gallery(dataset)


def opened(browser: Chromium, page: str, folder: Path) -> None:
    """Open a page that is written into a folder."""
    (folder / "page.html").write_text(page)
    browser.open(folder / "page.html", ready=READY)


def tick(browser: Chromium, column: str, value: str) -> None:
    line = f'.facet[data-name="{column}"] label[title="{value}"] input'
    browser.evaluate(f"document.querySelector({json.dumps(line)}).click()")


def test_facets_show_what_sql_counts(
    browser: Chromium, dataset: enumino.Dataset, page: str, tmp_path: Path
) -> None:
    opened(browser, page, tmp_path)
    browser.evaluate("document.querySelector('.facet[data-name=holes] summary').click()")
    assert browser.evaluate("document.querySelector('.facet[data-name=holes]').open")
    for column, value in (("symmetry", "axis"), ("symmetry", "rotate"), ("holes", "1")):
        tick(browser, column, value)
    chosen = "symmetry in ('axis', 'rotate') and holes = 1"
    rows = list(dataset.rows(chosen))
    assert browser.evaluate(COUNT) == f"{len(rows)} of 533"
    facets = browser.evaluate(FACETS)
    for name in ("cells", "perimeter", "symmetry", "tree", "holes"):
        # Numbers beside the values of a column are of the rows that meet all other filters.
        others = {"symmetry": "holes = 1", "holes": chosen.partition(" and ")[0]}.get(name, chosen)
        counted = Counter(
            str(row[name]).lower() if name == "tree" else str(row[name])
            for row in dataset.rows(others, [name])
        )
        assert {v: n for v, n in facets[name].items() if n} == counted, name
    browser.evaluate('document.getElementById("reset").click()')
    assert browser.evaluate(COUNT) == "533 of 533"
    found = """document.getElementById("search").value = "2b";
        document.getElementById("search").dispatchEvent(new Event("input"));"""
    browser.evaluate(found)
    addresses = [shape.address for shape in dataset]
    number = sum(address.startswith("2b") for address in addresses)
    assert browser.evaluate(COUNT) == f"{number} of 533"
    assert browser.complaints == []


def test_a_row_in_full(browser: Chromium, dataset: enumino.Dataset, tmp_path: Path) -> None:
    opened(browser, gallery(dataset, "cells = 4"), tmp_path)
    browser.evaluate(
        """document.getElementById("order").value = "perimeter down";
        document.getElementById("order").dispatchEvent(new Event("change"));
        document.querySelector(".tile").click()"""
    )
    shapes = {shape.address: shape for shape in dataset.objects("cells = 4")}
    perimeters = []
    for number in range(1, 6):
        assert browser.evaluate('document.getElementById("place").textContent') == f"{number} of 5"
        copies = """[...document.querySelectorAll("#copies button")].map((each) =>
            [each.textContent, each.dataset.text])"""
        copied = dict(browser.evaluate(copies))
        shape = shapes.pop(copied["Copy Address"])
        assert next(dataset.objects(copied["Copy Condition"])) == shape
        assert json.loads(copied["Copy JSON"])["mask"] == shape.mask
        assert copied["Copy SVG"] == enumino.drawing.svg_of(shape)
        perimeters.append(shape.perimeter)
        browser.press("ArrowRight")
    assert perimeters == sorted(perimeters, reverse=True)
    browser.press("Escape")
    browser.wait('!document.getElementById("details").open')
    assert browser.complaints == []


@pytest.mark.parametrize("family", SMALL)
def test_every_family(family: str, browser: Chromium, tmp_path: Path) -> None:
    dataset = enumino.open_dataset(small_dataset(family))
    browser.window(390, 844, dark=True, mobile=True)
    opened(browser, gallery(dataset), tmp_path)
    assert browser.evaluate("document.documentElement.scrollWidth") <= 390
    browser.window(1200, 800)
    assert browser.evaluate(COUNT) == f"{len(dataset):,} of {len(dataset):,}"
    pictures = 'document.querySelectorAll(".tile > svg, .tile > pre").length'
    assert browser.evaluate(pictures) == len(dataset)
    assert browser.complaints == []
    assert len(browser.requests) == 1


def test_nothing_that_a_dataset_says_is_obeyed(browser: Chromium, tmp_path: Path) -> None:
    problem = enumino.Covers(enumino.CoverProblem.from_dlx(DLX))
    enumino.enumerate_to(tmp_path / "covers", problem, threads=1)
    Forger(tmp_path / "covers").texts(f"</script>{MARKUP}<!--{TERMINAL}")
    page = gallery(enumino.open_dataset(tmp_path / "covers"))
    assert page.count("<script") == 2
    opened(browser, page, tmp_path)
    browser.evaluate('document.querySelector(".tile").click()')
    elements = "[...document.querySelectorAll('*')]"
    names = set(browser.evaluate(f"{elements}.map((each) => each.localName)"))
    assert not {"img", "iframe", "object", "embed", "base"} & names
    attributes = browser.evaluate(f"{elements}.flatMap((each) => each.getAttributeNames())")
    assert not [name for name in attributes if name.startswith("on")]
    told = browser.evaluate("document.body.innerText").replace("\t", " ").replace("\xa0", " ")
    assert "alert(1)" in told
    assert_harmless(told, "page")
    assert browser.complaints == []
    assert len(browser.requests) == 1


def test_scripts_of_others_do_not_run(browser: Chromium, page: str, tmp_path: Path) -> None:
    """The policy of the page refuses them, even if one got into it."""
    opened(browser, page, tmp_path)
    for attack in ATTACKS:
        browser.evaluate(f"(async () => {{ try {{ {attack} }} catch {{}} }})()")
    assert browser.evaluate("document.title") != "owned"
    assert list(browser.requests) == [(tmp_path / "page.html").resolve().as_uri()]
    assert browser.complaints
