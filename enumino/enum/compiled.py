"""Compilation of kernels, and the test for a compiled one, for the layers above."""

from __future__ import annotations

from enumino.enum.kernels.shared.jit import compile_for
from enumino.enum.kernels.shared.numba_private import is_kept

__all__ = ["compile_for", "is_kept"]
