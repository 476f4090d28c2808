"""Where compiled kernels are kept, and when they are compiled anew.

Numba compiles a function anew when its own file has changed, not when a function that it imports
has. The locators here look at the file and at the modules that kernels share, whose names begin
with an underscore: so kernels may use what is in these.

If neither the package's folder nor the home folder can be written to, compiled kernels are kept in
a folder for temporary files.
"""

from __future__ import annotations

import os
import stat
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

import numba
from numba.core import caching

from enumino.errors import CacheWarning

_LOCK = Lock()


CHECKED = "bounds-checked"
"""Folder of kernels whose bounds are checked: Numba's key does not tell them from others."""


class _OfAllModules:
    """A locator whose stamp changes with the kernel's file and with the shared modules."""

    _py_file: str
    _cache_path: str

    def get_cache_path(self) -> str:
        """Return the folder of compiled kernels; those with bounds checked have their own."""
        checked = bool(numba.config.BOUNDSCHECK)
        return str(Path(self._cache_path, CHECKED)) if checked else self._cache_path

    def get_source_stamp(self) -> str:
        """Return a digest of all files that the kernel is made of."""
        file = Path(self._py_file)
        return _digest((file, *sorted(file.parent.glob("_*.py"))))


class InCacheFolder(_OfAllModules, caching.UserProvidedCacheLocator):
    """In the folder that ``NUMBA_CACHE_DIR`` names."""


class BesideTheSource(_OfAllModules, caching.InTreeCacheLocator):
    """In ``__pycache__`` of the package."""


class AtHome(_OfAllModules, caching.UserWideCacheLocator):
    """In the user's folder for caches."""


LOCATORS = (InCacheFolder, BesideTheSource, AtHome)


@contextmanager
def our_locators() -> Iterator[None]:
    """Let Numba look for compiled kernels with the locators of this module."""
    names = ",".join(f"{locator.__module__}.{locator.__name__}" for locator in LOCATORS)
    with _LOCK:
        before = numba.config.CACHE_LOCATOR_CLASSES
        numba.config.CACHE_LOCATOR_CLASSES = names
        try:
            yield
        finally:
            numba.config.CACHE_LOCATOR_CLASSES = before


@cache
def _digest(files: tuple[Path, ...]) -> str:
    digest = sha256()
    for file in files:
        digest.update(sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def use_temporary_folder() -> bool:
    """Let Numba keep compiled kernels in a folder for temporary files; return whether it can.

    Whoever can write there can make us run code: the folder must be this user's alone.
    """
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir(), f"enumino-cache-{user}")
    advice = "set NUMBA_CACHE_DIR to a folder that you can write to."
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != user or found.st_mode & 0o077:
            raise PermissionError(f"{folder} is not this user's alone")
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        warnings.warn(
            f"Compiled kernels cannot be kept, and are compiled anew by every process: {advice}",
            CacheWarning,
            stacklevel=3,
        )
        return False
    os.environ["NUMBA_CACHE_DIR"] = str(folder)  # worker processes find it there too
    numba.config.reload_config()
    warnings.warn(f"Compiled kernels are kept in {folder}: {advice}", CacheWarning, stacklevel=3)
    return True


def forget_what_is_gone(jitted: Any) -> None:
    """Let a cache that names modules or classes which are gone count as empty.

    Numba reads the types of cached signatures before it looks whether the source has changed: after
    a class has moved, old caches would end every call in an ImportError.
    """
    file = getattr(getattr(jitted, "_cache", None), "_cache_file", None)
    if file is None:
        return
    load = file._load_index

    def load_what_is_there() -> Any:
        try:
            return load()
        except (ImportError, AttributeError):
            return {}

    file._load_index = load_what_is_there
