"""Datasets of strangers: texts are shown as text, and any rows end in a sentence, or are drawn."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import enumino
from enumino.errors import EnuminoError
from enumino.gallery import gallery
from tests.dataset_tools import Enumino
from tests.forger import DLX, HOSTILE, TERMINAL, Forger, assert_harmless

pytestmark = pytest.mark.slow

DRAWING = "drawing.svg"
# Actions on a dataset and their exit codes.
VERBS = {
    "info": 0,
    "info --json": 0,
    "show": 0,
    f"show --svg {DRAWING}": 0,
    "sql": 0,
    "gallery -o page.html": 0,
    "verify": 3,
    "verify --json": 3,
    "verify --repair": 3,
    "run --part 0": 0,
    "commit": 0,
}
PROBLEMS = {
    "polyominoes": enumino.Polyominoes(range(1, 7)),
    "tilings": enumino.Tilings("4x4", "tetrominoes", up_to_symmetry=True),
    "cover": enumino.Covers(enumino.CoverProblem.from_dlx(DLX)),
    "trominoes": enumino.Trominoes(4),
}


@pytest.fixture
def root(here: Enumino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small dataset whose problem holds names: of the file, of items and of colours."""
    monkeypatch.chdir(tmp_path)
    Path("colours.dlx").write_text(DLX)
    assert here("enumerate", "cover", "colours.dlx", "--to", "covers").code == 0
    return tmp_path / "covers"


@pytest.mark.parametrize("kind", HOSTILE)
def test_every_verb_shows_text_as_text(kind: str, root: Path, here: Enumino) -> None:
    Forger(root).texts(HOSTILE[kind])
    for verb, expected in VERBS.items():
        first, *options = verb.split()
        query = ["select picture(options) as p, * from rows"] if first == "sql" else []
        code, out, err = here(first, root, *options, *query)
        assert code == expected, (verb, err[:500])
        assert_harmless(out + err, verb)
        assert "Traceback" not in err
    for element in ElementTree.fromstring(Path(DRAWING).read_text()).iter():
        assert element.tag.rpartition("}")[2] in {"svg", "rect", "text", "g", "path"}
        assert not any(name.startswith("on") or "href" in name for name in element.attrib)
    assert_inert_markdown((root / "README.md").read_text())
    code, out, err = here("enumerate", "cover", "colours.dlx", "--to", root)  # another problem now
    assert code == 1
    assert_harmless(out + err, "enumerate")
    assert len(err) < 2500


def assert_inert_markdown(text: str) -> None:
    """No HTML and no link outside of code, and tables of one width."""
    assert_harmless(text, "README.md")
    outside = re.sub(r"^(`{3,})[a-z]*\n.*?\n\1$", "", text, flags=re.DOTALL | re.MULTILINE)
    outside = re.sub(r"(?<!\\)`[^`\n]*(?<!\\)`", "", outside)
    assert not re.search(r"(?<!\\)[<>\[]", outside), outside[:2000]
    for table in re.findall(r"(?:^\|.*\n)+", outside, flags=re.MULTILINE):
        widths = {len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}
        assert len(widths) == 1, table


@pytest.mark.parametrize("kind", HOSTILE)
def test_notebooks_show_text_as_text(kind: str, root: Path) -> None:
    Forger(root).texts(HOSTILE[kind])
    dataset = enumino.open_dataset(root)
    page = dataset._repr_html_()
    for element in ElementTree.fromstring(page).iter():
        assert element.tag not in ("script", "img", "a", "iframe", "style")
        assert not any(name.startswith("on") or "href" in name for name in element.attrib)
    assert_harmless(page + repr(dataset) + "".join(dataset.objects()), "notebook")
    assert len(repr(dataset)) < 3000


