"""Kernels that count by search: closed levels, quotients of the lattice, walks by columns."""
