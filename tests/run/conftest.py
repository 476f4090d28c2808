"""A dataset of many parts, made without incident, and a scheduler that nobody works for."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import enumino
from tests.dataset_tools import PARTS, PROBLEM, ROWS_PER_PART, data_digest, parts_done


@pytest.fixture(scope="session")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The dataset, made in this thread; every row is verified."""
    root = tmp_path_factory.mktemp("reference") / "polyominoes"
    enumino.enumerate_to(root, PROBLEM, threads=1, rows_per_part=ROWS_PER_PART)
    assert parts_done(root) == PARTS
    assert enumino.verify(root, full=True).ok
    return root


@pytest.fixture(scope="session")
def digest(reference: Path) -> str:
    return data_digest(reference)


@pytest.fixture
def copied(reference: Path, tmp_path: Path) -> Path:
    """A copy of the finished dataset, to harm."""
    return Path(shutil.copytree(reference, tmp_path / "polyominoes"))


@pytest.fixture(autouse=True)
def _rows_are_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Recompute a share of the rows, as in a large dataset: bytes are those of the reference."""
    monkeypatch.setattr("enumino.datasets.verify.SAMPLE_ROWS", 1000)


@pytest.fixture(scope="module")
def lonely_scheduler() -> Iterator[str]:
    """The address of a scheduler without workers."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=50) as cluster:
        yield cluster.scheduler_address
