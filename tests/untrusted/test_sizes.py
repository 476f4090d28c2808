"""The contents of files are bounded: texts, numbers, prefixes, and what they unpack to."""

from __future__ import annotations

import io
import shutil
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import enumino
from enumino.datasets import documents, part_files
from enumino.errors import DatasetError
from tests.hostile import VERBS, outcome, plant, rewrite

pytestmark = pytest.mark.slow


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


def bomb(name: str) -> tuple[pa.Table, dict[str, Any]]:
    """A file of a few kilobytes that unpacks to a lot; not to more than this test can bear."""
    if name == "texts":
        long = pa.array(["x" * 300_000])
        text = pa.DictionaryArray.from_arrays(pa.array([0] * 3000, pa.int8()), long)
        return pa.table({"options": text}), {"use_dictionary": True}
    elements = pa.array([0] * 3_000_000, pa.uint32())
    many = pa.ListArray.from_arrays(pa.array([0, len(elements)], pa.int32()), elements)
    return pa.table({"options": many}), {"use_dictionary": name == "runs"}


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
@pytest.mark.parametrize("name", ["zeros", "runs", "texts"])
def test_files_that_unpack_to_more_than_memory_are_refused(
    name: str, honest: bool, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, options = bomb(name)
    contents = packed(table, **options)
    if honest:
        monkeypatch.setattr(part_files, "MOST_VALUES", 1_000_000)
    else:
        contents = with_footer_that_lies(contents)
        assert pq.read_metadata(io.BytesIO(contents)).row_group(0).total_byte_size < 1000
    assert len(contents) < 200_000
    plant(root, contents)
    before = pa.total_allocated_bytes()
    code, _, err = outcome("show", str(root), "--limit", "1")
    assert code == 1
    assert "is not a file of enumino" in err
    assert outcome("verify", str(root))[0] == 3
    if honest:
        code, _, err = outcome("sql", str(root), "select count(*) from rows")
        assert code == 1
        assert "is not a file of enumino" in err
        for library in ("arrow", "polars", "pandas", "dask"):
            with pytest.raises(DatasetError, match="is not a file of enumino"):
                getattr(enumino.open_dataset(root), library)()
        with pytest.raises(DatasetError, match="is not a file of enumino"):
            enumino.open_dataset(root).duckdb("select count(*) from rows")
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
