"""All private parts of Numba that kernels rely on, in one file.

`pyproject.toml` admits only versions of Numba in which all of them were tried, and
`tests/enum/kernels/shared/test_numba_private.py` lists the requirements on another version.
These are used:

- the option ``_nrt``, which leaves out reference counts;
- ``_compile_for_args`` and ``_insert`` of a dispatcher: the steps of a call from Python;
- ``_compiler`` of a dispatcher with ``_customize_flags`` and ``_compile_core``, the flag
  ``no_compile``, and of a library ``_optimize_final_module``, ``_finalize_final_module``,
  ``_finalize_dynamic_globals`` and ``_finalized``: code without machine code;
- ``_cache`` of a dispatcher with ``load_overload``, ``save_overload``, ``_index_key`` and
  ``_cache_file``, and of that ``_index_path`` and ``_load_index``: compiled kernels on the disk;
- the cache locators: ``_py_file``, ``_cache_path``, ``get_cache_path``, ``get_source_stamp``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

import numba
from numba.core import caching

from enumino.enum.kernels.shared.cache import FileLock, digest_of_sources

# Compiles a function that allocates nothing without reference counts. Kernels are as right with an
# empty dictionary here, and slower.
WITHOUT_REFERENCE_COUNTS = {"_nrt": False}

# Subfolder of kernels with checked bounds: Numba's key does not tell them from others.
CHECKED = "bounds-checked"

_SETTING_LOCATORS = Lock()


class _DigestLocator:
    """A locator whose stamp changes with the kernel's file and with the shared modules."""

    _py_file: str
    _cache_path: str

    def get_cache_path(self) -> str:
        """Return the folder of compiled kernels."""
        checked = bool(numba.config.BOUNDSCHECK)
        return str(Path(self._cache_path, CHECKED)) if checked else self._cache_path

    def get_source_stamp(self) -> str:
        """Return a digest of all files that the kernel is made of."""
        return digest_of_sources(self._py_file)


class InCacheFolder(_DigestLocator, caching.UserProvidedCacheLocator):
    """The folder of ``NUMBA_CACHE_DIR``."""


class BesideTheSource(_DigestLocator, caching.InTreeCacheLocator):
    """The package's ``__pycache__``."""


class AtHome(_DigestLocator, caching.UserWideCacheLocator):
    """The user's cache folder."""


LOCATORS = (InCacheFolder, BesideTheSource, AtHome)


@contextmanager
def our_locators() -> Iterator[None]:
    """Let Numba look for compiled kernels with the locators of this module."""
    names = ",".join(f"{locator.__module__}.{locator.__name__}" for locator in LOCATORS)
    with _SETTING_LOCATORS:
        before = numba.config.CACHE_LOCATOR_CLASSES
        numba.config.CACHE_LOCATOR_CLASSES = names
        try:
            yield
        finally:
            numba.config.CACHE_LOCATOR_CLASSES = before


def forbid_calls_from_python(jitted: Any) -> None:
    """Raise a TypeError where Python calls a function compiled without a Python wrapper."""
    name = jitted.py_func.__name__

    def refuse(*arguments: Any, **named: Any) -> None:
        raise TypeError(f"{name} is a step of kernels, which Python cannot call")

    jitted._compile_for_args = refuse
    jitted._insert = lambda *signature: None


def leave_machine_code_to_callers(jitted: Any) -> None:
    """Compile a function to intermediate code only, which each caller optimises with its own.

    Otherwise Numba would optimise it, translate it into machine code and keep it on the disk, and
    then do the same with the callers, of whose code it is a part.
    """
    compiler = jitted._compiler
    compile_core = compiler._compile_core

    def without_machine_code(flags: Any) -> Any:
        flags.no_compile = True
        return flags

    def compile_for_callers(arguments: Any, result: Any) -> Any:
        # Numba finds the callee by its entry point, so each needs one of its own.
        found = compile_core(arguments, result)._replace(entry_point=object())
        library = found.library

        def finalize() -> None:
            library._finalize_dynamic_globals()
            library._finalized = True

        library._optimize_final_module = lambda: None
        library._finalize_final_module = finalize
        found.target_context.insert_user_function(found.entry_point, found.fndesc, [library])
        return found

    compiler._customize_flags = without_machine_code
    compiler._compile_core = compile_for_callers


def tolerate_stale_index(jitted: Any) -> None:
    """Count a cache index as empty if it names modules or classes that no longer exist.

    Numba reads the types of cached signatures before it compares the source's stamp: after a class
    has moved, old caches would end every call in an ImportError.
    """
    if (file := _index_file(jitted)) is None:
        return
    load = file._load_index

    def load_or_empty() -> Any:
        try:
            return load()
        except (ImportError, AttributeError):
            return {}

    file._load_index = load_or_empty


def serialise_compilation(jitted: Any) -> None:
    """Let one process at a time compile a cached function; the others then load the result.

    Without that, a thousand workers that start with an empty cache would all compile the same.
    """
    if (file := _index_file(jitted)) is None:
        return
    cache = jitted._cache
    load, save = cache.load_overload, cache.save_overload
    lock = FileLock(Path(file._index_path).with_suffix(".lock"))

    def load_or_lock(signature: Any, context: Any) -> Any:
        """Load the compiled function; if there is none, hold the lock until it is saved."""
        if (found := load(signature, context)) is not None:
            return found
        lock.acquire()
        if (found := load(signature, context)) is not None:  # another process was faster
            lock.release()
        return found

    def save_and_release(signature: Any, data: Any) -> None:
        try:
            save(signature, data)
        finally:
            lock.release()

    cache.load_overload, cache.save_overload = load_or_lock, save_and_release


def is_kept(function: Callable[..., Any], *arguments: Any) -> bool:
    """Whether a kernel is in the disk cache, compiled for the types of these arguments.

    Also True if Numba compiles or caches nothing.
    """
    if (file := _index_file(function)) is None:
        return True
    context = function.targetctx  # type: ignore[attr-defined]
    context.refresh()
    types = tuple(map(numba.typeof, arguments))
    key = function._cache._index_key(types, context.codegen())  # type: ignore[attr-defined]
    return key in file._load_index()


def _index_file(jitted: Any) -> Any:
    """Return the index of a function's cache; None if it is not compiled or not kept."""
    return getattr(getattr(jitted, "_cache", None), "_cache_file", None)
