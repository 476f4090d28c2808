"""Modules that kernels of all folders may use."""
