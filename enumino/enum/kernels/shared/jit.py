"""The decorators of all kernels.

Every kernel releases the GIL (subtrees run on threads), follows NumPy's error model (no
division check in inner loops) and is cached on disk beside its source, so that only the
first run on a machine pays for compilation. A kernel calls jitted functions of its own file, of
the modules in its folder that begin with an underscore, and of this folder: the digest of the
cache covers these (`cache`). No factory makes kernels of other kernels: Numba would compile a
closure over a compiled function anew in every process.

Most kernels allocate nothing. They are compiled without Numba's reference counting, whose two
atomic operations for each array at each call would cost more than a step of a search.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

from enumino.enum.kernels.shared.cache import use_temporary_folder
from enumino.enum.kernels.shared.numba_private import (
    WITHOUT_REFERENCE_COUNTS,
    forbid_calls_from_python,
    leave_machine_code_to_callers,
    our_locators,
    serialise_compilation,
    tolerate_stale_index,
)

# No C code calls a kernel.
ALWAYS: dict[str, Any] = {"error_model": "numpy", "nogil": True, "no_cfunc_wrapper": True}

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a function that allocates nothing."""
    return _compiled(function, **WITHOUT_REFERENCE_COUNTS)


def step(function: F) -> F:
    """Compile a function that only kernels call, as a part of these.

    It has no wrapper for calls from Python, no machine code of its own, and is not kept on the
    disk, so that it compiles in less than half the time.
    """
    return _step(function)


def inlined(function: F) -> F:
    """Compile a step of a hot loop that LLVM copies into all its callers, whatever its size.

    Numba could copy it as well, and would compile each copy anew: that takes up to twice as long.
    It is compiled to the end: the copies of code without machine code make loops a tenth slower.
    """
    return _step(function, inlined=True)


def allocating_kernel(function: F) -> F:
    """Compile a function that makes arrays, or calls one that does."""
    return _compiled(function)


def _step(function: F, *, inlined: bool = False) -> F:
    options = {**ALWAYS, **WITHOUT_REFERENCE_COUNTS, "no_cpython_wrapper": True}
    jitted: F = numba.njit(**options, forceinline=inlined)(function)
    if not numba.config.DISABLE_JIT:
        forbid_calls_from_python(jitted)
        if not inlined:
            leave_machine_code_to_callers(jitted)
    return jitted


def _compiled(function: F, **options: bool) -> F:
    try:
        return _kept(function, options | {"cache": True})
    except RuntimeError:  # neither the package's folder nor the home folder can be written to
        return _kept(function, options | {"cache": use_temporary_folder()})


def _kept(function: F, options: dict[str, bool]) -> F:
    with our_locators():
        jitted: F = numba.njit(**ALWAYS, **options)(function)
    tolerate_stale_index(jitted)
    serialise_compilation(jitted)
    return jitted


def compile_for(function: Callable[..., Any], *arguments: Any) -> None:
    """Compile a kernel for the types of these arguments, and keep it on the disk."""
    function.compile(tuple(map(numba.typeof, arguments)))  # type: ignore[attr-defined]
