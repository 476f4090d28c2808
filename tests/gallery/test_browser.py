"""Galleries in a browser: they show the dataset, and obey nothing in it."""

import json
import re
import shutil
import subprocess
from collections import Counter
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import enumino
from enumino.gallery import gallery
from tests.dataset_tools import PATIENCE, SMALL, small_dataset
from tests.forger import DLX, MARKUP, TERMINAL, Forger, assert_harmless

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
pytestmark = pytest.mark.skipif(
    CHROMIUM is None,
    reason="Chromium is missing: no page was opened (Debian: apt install chromium)",
)
SWITCHES = (
    "--headless=new",
    "--no-sandbox",  # containers run as root, and open only pages that tests have made
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--allow-file-access-from-files",  # so that a page can use the page in its frame
    "--enable-logging=stderr",
    "--virtual-time-budget=20000",
    "--dump-dom",
)
# A page that runs a script on another page in a frame, and holds the value in the end.
OUTER = """<!doctype html><iframe src="page.html" width="{width}" height="800"></iframe><script>
const answer = async (page) => {{
  const $ = (id) => page.getElementById(id), all = (what) => [...page.querySelectorAll(what)];
  if (page.documentElement.dataset.ready !== "true") return "the script of the page failed";
  {script}
}};
addEventListener("load", async () => {{
  const frame = document.querySelector("iframe"), told = document.createElement("pre");
  const value = await answer(frame.contentDocument).catch(String);
  const loaded = frame.contentWindow.performance.getEntriesByType("resource").length;
  told.id = "told";
  told.append(JSON.stringify({{ value, loaded }}));
  document.body.append(told);
}});
</script>"""
COUNT = '$("count").textContent'
FACETS = """Object.fromEntries(all(".facet").map((facet) => [facet.dataset.name,
  Object.fromEntries([...facet.querySelectorAll("label")].map((line) => [
    line.title, Number(line.querySelector("b").textContent.replaceAll(",", ""))]))]))"""
ATTACKS = """
  const s = page.createElement("script"), image = page.createElement("img");
  s.append("document.title = 'owned'"), image.src = "http://localhost:1/x.png";
  for (const attack of [
    () => page.body.append(s),
    () => { page.body.innerHTML = "<img src=x>"; },
    () => page.defaultView.fetch("data:text/plain,x").then(() => { page.title = "owned"; }),
    () => page.body.append(image),
  ]) try { await attack(); } catch { }
  return page.title;"""


def told(
    page: str, folder: Path, script: str, width: int = 1200, refused: tuple[str, ...] = ()
) -> Any:
    """Return the value of a script on a page, which loads nothing.

    The console of the browser names what the page has `refused`, or is empty.
    """
    (folder / "page.html").write_text(page)
    (folder / "outer.html").write_text(OUTER.format(script=script, width=width))
    command = [str(CHROMIUM), *SWITCHES, f"--user-data-dir={folder}/profile"]
    command.append((folder / "outer.html").resolve().as_uri())
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
    match = re.search('<pre id="told">(.*?)</pre>', done.stdout, re.DOTALL)
    assert match, done.stderr
    answer = json.loads(unescape(match[1]))
    complaints = [line for line in done.stderr.splitlines() if ":CONSOLE" in line]
    assert all(each in "".join(complaints) for each in refused), complaints
    assert refused or (complaints, answer["loaded"]) == ([], 0)
    return answer["value"]


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> enumino.Dataset:
    """The free polyominoes with up to 8 cells."""
    root = tmp_path_factory.mktemp("browser") / "small"
    enumino.enumerate_to(root, enumino.Polyominoes(range(1, 9)), threads=1)
    return enumino.open_dataset(root)


def test_facets_show_what_sql_counts(dataset: enumino.Dataset, tmp_path: Path) -> None:
    script = f"""
      for (const [name, value] of [["symmetry", "axis"], ["symmetry", "rotate"], ["holes", "1"]])
        all(`.facet[data-name="${{name}}"] label[title="${{value}}"] input`)[0].click();
      const filtered = [{COUNT}, {FACETS}];
      $("reset").click();
      const whole = {COUNT};
      $("search").value = "2b";
      $("search").dispatchEvent(new Event("input"));
      return [...filtered, whole, {COUNT}];"""
    some, facets, whole, found = told(gallery(dataset), tmp_path, script)
    chosen = "symmetry in ('axis', 'rotate') and holes = 1"
    assert some == f"{len(list(dataset.rows(chosen)))} of 533"
    for name in ("cells", "perimeter", "symmetry", "tree", "holes"):
        # Numbers beside the values of a column are of the rows that meet all other filters.
        others = {"symmetry": "holes = 1", "holes": chosen.partition(" and ")[0]}.get(name, chosen)
        values = (row[name] for row in dataset.rows(others, [name]))
        counted = Counter(str(v).lower() if name == "tree" else str(v) for v in values)
        assert {v: n for v, n in facets[name].items() if n} == counted, name
    assert whole == "533 of 533"
    assert found == f"{sum(shape.address.startswith('2b') for shape in dataset)} of 533"


