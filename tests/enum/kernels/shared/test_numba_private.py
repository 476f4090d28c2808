"""The private parts of Numba that kernels rely on, by name, and what is made of them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import pytest
from numba.core import caching
from numba.core.codegen import CPUCodeLibrary
from numba.core.compiler import Flags

import enumino
from enumino.enum.kernels.listing import redelmeier
from enumino.enum.kernels.shared import jit, numba_private

PACKAGE = Path(enumino.__file__).parent

LISTED = """
import enumino

problem = enumino.Covers(("queens", 5))
print(problem.count(), [batch.records.to_pylist() for batch in problem.batches([()])])
"""

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")


def needed() -> dict[str, bool]:
    """The needs of `numba_private`, and whether this version of Numba has each."""
    kernel: Any = redelmeier.walks
    step: Any = redelmeier.excess_height
    cache = kernel._cache
    found = {
        f"a dispatcher's {name}": hasattr(kernel, name)
        for name in (
            *("_cache", "_compile_for_args", "_compiler", "_insert", "compile", "py_func"),
            "targetctx",
        )
    }
    found |= {
        f"a compiler's {name}": hasattr(kernel._compiler, name)
        for name in ("_compile_core", "_customize_flags")
    }
    found |= {
        f"a library's {name}": hasattr(CPUCodeLibrary, name)
        for name in (
            *("_ensure_finalized", "_finalize_dynamic_globals", "_finalize_final_module"),
            "_optimize_final_module",
        )
    }
    found["the flag no_compile"] = hasattr(Flags, "no_compile")
    found |= {
        f"a cache's {name}": hasattr(cache, name)
        for name in ("_cache_file", "_index_key", "cache_path", "load_overload", "save_overload")
    }
    found |= {
        f"an index's {name}": hasattr(cache._cache_file, name)
        for name in ("_index_path", "_load_index")
    }
    found |= {
        f"{locator.__name__}'s {name}": hasattr(locator, name)
        for locator in numba_private.LOCATORS
        for name in ("from_function", "get_cache_path", "get_source_stamp")
    }
    located = cache._impl.locator
    found |= {f"a locator's {name}": hasattr(located, name) for name in ("_py_file", "_cache_path")}
    overridden = (caching.UserProvidedCacheLocator, "get_cache_path", "get_source_stamp")
    found["locators with methods that ours replace"] = all(
        hasattr(overridden[0], name) for name in overridden[1:]
    )
    found["the setting CACHE_LOCATOR_CLASSES"] = hasattr(numba.config, "CACHE_LOCATOR_CLASSES")
    found["our locators in use"] = isinstance(located, numba_private.LOCATORS)
    found["our own calls in a cache"] = {"load_overload", "save_overload"} <= vars(cache).keys()
    found["our own index in a cache"] = "_load_index" in vars(cache._cache_file)
    found["our own refusal in a step"] = {"_compile_for_args", "_insert"} <= vars(step).keys()
    ours = {"_compile_core", "_customize_flags"}
    found["our own compilation of a step"] = ours <= vars(step._compiler).keys()
    return found


def test_numba_has_what_is_needed_of_it() -> None:
    """If this fails for a new version, mend `numba_private`, and only then raise the cap."""
    assert [name for name, there in needed().items() if not there] == []


def test_numba_knows_the_option() -> None:
    """It is private. If this fails, make `WITHOUT_REFERENCE_COUNTS` an empty dictionary: the next
    test holds that kernels stay right. They would be slower, so compare `make bench`."""
    compiled = numba.njit(**numba_private.WITHOUT_REFERENCE_COUNTS)(lambda number: number + 1)
    assert compiled(1) == 2


def test_versions_of_numba_are_capped() -> None:
    """Private parts change without notice, so a version has to be tried before it is admitted."""
    dependencies = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text())
    (numbas,) = (
        each for each in dependencies["project"]["dependencies"] if each.startswith("numba")
    )
    assert re.fullmatch(r"numba>=[\d.]+,<[\d.]+", numbas)


def test_private_parts_are_used_in_one_file() -> None:
    """Numba documents `cgutils` and `event` of what lies in ``numba.core``."""
    private = re.compile(
        r"(?<!kernels)\._(cache|cache_file|compile_for_args|insert|index_key|load_index|index_path)\b"
        r"|_nrt|no_compile|_compile_core|_customize_flags|_final|(load|save)_overload|targetctx"
        r"|numba\.core(?! import (cgutils|event)$)"
    )
    users = {
        path.name
        for path in PACKAGE.rglob("*.py")
        if any(map(private.search, path.read_text(encoding="utf-8").splitlines()))
    }
    assert users == {"numba_private.py"}


@pytest.mark.slow
@pytest.mark.long
def test_kernels_are_right_with_reference_counts(tmp_path: Path) -> None:
    package = tmp_path / "enumino"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(enumino.__file__).parent, package, ignore=ignored)
    switch = package / "enum" / "kernels" / "shared" / "numba_private.py"
    text = switch.read_text()
    assert text.count('{"_nrt": False}') == 1
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
        program = (
            "from enumino.enum.kernels.listing import tatami; print(tatami.seek._cache.cache_path)"
        )
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
    assert checked_too == unchecked / numba_private.CHECKED


@pytest.mark.slow
def test_a_cache_that_names_what_is_gone_counts_as_empty() -> None:
    def gone() -> None:
        raise ModuleNotFoundError("No module named 'enumino.moved'")

    file = SimpleNamespace(_load_index=gone)
    numba_private.tolerate_stale_index(SimpleNamespace(_cache=SimpleNamespace(_cache_file=file)))
    assert file._load_index() == {}
    assert isinstance(redelmeier.walks._cache._cache_file._load_index(), dict)


def adding(number: int) -> Any:
    @jit.kernel
    def added(value):  # type: ignore[no-untyped-def]
        return value + number

    return added


@pytest.mark.slow
def test_what_is_kept_for_one_constant_is_not_for_another() -> None:
    """So a search that is compiled for its lattice is not taken for that of another lattice."""
    assert adding(1)(2) == 3
    assert numba_private.is_kept(adding(1), 2)
    assert not numba_private.is_kept(adding(1), 2.0)
    assert not numba_private.is_kept(adding(5), 2)


PROCESSES = 4
PROGRAM = """
import sys
from numba.core import event
class Count(event.Listener):
    names = []
    def on_start(self, event):
        self.names.append(event.data["dispatcher"].py_func.__qualname__)
    def on_end(self, event):
        pass
