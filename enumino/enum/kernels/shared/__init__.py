"""Modules that kernels of all rooms may use."""
