"""The one decorator of all kernels: how they are compiled, and where the result is kept.

Every kernel releases the GIL (subtrees run on threads), follows NumPy's error model (no
division check in inner loops) and is cached on disk beside its source, so that only the
first run on a machine pays for compilation. Numba invalidates a cache entry when the file
that holds the function changes, not when an imported function does: a kernel file is
therefore self-contained and calls jitted functions of its own file only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile `function` with the options that all kernels share.

    A run with ``NUMBA_BOUNDSCHECK=1`` bypasses the disk cache, whose key does not tell
    checked code from unchecked code.
    """
    cache = not numba.config.BOUNDSCHECK
    jitted: F = numba.njit(nogil=True, cache=cache, error_model="numpy", _nrt=False)(function)
    return jitted


def inlined(function: F) -> F:
    """Compile `function` into its callers: for steps of a hot loop that take arrays.

    A call that passes arrays counts references, which costs more than such a step itself.
    """
    jitted: F = numba.njit(nogil=True, inline="always", error_model="numpy", _nrt=False)(function)
    return jitted