def test_tilings_are_filtered_by_their_pieces(tmp_path: Path) -> None:
    problem = enumino.Tilings("+##/####/##+", "L4, domino, L-tromino, monomino:0-1")
    enumino.enumerate_to(tmp_path / "d", problem, threads=1)
    tilings = list(enumino.open_dataset(tmp_path / "d"))
    pages = gallery(enumino.open_dataset(tmp_path / "d"))
    facet = '.facet[data-name="{}"] label[title="{}"] input'.format
    script = f"""
      for (const what of {[facet("pieces used", name) for name in ("L4", "monomino")]})
        all(what)[0].click();
      const used = [{COUNT}, {FACETS}["pieces used"]];
      all(".facet select")[0].value = "5";
      all(".facet select")[0].dispatchEvent(new Event("change"));
      const at = {FACETS}["piece on a cell"];
      all('{facet("piece on a cell", "domino")}')[0].click();
      return [...used, at, {COUNT}];"""
    number, used, at, fewer = told(pages, tmp_path, script)
    names = [{piece.name for piece in tiling.pieces} for tiling in tilings]
    both = [k for k, own in enumerate(names) if own >= {"L4", "monomino"}]
    assert number == f"{len(both):,} of {len(tilings):,}"
    assert used == {
        name: sum(name in names[k] for k in both) for name in sorted(set().union(*names))
    }
    cell = problem.board.region.cells[5]
    there = Counter(piece.name for k in both if (piece := tilings[k].piece_at(cell)))
    assert {name: n for name, n in at.items() if n} == there
    assert fewer == f"{there['domino']:,} of {len(tilings):,}"


def test_a_row_in_full(dataset: enumino.Dataset, tmp_path: Path) -> None:
    script = """
      $("order").value = "perimeter down";
      $("order").dispatchEvent(new Event("change"));
      all(".tile")[0].click();
      const seen = [];
      for (let number = 0; number < 5; number++) {
        const copies = all("#copies button").map((each) => [each.textContent, each.dataset.text]);
        seen.push([$("place").textContent, Object.fromEntries(copies)]);
        $("details").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
      }
      $("close").click();
      return [seen, $("details").open];"""
    seen, is_open = told(gallery(dataset, "cells = 4"), tmp_path, script)
    shapes = {shape.address: shape for shape in dataset.objects("cells = 4")}
    perimeters = []
    for number, (place, copied) in enumerate(seen, 1):
        shape = shapes.pop(copied["Copy Address"])
        assert place == f"{number} of 5"
        assert next(dataset.objects(copied["Copy Condition"])) == shape
        assert json.loads(copied["Copy JSON"])["mask"] == shape.mask
        assert copied["Copy SVG"] == enumino.drawing.svg_of(shape)
        perimeters.append(shape.perimeter)
    assert perimeters == sorted(perimeters, reverse=True)
    assert not is_open


@pytest.mark.parametrize("family", SMALL)
def test_every_family(family: str, tmp_path: Path) -> None:
    """In a window as narrow as that of a telephone."""
    dataset = enumino.open_dataset(small_dataset(family))
    script = f"""return [page.documentElement.scrollWidth, {COUNT},
      all(".tile > svg, .tile > pre").length];"""
    width, count, pictures = told(gallery(dataset), tmp_path, script, width=390)
    assert width <= 390
    assert (count, pictures) == (f"{len(dataset):,} of {len(dataset):,}", len(dataset))


def test_nothing_that_a_dataset_says_is_obeyed(tmp_path: Path) -> None:
    problem = enumino.Covers(enumino.CoverProblem.from_dlx(DLX))
    enumino.enumerate_to(tmp_path / "covers", problem, threads=1)
    Forger(tmp_path / "covers").texts(f"</script>{MARKUP}<!--{TERMINAL}")
    page = gallery(enumino.open_dataset(tmp_path / "covers"))
    assert page.count("<script") == 2
    script = """
      all(".tile")[0].click();
      return [all("*").map((each) => each.localName),
        all("*").flatMap((each) => each.getAttributeNames()), page.body.innerText];"""
    names, attributes, shown = told(page, tmp_path, script)
    assert not {"img", "iframe", "object", "embed", "base"} & set(names)
    assert not [name for name in attributes if name.startswith("on")]
    assert "alert(1)" in shown
    assert_harmless(shown.replace("\t", " ").replace("\xa0", " "), "page")


def test_scripts_of_others_do_not_run(dataset: enumino.Dataset, tmp_path: Path) -> None:
    """The policy of the page refuses them, even if one got into it."""
    refused = (
        "'TrustedScript'",
        "'TrustedHTML'",
        "image 'http://localhost",
        "Connecting to 'data:",
    )
    assert told(gallery(dataset), tmp_path, ATTACKS, refused=refused) != "owned"
