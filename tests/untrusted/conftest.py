"""A sound dataset, and copies of it to be spoilt."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.hostile import DLX, outcome


@pytest.fixture(scope="session")
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
