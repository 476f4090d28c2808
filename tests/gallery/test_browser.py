"""Galleries in a browser: what is shown is what is in the dataset, and nothing of it is obeyed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import enumino
from enumino.datasets.queries.session import answers
from enumino.drawing.coverings import fills_of
from enumino.drawing.figures import Cells, tiles_of
from enumino.gallery import gallery
from enumino.objects.lattices import CUBIC, HEXAGONAL
from tests import chromium
from tests.chromium import Chromium
from tests.hostile import DLX, MARKUP, TERMINAL, assert_harmless, poison_all
from tests.small_datasets import FAMILIES, small_dataset

pytestmark = pytest.mark.slow

READY = 'document.documentElement.dataset.ready === "true"'
CONDITIONS = (
    "holes > 0",
    "cells = 8 and symmetry in ('axis', 'diag')",
    "height / width = 0.5 or cells < 3",
    "not (perimeter between 10 and 14) AND orbit <> 8",
    "symmetry like 'rot%' and symmetry not like '%2'",
    "width // 2 = 1 and height % 2 = 0 and cells > -1",
    "abs(height::int - 3) <= 1 and cast(orbit as text) = '4' and length(symmetry) = 4",
    "greatest(height, 3) = least(width, 4)",
    "not height / (width::int - 3) > 0",
    "symmetry ilike 'DIAG_' and orbit is not null and 1 + 2 * 3 = 7",
)
WRONG = {
    "holes >": "missing",
    "colour = 1": "no column",
    "symmetry = 1": "compared",
    "holes": "not a condition",
    "holes = 1)": "missing",
    "(" * 20_000: "nested",
}
ATTACKS = (
    """const s = document.createElement("script"); s.append("document.title = 'owned'");
    document.body.append(s)""",
    'document.body.innerHTML = "<img src=x>"',
    'fetch("data:text/plain,x").then(() => { document.title = "owned"; })',
    """const s = document.createElement("img"); s.src = "http://localhost:1/x.png";
    document.body.append(s)""",
)
FACETS = """Object.fromEntries([...document.querySelectorAll(".facet")].map((facet) => [
    facet.querySelector("legend").textContent,
    Object.fromEntries([...facet.querySelectorAll(".value")].map((line) => [
        line.querySelector("span").textContent,
        Number(line.querySelector("b").textContent.replaceAll(",", ""))]))]))"""


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
    enumino.enumerate_to(root, enumino.Polyominoes(range(1, 9)), in_process=True)
    return enumino.open_dataset(root)


def opened(browser: Chromium, page: str, folder: Path) -> None:
    """Open a page that is written into a folder."""
    (folder / "page.html").write_text(page)
    browser.open(folder / "page.html", ready=READY)


def found(browser: Chromium, condition: str) -> int:
    """Ask for a condition; return how many rows the page shows."""
    quoted = json.dumps(condition)
    browser.evaluate(
        f"""document.getElementById("sql").value = {quoted};
        document.getElementById("sql").dispatchEvent(new Event("input"));
        document.getElementById("count").textContent = "";"""
    )
    browser.wait('document.getElementById("count").textContent !== ""')
    shown: str = browser.evaluate('document.getElementById("count").textContent')
    return int(shown.partition(" ")[0].replace(",", ""))


def in_dataset(dataset: enumino.Dataset, condition: str) -> int:
    ((number,),) = dataset.duckdb(f"select count(*) from dataset where {condition}").fetchall()
    return int(number)


@pytest.mark.long
@pytest.mark.shown
def test_filters_show_what_sql_counts(
    browser: Chromium, dataset: enumino.Dataset, tmp_path: Path
) -> None:
    opened(browser, gallery(dataset), tmp_path)
    for condition in CONDITIONS:
        assert found(browser, condition) == in_dataset(dataset, condition), condition
        tiles = browser.evaluate('document.querySelectorAll(".tile").length')
        assert min(1, tiles) == min(1, in_dataset(dataset, condition))
    for condition, complaint in WRONG.items():
        assert found(browser, condition) == len(dataset)
        assert complaint in browser.evaluate('document.getElementById("problem").textContent')
    found(browser, "cells > 5")
    for symmetry in ("axis", "rotate"):
        browser.evaluate(f"document.querySelector('.value[title={symmetry}] input').click()")
    browser.wait('document.getElementById("filtered").textContent === "(2 in use)"')
    chosen = "cells > 5 and symmetry in ('axis', 'rotate')"
    facets = browser.evaluate(FACETS)
    assert facets.pop("address") == {}  # a text is looked for
    for name, shown in facets.items():
        # Counts beside the values of a column are of the rows that meet all other filters.
        others = "cells > 5" if name == "symmetry" else chosen
        sql = f"select {name}::text, count(*) from dataset where {others} group by all"
        counts = {value: number for value, number in shown.items() if number}
        assert counts == dict(dataset.duckdb(sql).fetchall()), name
    browser.evaluate(
        """document.getElementById("order").value = "perimeter down";
        document.getElementById("order").dispatchEvent(new Event("change"));
        document.querySelector(".tile").click()"""
    )
    longest = max(row["perimeter"] for row in dataset.rows(chosen))
    assert json.loads(copies(browser)["JSON"])["perimeter"] == longest
    browser.press("Escape")
    browser.evaluate('document.getElementById("reset").click()')
    browser.wait(f'document.getElementById("count").textContent === "{len(dataset)} of 533"')
    assert browser.complaints == []


@pytest.mark.long
@pytest.mark.shown
def test_a_row_in_full(browser: Chromium, dataset: enumino.Dataset, tmp_path: Path) -> None:
    opened(browser, gallery(dataset, "cells = 6"), tmp_path)
    rows = list(dataset.rows("cells = 6"))
    browser.evaluate('document.querySelector(".tile").focus()')
    browser.press("ArrowRight")
    browser.press("Enter", "\r")
    browser.wait('document.getElementById("details").open')
    for number, (row, thing) in enumerate(
        zip(rows, dataset.objects("cells = 6"), strict=True), start=1
    ):
        if number == 1:
            continue
        heading = browser.evaluate('document.querySelector("dialog strong").textContent')
        assert heading == f"{number} of 35"
        images = browser.evaluate('document.querySelectorAll(".images svg").length')
        assert max(1, images) == row["orbit"]
        copied = copies(browser)
        assert json.loads(copied["JSON"]) == row | {"address": thing.address}
        assert copied["Drawing"] == str(thing)
        assert int(copied["Mask"]) == row["mask"]
        made = copied["Python"].splitlines()
        assert made[0] == "import enumino"
        assert eval(made[1], {"enumino": enumino}) == thing
        assert next(dataset.objects(copied["SQL"])) == thing
        names = {
            element.tag.rpartition("}")[2]
            for element in ElementTree.fromstring(copied["SVG"]).iter()
        }
        assert names <= {"svg", "path"}
        browser.evaluate('document.querySelector("dialog button").focus()')
        browser.press("ArrowRight")
    browser.press("Escape")
    browser.wait('!document.getElementById("details").open')
    browser.press("/")
    assert browser.evaluate("document.activeElement.id") == "sql"
    assert browser.complaints == []


def copies(browser: Chromium) -> dict[str, str]:
    """The text that each button copies."""
    texts: dict[str, str] = browser.evaluate(
        """Object.fromEntries([...document.querySelectorAll(".copies button")].map((button) => {
            button.click();
            return [button.dataset.word, document.getElementById("copied").value];
        }))"""
    )
    return texts


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family(family: str, browser: Chromium, tmp_path: Path) -> None:
    dataset = enumino.open_dataset(small_dataset(family))
    browser.window(390, 844, dark=True, mobile=True)
    opened(browser, gallery(dataset), tmp_path)
    assert browser.evaluate("document.documentElement.scrollWidth") <= 390
    assert browser.evaluate('document.documentElement.classList.contains("dark")')
    browser.window(1200, 800)
    shown = browser.evaluate('document.getElementById("count").textContent')
    assert shown == f"{len(dataset):,} of {len(dataset):,}"
    pictures = "document.querySelectorAll('.tile .figure > path, .tile .figure > text').length"
    assert browser.evaluate(pictures) > 0
    browser.evaluate('document.querySelector(".tile").click()')
    first = next(iter(dataset))
    copied = copies(browser)
    if isinstance(first, enumino.Tiling):
        numbers = first.numbered().split()
        letters = (
            copied["Drawing"].split()
            if " " in copied["Drawing"]
            else list(copied["Drawing"].replace("\n", ""))
        )
        assert [numbers.index(n) for n in numbers] == [letters.index(x) for x in letters]
    else:
        assert copied["Drawing"] == str(first)
    printed = browser.evaluate(
        """(() => { dispatchEvent(new Event("beforeprint"));
            const tiles = document.querySelectorAll(".tile").length;
            dispatchEvent(new Event("afterprint")); return tiles; })()"""
    )
    assert 0 <= printed - min(len(dataset), 600) < 20  # whole rows of tiles
    assert browser.complaints == []
    assert len(browser.requests) == 1


@pytest.mark.long
@pytest.mark.shown
@pytest.mark.parametrize("kind", ["tilings", "packings", "tatami", "solid"])
def test_filters_by_pieces(kind: str, browser: Chromium, tmp_path: Path) -> None:
    """Legend and board write terms of the condition; an address has them."""
    problem = PIECES[kind]()
    enumino.enumerate_to(tmp_path / "rows", problem, in_process=True)
    dataset = enumino.open_dataset(tmp_path / "rows")
    browser.window(390, 844, mobile=True)
    opened(browser, gallery(dataset), tmp_path)
    assert browser.evaluate("document.documentElement.scrollWidth") <= 390
    browser.window(1200, 800)
    rows = list(dataset)
    figures = dataset.family.figures()
    names = dict.fromkeys(name for name, _ in figures.shapes.values())
    legend = browser.evaluate(LEGEND)
    assert [name for name, _ in legend] == list(names)
    colours = {(figures.shapes[c][0], colour) for c, colour in figures.colours.items()}
    assert set(map(tuple, legend)) <= colours
    tinted = {
        shape: figures.colours[letter] for letter, shape in figures.shapes.items()
    }  # as sheets have them
    drawn = browser.evaluate(TILES)
    assert [set(fills) for fills in drawn] == [set(fills_of(r, tinted)) for r in rows[: len(drawn)]]
    for name in names:
        using = [row for row in rows if name in {piece.name for piece in row.pieces}]
        assert shown(browser, f"{CHIP}({json.dumps(name)}).click()") == len(using), name
        assert (
            browser.evaluate(f'{CHIP}({json.dumps(name)}).getAttribute("aria-pressed")') == "true"
        )
        assert shown(browser, f"{CHIP}({json.dumps(name)}).click()") == len(rows)
        assert browser.evaluate('document.getElementById("sql").value') == ""
    cells = [row.region.cells[k] for row in rows[:1] for k in (0, len(row.region) // 2)]
    wanted = [rows[-1].piece_at(cell).name for cell in cells]
    for number, (cell, name) in enumerate(zip(cells, wanted, strict=True)):
        spot = json.dumps(",".join(map(str, cell)))
        board = "document.querySelector(`[data-cell='${" + spot + "}']`)"
        if number == 0 and browser.evaluate(f"{board} !== null"):
            browser.evaluate(f'{board}.dispatchEvent(new MouseEvent("click"))')
        else:
            for place, k in enumerate(cell):
                browser.evaluate(
                    f"""(() => {{ const end = document.querySelectorAll("#cell input")[{place}];
                    end.value = {k}; end.dispatchEvent(new Event("input")); }})()"""
                )
        found = shown(
            browser,
            f"""(() => {{ const piece = document.querySelector("#cell select");
            piece.value = {json.dumps(name)}; piece.dispatchEvent(new Event("change")); }})()""",
        )
        asked = list(zip(cells, wanted, strict=True))[: number + 1]
        assert found == sum(all(name_at(row, c) == n for c, n in asked) for row in rows)
    condition = browser.evaluate('document.getElementById("sql").value')
    address = browser.evaluate("location.hash")
    with answers(dataset, f"select count(*) as n from rows where {condition}") as reader:
        assert reader.read_all().to_pylist() == [{"n": found}]
    browser.open(tmp_path / "page.html", address, ready=READY)
    assert browser.evaluate('document.getElementById("count").textContent').startswith(f"{found} ")
    assert shown(browser, 'document.getElementById("reset").click()') == len(rows)
    found = shown(
        browser,
        f"""document.getElementById("sql").value = "1 = 2 or 1 = 1";
        {CHIP}({json.dumps(wanted[0])}).click()""",
    )
    assert found == sum(wanted[0] in {piece.name for piece in row.pieces} for row in rows)
    assert browser.complaints == []


def name_at(row: Any, cell: Any) -> str | None:
    piece = row.piece_at(cell)
    return piece and piece.name


TILES = """[...document.querySelectorAll(".tile")].map((tile) =>
    [...tile.querySelectorAll("path.fill")].map((path) => path.getAttribute("fill")))"""
CHIP = """((name) => [...document.querySelectorAll("#legend .chip")].find(
    (chip) => chip.childNodes[1].textContent === name))"""
LEGEND = """[...document.querySelectorAll("#legend .chip")].map((chip) => [
    chip.childNodes[1].textContent, chip.querySelector("path.fill").getAttribute("fill")])"""


PIECES: dict[str, Callable[[], Any]] = {
    "tilings": lambda: enumino.Tilings("4x4", "L4, I4, O4, T4"),
    "tatami": lambda: enumino.Tatami(["3x4", "4x4"], None),
    "packings": lambda: enumino.Packings("triangular", "triangle 3", "triamond, tetriamonds"),
    "solid": lambda: enumino.Packings("cubic", "2x2x3", "dicube, tetracubes"),
}


def shown(browser: Chromium, action: str) -> int:
    """Do something; return how many rows the page shows then."""
    browser.evaluate(f'document.getElementById("count").textContent = ""; {action}')
    browser.wait('document.getElementById("count").textContent !== ""')
    text: str = browser.evaluate('document.getElementById("count").textContent')
    return int(text.partition(" ")[0].replace(",", ""))


def test_cells_of_other_lattices(
    browser: Chromium,
    dataset: enumino.Dataset,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Masks of squares, seen as masks of hexagons, and of the lowest layer of cubes."""
    figures = {
        "hexagons": Cells(("height", "width"), ("mask",), tiles_of(HEXAGONAL)),
        "cubes": Cells(("orbit", "height", "width"), ("mask",), tiles_of(CUBIC)),
    }
    for name, figure in figures.items():
        monkeypatch.setattr(dataset.family, "figures", lambda figure=figure: figure)
        opened(browser, gallery(dataset, "cells = 5"), tmp_path)
        assert browser.complaints == []
        assert browser.evaluate("document.querySelectorAll('.tile path').length") >= 24
        if name == "hexagons":
            browser.evaluate('document.querySelector(".tile").click()')
            shapes = browser.evaluate('document.querySelectorAll(".images svg").length')
            assert shapes in (2, 3, 6, 12)


