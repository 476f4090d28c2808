"""Datasets of anybody: what their files hold is shown as text, bounded, and stays in its folder."""

from __future__ import annotations

import io
import os
import re
import shutil
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import enumino
from enumino.datasets import bounds, documents
from enumino.datasets.writer import file_digest
from enumino.errors import DatasetError, EnuminoError, StorageError
from tests.hostile import (
    DLX,
    HOSTILE,
    LONG,
    TERMINAL,
    adopt_plan,
    assert_harmless,
    outcome,
    poison_all,
    rewrite,
)

pytestmark = pytest.mark.slow

DRAWING = "drawing.svg"
VERBS: dict[str, list[str]] = {
    "info": ["info"],
    "info --json": ["info", "--json"],
    "info --queries": ["info", "--queries"],
    "show": ["show"],
    "show --svg": ["show", "--svg", DRAWING],
    "sql": ["sql", "select picture(options) as p, * from rows"],
    "export": ["export", "--as", "csv"],
    "gallery": ["gallery", "-o", DRAWING],
    "verify": ["verify"],
    "verify --json": ["verify", "--json"],
    "verify --repair": ["verify", "--repair"],
    "run": ["run", "--part", "0"],
    "commit": ["commit"],
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small dataset whose problem holds names: of the file, of items and of colours."""
    folder = tmp_path_factory.mktemp("sound")
    (folder / "colours.dlx").write_text(DLX)
    root = folder / "covers"
    assert outcome("enumerate", "cover", str(folder / "colours.dlx"), "--to", str(root))[0] == 0
    return root


@pytest.fixture
def root(sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, to be changed, in the current folder."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(sound, tmp_path / "covers"))


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


def test_ten_million_characters(root: Path) -> None:
    def lengthen(said: Any) -> None:
        said["title"] = said["problem"]["primary"][0] = 10_000_000 * "A"

    rewrite(root / "plan.json", lengthen)
    rewrite(root / "manifest.json", lengthen)
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


# Names stay in the folder.


def secret(tmp_path: Path) -> Path:
    path = tmp_path / "secret"
    path.mkdir()
    return path


def linked_file(root: Path, name: str, outside: Path) -> Path:
    """Move a file out of the dataset, and leave a link in its place."""
    path = next(root.glob(name))
    moved = outside / path.name
    path.rename(moved)
    path.symlink_to(moved)
    return moved


LINKED = ["manifest.json", "plan.json", "data/*.parquet", "data", "parts", "parts/*.json"]


@pytest.mark.parametrize("name", LINKED)
def test_links_out_of_the_dataset_are_refused(name: str, root: Path, tmp_path: Path) -> None:
    moved = linked_file(root, name, outside := secret(tmp_path))
    before = snapshot(outside)
    for verb, *options in VERBS.values():
        if verb in ("show", "info"):
            continue
        code, _, err = outcome(verb, str(root), *options)
        if code == 1:
            assert "leads out of the dataset" in err
        elif name == "manifest.json":
            assert code in (0, 1)
        assert snapshot(outside) == before, verb
    assert moved.exists()


@pytest.mark.parametrize("name", ["manifest.json", "data/*.parquet", "data"])
def test_rows_behind_links_are_not_read(name: str, root: Path, tmp_path: Path) -> None:
    linked_file(root, name, secret(tmp_path))
    with pytest.raises(StorageError, match="leads out of the dataset, to '"):
        list(enumino.open_dataset(root).objects())
    if name != "manifest.json":
        for ask in ("pandas", "polars", "arrow"):
            with pytest.raises(StorageError, match="leads out of the dataset"):
                getattr(enumino.open_dataset(root), ask)()


def snapshot(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("name", ["data", "parts", "enumino-wip"])
def test_nothing_is_written_or_removed_through_links(name: str, root: Path, tmp_path: Path) -> None:
    outside = secret(tmp_path)
    shutil.rmtree(root / name, ignore_errors=True)
    (root / name).symlink_to(outside, target_is_directory=True)
    (outside / f"mine.{'0' * 32}").write_text("not ours")
    (outside / "this-folder-belongs-to-enumino").touch()
    (root / "manifest.json").unlink()
    before = snapshot(outside)
    file = root.parent / "colours.dlx"
    file.write_text(DLX)
    for arguments in (
        ["enumerate", "cover", str(file), "--to", str(root), "--in-process"],
        ["run", str(root), "--part", "0"],
        ["commit", str(root)],
    ):
        code, _, err = outcome(*arguments)
        assert snapshot(outside) == before, arguments
        if code:
            assert "leads out of the dataset" in err


def test_links_within_the_dataset_and_to_it_are_followed(root: Path, tmp_path: Path) -> None:
    path = next((root / "data").iterdir())
    (root / "moved").mkdir()
    path.rename(root / "moved" / path.name)
    path.symlink_to(Path("..", "moved", path.name))
    (tmp_path / "link").symlink_to(root)
    assert len(list(enumino.open_dataset(tmp_path / "link").objects())) > 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
@pytest.mark.parametrize("name", ["plan.json", "manifest.json", "data/*.parquet", "parts/*.json"])
def test_pipes_are_not_waited_for(name: str, root: Path) -> None:
    path = next(root.glob(name))
    path.unlink()
    os.mkfifo(path)
    for verb in ("info", "verify", "commit"):
        code, _, err = outcome(verb, str(root))
        assert code in (0, 1, 4)
        assert code == 0 or "is neither a file nor a folder" in err or "lacks 1 of 1 part" in err
    code, _, err = outcome("verify", str(root))
    assert code == 1


# Sizes are bounded.


def test_documents_are_read_up_to_a_bound(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MOST_BYTES", 1000)
    with pytest.raises(DatasetError, match=r"it has more than 1\.0 kB"):
        enumino.open_dataset(root)
    monkeypatch.setattr(documents, "MOST_BYTES", 10**6)
    monkeypatch.setattr(documents, "MOST_VALUES", 20)
    with pytest.raises(DatasetError, match="it may hold more than 20 values"):
        enumino.open_dataset(root)


@pytest.mark.parametrize(
    ("file", "key", "value"),
    [
        ("plan.json", "tree_version", 2**63),
        ("manifest.json", "nodes", 2**63),
        ("manifest.json", "seconds", 10**400),
        ("manifest.json", "rows", -1),
        ("parts/*.json", "seconds", 10**400),
        ("parts/*.json", "nodes", 2**64),
    ],
)
def test_numbers_are_in_range(file: str, key: str, value: int, root: Path) -> None:
    rewrite(next(root.glob(file)), lambda said: said.update({key: value}))
    assert outcome("verify", str(root))[0] in (1, 3)
    (root / "manifest.json").unlink()
    for verb, *options in (["run", "--part", "0"], ["commit"], ["verify"]):
        code, _, err = outcome(verb, str(root), *options)
        assert code in (0, 1, 3, 4), err


@pytest.mark.parametrize("prefixes", [[[2**63]], [[1.5]], [5], {"a": 1}, [[True]], [[-1]], [["7"]]])
def test_prefixes_are_lists_of_numbers_in_range(prefixes: Any, root: Path) -> None:
    from enumino.datasets import plan as plans

    def change(said: Any) -> None:
        text, digest = plans._pack(prefixes)
        said["parts"][0] |= {"prefixes": text, "sha256": digest}

    rewrite(root / "plan.json", change)
    code, _, err = outcome("run", str(root), "--part", "0")
    assert code == 1
    assert "The prefixes of part 0 in plan.json are damaged" in err


@pytest.mark.parametrize("prefix", [[9], [0, 2**62], [0] * 10_000])
def test_prefixes_that_leave_the_tree(prefix: list[int], root: Path) -> None:
    from enumino.datasets import plan as plans

    def change(said: Any) -> None:
        text, digest = plans._pack([tuple(prefix)])
        said["parts"][0] |= {"prefixes": text, "sha256": digest}

    rewrite(root / "plan.json", change)
    code, _, err = outcome("run", str(root), "--part", "0")
    assert code in (1, 2)
    assert len(err) < 2500


def bombs() -> Iterator[tuple[str, pa.Table, dict[str, Any]]]:
    """Files of a few kilobytes that unpack to a lot; not to more than this test can bear."""
    elements = pa.array([0] * 3_000_000, pa.uint32())
    many = pa.ListArray.from_arrays(pa.array([0, len(elements)], pa.int32()), elements)
    yield "zeros", pa.table({"options": many}), {"use_dictionary": False}
    yield "runs", pa.table({"options": many}), {"use_dictionary": True}
    long = pa.array(["x" * 300_000])
    text = pa.DictionaryArray.from_arrays(pa.array([0] * 3000, pa.int8()), long)
    yield "texts", pa.table({"options": text}), {"use_dictionary": True}


BOMBS = {name: (table, options) for name, table, options in bombs()}


def plant(root: Path, contents: bytes) -> None:
    """Put a file in the place of the rows, as if it had been committed."""
    path = next((root / "data").iterdir())
    path.write_bytes(contents)
    with path.open("rb") as file:
        size, digest = file_digest(file)

    def adopt(said: Any) -> None:
        said["files"][0] |= {"bytes": size, "sha256": digest}
        said["bytes"] = size

    rewrite(root / "manifest.json", adopt)
    rewrite(next((root / "parts").iterdir()), lambda said: said.update(bytes=size, sha256=digest))


def packed(table: pa.Table, **options: Any) -> bytes:
    pq.write_table(table, file := io.BytesIO(), compression="zstd", store_schema=False, **options)
    return file.getvalue()


def with_footer_that_lies(contents: bytes) -> bytes:
    """The same file, whose footer speaks of a hundred values, and of a hundred bytes."""
    length = int.from_bytes(contents[-8:-4], "little")
    footer = contents[-8 - length :]
    column = pq.read_metadata(io.BytesIO(contents)).row_group(0).column(0)
    for number in (column.num_values, column.total_uncompressed_size):
        plain = varint(number)
        footer = footer.replace(plain, varint(100, len(plain)))
    return contents[: -8 - length] + footer


def varint(number: int, width: int = 1) -> bytes:
    """A number of Thrift's compact protocol, in so many bytes at least."""
    number, written = 2 * number, []
    while number > 127 or len(written) < width - 1:
        written.append(number & 127 | 128)
        number >>= 7
    return bytes([*written, number])


@pytest.mark.parametrize("honest", [True, False], ids=["honest", "lying"])
@pytest.mark.parametrize("name", BOMBS)
def test_files_that_unpack_to_more_than_memory_are_refused(
    name: str, honest: bool, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, options = BOMBS[name]
    contents = packed(table, **options)
    if honest:
        monkeypatch.setattr(bounds, "MOST_VALUES", 1_000_000)
    else:
        contents = with_footer_that_lies(contents)
        assert pq.read_metadata(io.BytesIO(contents)).row_group(0).total_byte_size < 1000
    assert len(contents) < 200_000
    plant(root, contents)
    before = pa.total_allocated_bytes()
    code, _, err = outcome("show", str(root), "--limit", "1")
    assert code == 1
    assert "is no file of enumino" in err
    assert outcome("verify", str(root))[0] == 3
    (root / "manifest.json").unlink()
    code, _, err = outcome("commit", str(root))
    assert code == 1
    assert pa.total_allocated_bytes() - before < 1_000_000


@pytest.mark.parametrize("contents", [b"", b"PAR1", b"PAR1" + bytes(100) + b"\x30\0\0\0PAR1"])
def test_files_that_are_no_parquet(contents: bytes, root: Path) -> None:
    plant(root, contents or b"x")
    copy = shutil.copytree(root, root.parent / "copy")
    (copy / "manifest.json").unlink()
    code, _, err = outcome("commit", str(copy))
    assert code == 1
    assert "holds no rows of its problem: remove it, and run part 0 again" in err
    for verb, *options in VERBS.values():
        code, _, err = outcome(verb, str(root), *options)
        assert code in (0, 1, 3, 4)
        assert "Traceback" not in err


def test_reading_executes_nothing() -> None:
    """No module of ours evaluates anything, or unpickles but what a driver sends to its workers."""
    package = Path(enumino.__file__).parent
    for path in set(package.rglob("*.py")) - set(package.glob("run/cluster/*.py")):
        text = path.read_text(encoding="utf-8")
        for word in (
            r"\bpickle\.loads?\b",
            r"(?<![\w.])eval\(",
            r"(?<![\w.])exec\(",
            "allow_pickle=True",
        ):
            assert not re.search(word, text), f"{path}: {word}"


def test_tables_are_not_unpacked_to_more_than_they_should_hold(root: Path) -> None:
    known = pq.read_table(root / "options.parquet")
    code = pa.array([0] * known.num_rows, pa.int8())
    long = pa.DictionaryArray.from_arrays(code, pa.array(["x" * 10_000_000]))
    pq.write_table(known.set_column(1, "text", long), root / "options.parquet", store_schema=False)
    code, out, _ = outcome("verify", str(root))
    assert code == 3
    assert "options.parquet: missing, or another table than was committed" in out
