"""Kernels that list: searches whose objects become rows."""