def test_nothing_that_a_dataset_says_is_obeyed(browser: Chromium, tmp_path: Path) -> None:
    problem = enumino.Covers(enumino.CoverProblem.from_dlx(DLX))
    enumino.enumerate_to(tmp_path / "covers", problem, in_process=True)
    poison_all(tmp_path / "covers", f"</script>{MARKUP}<!--{TERMINAL}")
    page = gallery(enumino.open_dataset(tmp_path / "covers"))
    assert page.count("<script") == 2
    opened(browser, page, tmp_path)
    browser.evaluate('document.querySelector(".tile").click()')
    copies(browser)
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


def test_scripts_of_others_do_not_run(
    browser: Chromium, dataset: enumino.Dataset, tmp_path: Path
) -> None:
    """The policy of the page refuses them, even if one got into it."""
    page = gallery(dataset)
    opened(browser, page, tmp_path)
    for attack in ATTACKS:
        browser.evaluate(f"(async () => {{ try {{ {attack} }} catch {{}} }})()")
    assert browser.evaluate("document.title") != "owned"
    assert list(browser.requests) == [(tmp_path / "page.html").resolve().as_uri()]
    assert browser.complaints


@pytest.mark.long
@pytest.mark.shown
def test_a_hundred_thousand_rows(browser: Chromium, tmp_path: Path) -> None:
    root = tmp_path / "large"
    enumino.enumerate_to(root, enumino.Polyominoes(range(1, 14)), in_process=True)
    page = gallery(enumino.open_dataset(root))
    assert len(page) < 10_000_000
    assert "this page has a sample" in page
    opened(browser, page, tmp_path)
    about = browser.evaluate('document.getElementById("about").textContent')
    assert about == "325,737 rows; this page has a sample of 100,000, seed 0."
    scrolled = """new Promise((done) => {
        scrollTo(0, SHARE * document.documentElement.scrollHeight);
        requestAnimationFrame(() => setTimeout(() => done([
            document.querySelectorAll("*").length,
            Number(document.querySelector(".tile").dataset.place)]), 30)); })"""
    shares = (0.0, 0.3, 0.9, 1.0)
    seen = [browser.evaluate(scrolled.replace("SHARE", str(share))) for share in shares]
    elements, places = zip(*seen, strict=True)
    assert max(elements) < 3000  # there is only what can be seen
    assert list(places) == sorted(set(places))
    assert places[-1] > 99_000
    assert browser.complaints == []
