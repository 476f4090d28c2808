"""The decorators of all kernels: how they are compiled, and where the result is kept.

Every kernel releases the GIL (subtrees run on threads), follows NumPy's error model (no
division check in inner loops) and is cached on disk beside its source, so that only the
first run on a machine pays for compilation. A kernel file is self-contained: it calls jitted
functions of its own file, and of the shared modules beside this one (``_*.py``), which the cache
looks at too (`_cache`).

Most kernels allocate nothing. They are compiled without Numba's reference counting, whose two
atomic operations for each array at each call would cost more than a step of a search.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

from enumino.enum.kernels._cache import forget_what_is_gone, our_locators, use_temporary_folder
from enumino.enum.kernels._locks import one_compiles

WITHOUT_REFERENCE_COUNTS = {"_nrt": False}
"""Options of Numba for functions that allocate nothing. This one is private to Numba: if it goes,
kernels are as right with an empty dictionary here, and slower."""

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a function that allocates nothing."""
    return _compiled(function, **WITHOUT_REFERENCE_COUNTS)


def step(function: F) -> F:
    """Compile a function that only kernels call, without what lets Python call it.

    That takes half of the time to compile a small function that is given a whole state.
    """
    return _step(function)


def inlined(function: F) -> F:
    """Compile a step of a hot loop that LLVM copies into all its callers, whatever its size.

    Numba could copy it as well, and would compile each copy anew: that takes up to twice as long.
    """
    return _step(function, forceinline=True)


def allocating_kernel(function: F) -> F:
    """Compile a function that makes arrays, or calls one that does."""
    return _compiled(function)


def _step(function: F, **options: bool) -> F:
    jitted = _compiled(function, **WITHOUT_REFERENCE_COUNTS, no_cpython_wrapper=True, **options)
    if not numba.config.DISABLE_JIT:
        name = function.__name__

        def refuse(*arguments: Any, **named: Any) -> None:
            raise TypeError(f"{name} is a step of kernels, which Python cannot call")

        jitted._compile_for_args = refuse  # type: ignore[attr-defined]
        jitted._insert = lambda *signature: None  # type: ignore[attr-defined]
    return jitted


def _compiled(function: F, **options: bool) -> F:
    options |= {"nogil": True, "no_cfunc_wrapper": True}  # no C code calls a kernel
    try:
        return _jitted(function, options | {"cache": True})
    except RuntimeError:  # neither the package's folder nor the home folder can be written to
        return _jitted(function, options | {"cache": use_temporary_folder()})


def _jitted(function: F, options: dict[str, bool]) -> F:
    with our_locators():
        jitted: F = numba.njit(error_model="numpy", **options)(function)
    forget_what_is_gone(jitted)
    one_compiles(jitted)
    return jitted


def is_kept(function: Callable[..., Any], *arguments: Any) -> bool:
    """Whether a kernel is in the disk cache, compiled for the types of these arguments.

    True, too, where nothing would be compiled, or nothing kept.
    """
    cache = getattr(function, "_cache", None)
    file = getattr(cache, "_cache_file", None)
    if cache is None or file is None:
        return True
    context = function.targetctx  # type: ignore[attr-defined]
    context.refresh()
    key = cache._index_key(tuple(map(numba.typeof, arguments)), context.codegen())
    return key in file._load_index()


def compile_for(function: Callable[..., Any], *arguments: Any) -> None:
    """Compile a kernel for the types of these arguments, and keep it on the disk."""
    function.compile(tuple(map(numba.typeof, arguments)))  # type: ignore[attr-defined]
