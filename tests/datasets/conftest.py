"""A finished dataset to look at, made once, and copies of it to spoil."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import enumino


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Free polyominoes with 1 to 9 cells in several parts."""
    root = tmp_path_factory.mktemp("dataset") / "polyominoes"
    enumino.enumerate_to(root, enumino.Polyominoes(range(1, 10)), threads=1, rows_per_part=300)
    return root


@pytest.fixture
def spoilt(finished: Path, tmp_path: Path) -> Path:
    """A copy of it for one test."""
    return Path(shutil.copytree(finished, tmp_path / "polyominoes"))
