"""Kernels of exact covers: three engines, and the rows of tilings."""
