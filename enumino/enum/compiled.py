"""What those above the kernels know of compilation: what is kept, and how to add to it."""

from __future__ import annotations

from enumino.enum.kernels._jit import compile_for, is_kept

__all__ = ["compile_for", "is_kept"]