with event.install_listener("numba:compile", Count()):
    from enumino.enum.kernels.matrices._boundary import next_mate
    sys.stdin.read(1)  # all start at once
    print(next_mate(2, 1, 0))
print(*(name for name in Count.names if "<locals>" not in name))
"""


@pytest.mark.slow
def test_steps_are_not_kept_and_have_machine_code_only_where_they_are_copied() -> None:
    @jit.step
    def double(value):  # type: ignore[no-untyped-def]
        return 2 * value

    @jit.inlined
    def fourfold(value):  # type: ignore[no-untyped-def]
        return double(double(value))

    @numba.njit
    def eightfold(value):  # type: ignore[no-untyped-def]
        return double(fourfold(value))

    assert (eightfold(3), eightfold(0.5)) == (24, 4.0)
    for made, ends in ((double, False), (fourfold, True)):
        step: Any = made
        assert len(step.overloads) == 2
        assert not hasattr(step._cache, "_cache_file")
        for result in step.overloads.values():
            assert (result.library._compiled_object is not None) == ends


@pytest.mark.long
def test_no_kernel_is_compiled_twice(tmp_path: Path) -> None:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    running = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        for _ in range(PROCESSES)
    ]
    for each in running:
        assert each.stdin is not None
        each.stdin.write("x")
        each.stdin.flush()
    answers = [each.communicate()[0].splitlines() for each in running]
    assert [each.returncode for each in running] == [0] * PROCESSES
    assert {answer[0] for answer in answers} == {"1"}
    compiled = sorted(name for answer in answers for name in answer[1:] for name in name.split())
    assert "next_mate" in compiled
    assert compiled == sorted(set(compiled)), "a kernel was compiled twice"
