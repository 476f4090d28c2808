"""A small dataset of many parts that commands read; copies of it that they may spoil."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from enumino.cli import main as command_line
from tests.dataset_tools import checkpoint

NONAMINOES = ["polyominoes", "--cells", "1-9", "--rows-per-part", "100"]


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("finished") / "polyominoes"
    arguments = ["enumerate", *NONAMINOES, "--threads", "1", "--quiet", "--to", str(root)]
    assert command_line(arguments) == 0
    return root


@pytest.fixture
def copied(finished: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(finished, tmp_path / "polyominoes"))


@pytest.fixture
def unfinished(copied: Path) -> Path:
    (copied / "manifest.json").unlink()
    checkpoint(copied, 3).unlink()
    return copied
