"""Compiled kernels are found again until one of their sources changes."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import numba
import pytest

from enumino.enum import kernels
from enumino.enum.compiled import announce_compilation
from enumino.enum.kernels.shared import jit

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")

KERNEL = """
from parts import added
from enumino.enum.kernels.shared.jit import kernel

@kernel
def twice(value):
    return added(value, value)
"""
PARTS = """
from more import ZERO
from enumino.enum.kernels.shared.jit import inlined

@inlined
def added(one, other):
    return one + other + ZERO
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
    sources = {"kernel": KERNEL, "parts": PARTS, "more": "ZERO = 0", "other": ""}
    folder.mkdir()
    for name, text in sources.items():
        (folder / f"{name}.py").write_text(text)
    assert runs(folder, cache) == 0
    (folder / "other.py").write_text("changed = True")
    assert runs(folder, cache) == 1
    (folder / "more.py").write_text("ZERO = 0  # changed")
    assert runs(folder, cache) == 0
    assert runs(folder, cache, NUMBA_BOUNDSCHECK="1") == 0


@pytest.mark.slow
def test_kernels_of_another_user_are_not_loaded(tmp_path: Path) -> None:
    """Numba unpickles what it finds in a folder, so that code of another user would run."""
    folder, cache = tmp_path / "room", tmp_path / "cache"
    folder.mkdir()
    for name, text in {"kernel": KERNEL, "parts": PARTS, "more": "ZERO = 0"}.items():
        (folder / f"{name}.py").write_text(text)
    assert (runs(folder, cache), runs(folder, cache)) == (0, 1)
    (kept,) = cache.iterdir()
    assert kept.stat().st_mode & 0o777 == 0o700
    kept.chmod(0o777)
    assert runs(folder, cache) == 0
    kept.chmod(0o700)
    assert runs(folder, cache) == 1


def test_all_that_kernels_call_is_in_the_digest() -> None:
    """Names are imported from modules, not modules, and from the top of a file."""
    top = Path(kernels.__file__).parent
    for found in walk_packages(kernels.__path__, f"{kernels.__name__}."):
        if found.ispkg:
            continue
        module = import_module(found.name)
        sources = jit._sources(found.name, top)
        for value in vars(module).values():
            home = getattr(value, "__module__", None) or getattr(value, "__name__", "")
            if isinstance(home, str) and home.startswith(f"{kernels.__name__}."):
                assert Path(sys.modules[home].__file__ or "") in sources, (found.name, home)


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
