"""Compilation as the layers above the kernels see it: the compiled kernels, and adding to them."""

from __future__ import annotations

from enumino.enum.kernels.shared.jit import compile_for
from enumino.enum.kernels.shared.numba_private import is_kept

__all__ = ["compile_for", "is_kept"]
