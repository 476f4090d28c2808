"""Kernels do without Numba's reference counts, and would be right with them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import pytest

import enumino
from enumino.enum.kernels import _cache, _jit, redelmeier

LISTED = """
import enumino

for problem in enumino.Trominoes(4), enumino.Covers(("queens", 5)):
    print(problem.count(), [batch.records.to_pylist() for batch in problem.batches([()])])
"""

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")


def test_numba_knows_the_option() -> None:
    """It is private. If this fails, make `WITHOUT_REFERENCE_COUNTS` an empty dictionary: the next
    test holds that kernels stay right. They would be slower, so compare `make bench`."""
    compiled = numba.njit(**_jit.WITHOUT_REFERENCE_COUNTS)(lambda number: number + 1)
    assert compiled(1) == 2


@pytest.mark.slow
@pytest.mark.long
def test_kernels_are_right_with_reference_counts(tmp_path: Path) -> None:
    package = tmp_path / "enumino"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(enumino.__file__).parent, package, ignore=ignored)
    switch = package / "enum" / "kernels" / "_jit.py"
    text = switch.read_text()
    assert text.count('{"_nrt": False}') == text.count("_nrt") == 1
    switch.write_text(text.replace('{"_nrt": False}', "{}"))

    def listed(folder: Path) -> str:
        done = subprocess.run(
            [sys.executable, "-c", LISTED], cwd=folder, capture_output=True, text=True, check=True
        )
        return done.stdout

    assert listed(tmp_path) == listed(Path(enumino.__file__).parent.parent)


@pytest.mark.slow
def test_kernels_with_bounds_checked_are_kept_apart(tmp_path: Path) -> None:
    """Either would run as the other: Numba looks for both under the same key."""
    folders = []
    for checked in ("0", "1"):
        told = {"NUMBA_BOUNDSCHECK": checked, "NUMBA_CACHE_DIR": str(tmp_path)}
        program = "from enumino.enum.kernels import tatami; print(tatami.seek._cache.cache_path)"
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, **told},
            capture_output=True,
            text=True,
            check=True,
        )
        folders.append(Path(done.stdout.strip()))
    unchecked, checked_too = folders
    assert unchecked.parent == tmp_path
    assert checked_too == unchecked / _cache.CHECKED


@pytest.mark.slow
def test_a_cache_that_names_what_is_gone_counts_as_empty() -> None:
    def gone() -> None:
        raise ModuleNotFoundError("No module named 'enumino.moved'")

    file = SimpleNamespace(_load_index=gone)
    _cache.forget_what_is_gone(SimpleNamespace(_cache=SimpleNamespace(_cache_file=file)))
    assert file._load_index() == {}
    kernel = redelmeier.walks._cache._cache_file  # what is relied on of Numba
    assert "_load_index" in vars(kernel)
    assert isinstance(kernel._load_index(), dict)


def adding(number: int) -> Any:
    @_jit.kernel
    def added(value):  # type: ignore[no-untyped-def]
        return value + number

    return added


@pytest.mark.slow
def test_what_is_kept_for_one_constant_is_not_for_another() -> None:
    """So a search that is compiled for its lattice is not taken for that of another lattice."""
    assert adding(1)(2) == 3
    assert _jit.is_kept(adding(1), 2)
    assert not _jit.is_kept(adding(1), 2.0)
    assert not _jit.is_kept(adding(5), 2)
