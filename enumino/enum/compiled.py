"""What those above the kernels may know of their compilation: what is kept, and how to have more."""

from __future__ import annotations

from enumino.enum.kernels._jit import compile_for, is_kept

__all__ = ["compile_for", "is_kept"]
