"""Kernels that count by transfer matrix: boundaries, their states, and lower bounds."""