def test_files_and_families_with_strange_names_are_named_harmlessly(
    root: Path, here: Enumino
) -> None:
    (root / "data" / "\x1b]0;x\x07\u202e.parquet").write_bytes(b"")
    (root / "manifest.json").unlink()
    told = here("commit", root)
    assert told.code == 1
    assert_harmless(told.out + told.err, "commit")
    shutil.rmtree(root / "data")
    Forger(root).plan(lambda said: said["problem"].update(family=TERMINAL))
    for verb in ("info", "show", "verify", "run --part 0"):
        told = here(*verb.split()[:1], root, *verb.split()[1:])
        assert told.code in (1, 4), verb
        assert_harmless(told.out + told.err, verb)


def test_reading_executes_nothing() -> None:
    """No module evaluates anything, or unpickles but what a law of runs has pickled."""
    package = Path(enumino.__file__).parent
    for path in set(package.rglob("*.py")) - {package / "run" / "laws.py"}:
        text = path.read_text(encoding="utf-8")
        for word in (r"\bpickle\.loads?\b", r"(?<![\w.])eval\(", r"(?<![\w.])exec\(",
                     "allow_pickle=True"):  # fmt: skip
            assert not re.search(word, text), f"{path}: {word}"


def strange(kind: pa.DataType, old: Any, random: Random) -> Any:
    """Another value of a type."""
    if pa.types.is_list(kind):
        items = [strange(kind.value_type, each, random) for each in old]
        return random.choice([items, old[::-1], items[:1], []])
    if pa.types.is_string(kind):
        return random.choice(["", "all", "total", old[::-1], f"{old}Z", old[:-1], "é", "\0"])
    most = 2 ** (kind.bit_width - 1) - 1
    return random.choice([0, 1, 7, min(old + 1, most), most, -1, ~most, 255, 65_535])


def spoilt(table: pa.Table, random: Random) -> pa.Table:
    """Rows with other values in some columns."""
    for _ in range(random.choice([1, 2, 5])):
        at = random.randrange(table.num_columns)
        field, values = table.schema.field(at), table.column(at).to_pylist()
        for row in random.choices(range(len(values)), k=random.choice([1, len(values)])):
            values[row] = strange(field.type, values[row], random)
        table = table.set_column(at, field, pa.array(values, field.type))
    return table


@pytest.mark.long
def test_any_values_are_a_sentence_or_a_drawing(tmp_path: Path) -> None:
    random, ends = Random(28), Counter[str]()
    for name, problem in PROBLEMS.items():
        enumino.enumerate_to(tmp_path / name, problem, in_process=True)
        for trial in range(3):
            root = Path(shutil.copytree(tmp_path / name, tmp_path / f"{name}-{trial}"))
            path = next((root / "data").iterdir())
            table, footer = pq.read_table(path), pq.read_metadata(path).metadata
            pq.write_table(spoilt(table, random).replace_schema_metadata(footer), path)
            Forger(root).sums()
            dataset = enumino.open_dataset(root)
            for verb, look in {
                "verify": lambda root=root: enumino.verify(root),
                "objects": lambda each=dataset: list(map(each.family.picture, each)),
                "sheet": dataset.sheet,
                "gallery": lambda each=dataset: gallery(each),
            }.items():
                try:
                    look()
                    ends[f"{verb} shows"] += 1
                except EnuminoError:
                    ends[f"{verb} refuses"] += 1
    assert ends["objects refuses"] > 2
    assert ends["objects shows"] > 2
    assert ends["verify refuses"] == 0


@pytest.mark.parametrize("name", ["polyominoes", "tilings", "cover"])
def test_columns_of_other_rows_are_a_sentence(name: str, tmp_path: Path, here: Enumino) -> None:
    root = tmp_path / name
    enumino.enumerate_to(root, PROBLEMS[name], in_process=True)
    Forger(root).contents((root / "counts.parquet").read_bytes())
    for verb in (["show"], ["gallery", "-o", tmp_path / "x.html"], ["export", "--as", "graph6"]):
        told = here(verb[0], root, *verb[1:])
        assert told.code == 1
        assert "holds no rows of its problem: its columns differ" in told.err
    assert here("verify", root).code == 3
