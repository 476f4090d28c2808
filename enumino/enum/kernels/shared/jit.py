"""The decorators of kernels and of the functions that they call, and the cache of compiled kernels.

All release the GIL, since subtrees run on threads, and follow NumPy's error model: no division is
checked in inner loops. A kernel is kept in a folder that is named by a digest of its sources: its
own module and all modules of `kernels` from which it imports, directly or not. No factory makes
kernels of other kernels: Numba would compile a closure over a compiled function anew in every
process. Numba also compiles a function anew for each literal argument: so callers pass variables.

Kernels that allocate nothing are compiled without Numba's reference counts (its private option
``_nrt``), whose two atomic operations for each array at each call would cost more than a step of a
search.
"""

import gc
import os
import re
import sys
import warnings
from collections.abc import Callable
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar, overload

import numba
from numba.core import event

from enumino.enum.compiled import announce, cache_folder
from enumino.errors import CacheWarning

COMMON: dict[str, Any] = {"error_model": "numpy", "nogil": True, "no_cfunc_wrapper": True}
WITHIN: dict[str, Any] = {**COMMON, "_nrt": False, "no_cpython_wrapper": True}
DIGITS = 12  # of a digest
WRITABLE = 0o022  # by others
IMPORTED = re.compile(r"^from (\S+) import", re.MULTILINE)
# Allocations between two garbage collections, which by default take a tenth of a compilation.
SELDOM = 50_000

F = TypeVar("F", bound=Callable[..., Any])

_setting_folder = Lock()


@overload
def kernel(function: F) -> F: ...
@overload
def kernel(*, allocates: bool) -> Callable[[F], F]: ...
def kernel(function: Any = None, *, allocates: bool = False) -> Any:
    """Compile and cache a function that Python calls; it `allocates` if it makes arrays."""
    if function is None:
        return partial(kernel, allocates=allocates)
    jit = partial(numba.njit, **COMMON, _nrt=allocates)
    with _setting_folder:
        before = numba.config.CACHE_DIR
        try:
            numba.config.CACHE_DIR = _folder_for(function.__module__)
            return jit(cache=True)(function)
        except (OSError, RuntimeError):  # the folder cannot be written to, or others could write
            _warn_of_cache()
            return jit()(function)
        finally:
            numba.config.CACHE_DIR = before


def inlined(function: F) -> F:
    """Compile a function that LLVM copies into the kernels that call it, whatever its size.

    It has no wrapper for calls from Python, which takes a quarter of the time to compile: only
    kernels can call it. Each kernel that copies a function optimises it again; so does each level
    of functions between them.
    """
    return numba.njit(**WITHIN, forceinline=True)(function)


def subroutine(function: F) -> F:
    """Compile a function that kernels call, and LLVM need not copy; Python cannot call it."""
    return numba.njit(**WITHIN)(function)


@cache
def _warn_of_cache() -> None:
    """Warn once that compiled kernels cannot be kept."""
    warnings.warn(
        "Compiled kernels cannot be kept, and are compiled anew by every process: set "
        "NUMBA_CACHE_DIR to a folder that only you can write to.",
        CacheWarning,
        stacklevel=3,
    )


@cache
def _folder_for(module: str) -> str:
    """Return the folder of a module's sources for its kernels, refused if others may write."""
    digest = sha256(bytes([bool(numba.config.BOUNDSCHECK)]))  # which Numba's key does not have
    path = Path(str(sys.modules[module].__file__))
    for source in sorted(_sources(module, path.parents[1])):
        digest.update(sha256(source.read_bytes()).digest())
    folder = cache_folder() / f"{path.stem}-{digest.hexdigest()[:DIGITS]}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if os.name == "posix":
        found = folder.stat()
        if found.st_uid != os.getuid() or found.st_mode & WRITABLE:
            raise PermissionError
    return str(folder)


def _sources(module: str, within: Path) -> set[Path]:
    """Return the files of a module and of the modules that it imports from, within a folder."""
    path = Path(getattr(sys.modules.get(module), "__file__", None) or "")
    if not path.is_relative_to(within):
        return set()
    imported = IMPORTED.findall(path.read_text(encoding="utf-8"))
    return {path}.union(*(_sources(each, within) for each in imported))


class _Listener(event.Listener):
    """Announces compilations, and makes garbage collections rare until nested ones end."""

    depth = 0
    threshold = 0

    def on_start(self, event: object) -> None:
        announce()
        if self.depth == 0:
            self.threshold = gc.get_threshold()[0]
            gc.set_threshold(max(self.threshold, SELDOM) if self.threshold else 0)
        self.depth += 1

    def on_end(self, event: object) -> None:
        self.depth -= 1
        if self.depth == 0:
            gc.set_threshold(self.threshold)


event.register("numba:compile", _Listener())
