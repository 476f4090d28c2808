"""Compiled kernels are found again until one of their sources changes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from enumino.enum.compiled import announce_compilation
from enumino.enum.kernels.shared import jit

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")

KERNEL = """
from _own import added
from enumino.enum.kernels.shared.jit import kernel

@kernel
def twice(value):
    return added(value, value)
"""
OWN = """
from enumino.enum.kernels.shared.jit import inlined

@inlined
def added(one, other):
    return one + other
"""
PROGRAM = "import kernel; assert kernel.twice(2) == 4; print(len(kernel.twice.stats.cache_hits))"


def runs(folder: Path, cache: Path, **environment: str) -> int:
    """Run a kernel in a process of its own; return how often it was found in the cache."""
    told = {"NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(folder)}
    command = [sys.executable, "-c", PROGRAM]
    return int(subprocess.check_output(command, env={**os.environ, **told, **environment}))


@pytest.mark.slow
def test_a_kernel_is_compiled_anew_when_a_source_of_it_has_changed(tmp_path: Path) -> None:
    folder, cache = tmp_path / "room", tmp_path / "cache"
    folder.mkdir()
    for name, text in (("kernel", KERNEL), ("_own", OWN), ("other", "")):
        (folder / f"{name}.py").write_text(text)
    assert runs(folder, cache) == 0
    (folder / "other.py").write_text("changed = True")
    assert runs(folder, cache) == 1
    (folder / "_own.py").write_text(f"{OWN}# changed")
    assert runs(folder, cache) == 0
    assert runs(folder, cache, NUMBA_BOUNDSCHECK="1") == 0


def test_compilation_is_announced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))

    @jit.kernel
    def larger(value):  # type: ignore[no-untyped-def]
        return value + 1

    told: list[str] = []
    with announce_compilation(lambda: told.append("compiling")):
        assert (larger(1), larger(2)) == (2, 3)
    assert larger(2.5) == 3.5
    assert told == ["compiling"]
