"""The contents of a dataset's files are shown as text, in pages, tables and messages."""

from __future__ import annotations

import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import enumino
from enumino.errors import DatasetError, EnuminoError, StorageError
from tests.hostile import (
    DLX,
    DRAWING,
    HOSTILE,
    LONG,
    TERMINAL,
    VERBS,
    adopt_plan,
    assert_harmless,
    outcome,
    poison_all,
    rewrite,
)

pytestmark = pytest.mark.slow


def test_versions_of_a_plan_are_told_harmlessly(root: Path) -> None:
    def other(said: Any) -> None:
        said["versions"] = dict.fromkeys(said["versions"], TERMINAL + LONG)

    rewrite(root / "plan.json", other)
    shutil.rmtree(root / "parts")
    code, out, err = outcome("run", str(root), "--part", "0")
    assert code == 1
    assert "may write other bytes" in err
    assert_harmless(out + err, "run")
    assert len(err) < 2500


@pytest.mark.long
def test_ten_million_characters(root: Path) -> None:
    def lengthen(said: Any) -> None:
        said["title"] = said["problem"]["primary"][0] = 10_000_000 * "A"

    rewrite(root / "plan.json", lengthen)
    adopt_plan(root)
    code, out, err = outcome("info", str(root))
    assert code == 0
    assert len(out + err) < 20_000
    (root / "manifest.json").unlink()
    code, out, err = outcome("commit", str(root))
    assert code == 0
    assert len(out + err) < 20_000
    assert len((root / "README.md").read_text()) < 20_000


@pytest.mark.parametrize("kind", HOSTILE)
def test_every_verb_shows_text_as_text(kind: str, root: Path) -> None:
    poison_all(root, HOSTILE[kind])
    codes = {}
    for verb, arguments in VERBS.items():
        code, out, err = outcome(arguments[0], str(root), *arguments[1:])
        codes[verb] = code
        assert_harmless(out, verb)
        assert_harmless(err, verb)
        assert "Traceback" not in err
        complaints = [line for line in err.splitlines() if line.startswith("Error: ")]
        assert len(complaints) == (code in (1, 2, 4)), (verb, code, err[:500])
        assert all(len(line) < 2500 for line in complaints), verb
        if verb == "show --svg":
            assert_inert_svg(Path(DRAWING).read_text())
    expected = {"verify": 3, "verify --json": 3, "verify --repair": 3, "run": 0, "commit": 0}
    assert codes == {verb: expected.get(verb, 0) for verb in VERBS}
    assert_inert_markdown((root / "README.md").read_text())


def assert_inert_svg(text: str) -> None:
    """An SVG page without anything that runs; well-formed, so that no text is anything else."""
    for element in ElementTree.fromstring(text).iter():
        assert element.tag.rpartition("}")[2] in {"svg", "rect", "text", "g", "path"}
        assert not any(name.startswith("on") or "href" in name for name in element.attrib)


def assert_inert_markdown(text: str) -> None:
    """No HTML and no link outside of code, and tables of one width."""
    assert_harmless(text, "README.md")
    outside = re.sub(r"^(`{3,})[a-z]*\n.*?\n\1$", "", text, flags=re.DOTALL | re.MULTILINE)
    outside = re.sub(r"(?<!\\)`[^`\n]*(?<!\\)`", "", outside)
    assert not re.search(r"(?<!\\)[<>\[]", outside), outside[:2000]
    for table in re.findall(r"(?:^\|.*\n)+", outside, flags=re.MULTILINE):
        widths = {len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}
        assert len(widths) == 1, table


class Tags(HTMLParser):
    """Collects the elements of a page, and their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        self.attributes |= {name for name, _ in attrs}


@pytest.mark.parametrize("kind", HOSTILE)
def test_notebooks_show_text_as_text(kind: str, root: Path) -> None:
    poison_all(root, HOSTILE[kind])
    dataset = enumino.open_dataset(root)
    page = dataset._repr_html_()
    tags = Tags()
    tags.feed(page)
    assert not {"script", "img", "a", "iframe", "style"} & tags.found
    assert not any(name.startswith("on") or "href" in name for name in tags.attributes)
    assert_harmless(page, "notebook")
    assert_harmless(repr(dataset), "repr")
    assert len(repr(dataset)) < 3000
    for text in dataset.objects():
        assert_harmless(text, "object")


@pytest.mark.parametrize("kind", ["terminal", "markup", "long"])
def test_resuming_what_others_began(kind: str, root: Path, tmp_path: Path) -> None:
    """The same command on a folder whose plan is of another problem, with hostile names."""
    poison_all(root, HOSTILE[kind])
    (tmp_path / "colours.dlx").write_text(DLX)
    code, out, err = outcome("enumerate", "cover", str(tmp_path / "colours.dlx"), "--to", str(root))
    assert code == 1
    assert_harmless(out + err, "enumerate")
    assert len(err) < 2500


def test_a_dataset_of_another_family_with_a_strange_name(root: Path) -> None:
    def other(said: Any) -> None:
        said["problem"]["family"] = TERMINAL

    rewrite(root / "plan.json", other)
    adopt_plan(root)
    for verb, *options in VERBS.values():
        code, out, err = outcome(verb, str(root), *options)
        assert code == 1, verb
        assert_harmless(out + err, verb)


def test_files_with_strange_names_are_named_harmlessly(root: Path) -> None:
    (root / "data" / "\x1b]0;x\x07\u202e.parquet").write_bytes(b"")
    code, out, err = outcome("verify", str(root))
    assert code == 3
    assert_harmless(out + err, "verify")
    (root / "manifest.json").unlink()
    code, out, err = outcome("commit", str(root))
    assert code == 1
    assert_harmless(out + err, "commit")


def test_messages_are_one_printable_line() -> None:
    for error in (EnuminoError(TERMINAL), StorageError(TERMINAL), DatasetError(LONG)):
        assert_harmless(str(error), "error")
        assert "\n" not in str(error)
        assert len(str(error)) <= 2000


def test_reading_executes_nothing() -> None:
    """No module evaluates anything, or unpickles but what a driver sends, or a test has pickled."""
    package = Path(enumino.__file__).parent
    trusted = {*package.glob("run/cluster/*.py"), package / "run" / "laws.py"}
    for path in set(package.rglob("*.py")) - trusted:
        text = path.read_text(encoding="utf-8")
        for word in (
            r"\bpickle\.loads?\b",
            r"(?<![\w.])eval\(",
            r"(?<![\w.])exec\(",
            "allow_pickle=True",
        ):
            assert not re.search(word, text), f"{path}: {word}"
