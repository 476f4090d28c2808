"""Datasets from strangers: text is shown as text; any rows are drawn or end in a sentence."""

import dataclasses
import json
import os
import re
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import enumino
from enumino.errors import EnuminoError, ProblemError
from enumino.gallery import gallery
from enumino.registry import problem_from_json, rows_of
from enumino.schema import Column
from tests.dataset_tools import Enumino
from tests.forger import DLX, HOSTILE, TERMINAL, Forger, assert_harmless

DRAWING = "drawing.svg"
NAMES = "select picture(o.options) as p, n.* from rows as o, options as n"
# Actions on a dataset and their exit codes.
VERBS = {
    "info": 0,
    "info --json": 0,
    "show": 0,
    f"show --svg {DRAWING}": 0,
    "sql": 0,
    "sql --csv": 0,
    "sql --json": 0,
    "gallery -o page.html": 0,
    "verify": 3,
    "verify --json": 3,
    "verify --repair": 3,
    "run": 0,
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
def test_notebooks_and_every_verb_show_text_as_text(kind: str, root: Path, here: Enumino) -> None:
    Forger(root).texts(HOSTILE[kind])
    dataset = enumino.open_dataset(root)
    page = dataset._repr_html_()
    for element in ElementTree.fromstring(page).iter():
        assert element.tag not in ("script", "img", "a", "iframe", "style")
        assert not any(name.startswith("on") or "href" in name for name in element.attrib)
    assert_harmless(page + repr(dataset) + "".join(dataset.objects()), "notebook")
    assert len(repr(dataset)) < 3000
    for verb, expected in VERBS.items():
        first, *options = verb.split()
        query = [NAMES] if first == "sql" else []
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
    for verb in ("info", "show", "verify", "run"):
        told = here(*verb.split()[:1], root, *verb.split()[1:])
        assert told.code in (1, 4), verb
        assert_harmless(told.out + told.err, verb)


def test_what_a_terminal_obeys_is_escaped_in_all_that_is_printed(root: Path, here: Enumino) -> None:
    query = "select chr(27) || chr(155) || chr(7) || chr(8238) || chr(10) || 'x' as \"\u202e\", "
    query += "[chr(155)] as list, {'a': chr(8238)} as pair"
    for options in ([], ["--csv"], ["--json"]):
        told = here("sql", root, query, *options)
        assert told.code == 0
        assert_harmless(told.out + told.err, f"sql {options}")
    (said,) = json.loads(here("sql", root, query, "--json").out)
    assert said["\u202e"] == "\x1b\x9b\x07\u202e\nx"  # JSON escapes, and changes nothing
    assert_harmless(str(ProblemError("\x1b]0;x\x07\u202e")), "an error")


@pytest.mark.parametrize("name", ["cells\n", "uses(\x9b)", "uses(\x1b)", "Cells", ""])
def test_names_of_columns_have_a_pattern(name: str) -> None:
    for said in ({"name": name, "type": "uint8"}, {"name": "cells", "type": "uint8\n"}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({**said, "description": ""}, Column)


@pytest.mark.parametrize("folder", ["data", "parts"])
def test_folders_that_are_links_are_not_followed(
    folder: str, root: Path, here: Enumino, tmp_path: Path
) -> None:
    elsewhere = (root / folder).rename(tmp_path / "elsewhere")
    (root / folder).symlink_to(elsewhere)
    (file,) = elsewhere.iterdir()
    file.write_bytes(damaged := file.read_bytes()[:-9])
    for verb in (["verify", "--repair"], ["run"]):
        told = here(verb[0], root, *verb[1:])
        assert (told.code, file.read_bytes()) == (1, damaged)
        assert f"{root / folder} is a link" in told.err
    (root / folder).unlink()
    assert here("run", root).code == 0


INSTEAD: dict[str, Callable[[Path], None]] = {
    "folder": Path.mkdir,
    "loop": lambda path: path.symlink_to(path.name),
    "device": lambda path: path.symlink_to("/dev/zero"),
    "pipe": os.mkfifo,
}


@pytest.mark.parametrize("kind", INSTEAD)
def test_only_regular_files_are_read(kind: str, root: Path, here: Enumino) -> None:
    """A verification ends and says that they are missing, as of a dataset without a manifest."""
    for path in [path for path in root.rglob("*") if path.is_file()]:
        contents = path.read_bytes()
        path.unlink()
        INSTEAD[kind](path)
        told = here("verify", root)
        assert told.code == (4 if path.name == "manifest.json" else 3), (path.name, told.err)
        with suppress(EnuminoError):
            list(enumino.open_dataset(root).rows())
        path.rmdir() if kind == "folder" else path.unlink()
        path.write_bytes(contents)
    assert here("verify", root).code == 0


@pytest.mark.parametrize("only", ["no_such_column", "cells +", "1", "symmetry = 'none of ours'"])
def test_a_condition_that_is_none_is_damage(only: str, tmp_path: Path, here: Enumino) -> None:
    enumino.enumerate_to(tmp_path, enumino.Polyominoes(3, only="cells = 3"), threads=1)
    Forger(tmp_path).plan(lambda said: said["problem"].update(only=only))
    told = here("verify", tmp_path)
    assert (told.code, f"Error: {tmp_path}/plan.json is damaged (" in told.err) == (3, True)


def test_reading_executes_nothing() -> None:
    """No module evaluates or unpickles anything."""
    for path in Path(enumino.__file__).parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for word in (r"\bpickle\.loads?\b", r"(?<![\w.])eval\(", r"(?<![\w.])exec\(",
                     "allow_pickle=True"):  # fmt: skip
            assert not re.search(word, text), f"{path}: {word}"


# A problem of each family; names of files in the place of each of its values, which texts may be.
NAMING = {
    "polyforms": enumino.LatticePolyforms(3, lattice="kite"),
    "polyominoes": enumino.Polyominoes(3, only="tree", derived="snake"),
    "plane-tilings": enumino.PlaneTilings(shape="##/#."),
    "cover": enumino.Covers("queens 4"),
    "subgraphs": enumino.Subgraphs(enumino.Graph("abc", [(0, 1), (1, 2)]), 2),
    "partitions": enumino.Partitions("2x2", parts=2),
    "tatami": enumino.Tatami("3x4"),
    "tilings": enumino.Tilings("2x2", "domino"),
    "trominoes": enumino.Trominoes(4),
}
FILES = {"7": "##", "a.txt": "##", "a.toml": "", "a.csv": "a,b", "a.dlx": "a\na\n", "a.py": "x = 1"}
OPENED: list[str] = []
sys.addaudithook(lambda event, args: OPENED.append(str(args[0])) if event == "open" else None)


@pytest.mark.parametrize("name", NAMING)
def test_no_text_of_a_dataset_names_a_file(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for file, text in FILES.items():
        (tmp_path / file).write_text(text)
    said = NAMING[name].to_json()
    optional = {each.name: None for each in dataclasses.fields(NAMING[name])}
    words = ["", "sudoku ", "jigsaw ", "sudokus "] if name == "cover" else [""]
    texts = [word + file for word in words for file in FILES] + [f"a.py:x:bool@{'0' * 64}"]
    for key in (optional | said).keys() - {"family"}:
        for text in texts:
            for value in (text, str(tmp_path / text)):
                OPENED.clear()
                with suppress(EnuminoError):
                    problem_from_json({**said, key: value})
                with suppress(EnuminoError):
                    rows_of({**said, key: value})
                assert not [each for each in OPENED if Path(each).name in FILES], (key, value)


STRANGE: dict[str, list[Any]] = {"list": [[], [0, 0]], "string": ["", "é\0"], "": [0, 65_535]}


@pytest.mark.slow
@pytest.mark.parametrize("name", PROBLEMS)
def test_any_values_are_a_sentence_or_a_drawing(name: str, tmp_path: Path) -> None:
    """Verification reports them, and pictures of them are refused at worst."""
    enumino.enumerate_to(tmp_path, PROBLEMS[name], threads=1)
    (path,) = (tmp_path / "data").iterdir()
    table, footer = pq.read_table(path), pq.read_metadata(path).metadata
    for at, field in enumerate(table.schema):
        kind = next(each for each in STRANGE if str(field.type).startswith(each))
        for value in STRANGE[kind]:
            values = pa.array([value, *table.column(at).to_pylist()[1:]], field.type)
            changed = table.set_column(at, field, values).replace_schema_metadata(footer)
            pq.write_table(changed, path)
            Forger(tmp_path).sums()
            assert not enumino.verify(tmp_path).ok, (field.name, value)
            dataset = enumino.open_dataset(tmp_path)
            for look in (lambda d=dataset: [*map(d.row_kind.picture, d)], dataset.sheet,
                         lambda d=dataset: gallery(d)):  # fmt: skip
                with suppress(EnuminoError):
                    look()
