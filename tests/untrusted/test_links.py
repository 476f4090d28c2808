"""Names stay in the folder of a dataset: links out of it are refused, pipes are not awaited."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

import enumino
from enumino.errors import StorageError
from tests.hostile import DLX, VERBS, outcome

pytestmark = pytest.mark.slow

LINKED = ["manifest.json", "plan.json", "data/*.parquet", "data", "parts", "parts/*.json"]


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


def snapshot(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


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
