"""What the families of polyforms share: connected sets of cells of a lattice, by their number.

Each of these families is a lattice, a name, and what is published about it.
"""
