"""Polyforms: connected sets of cells of a lattice, listed by size and kind."""

from enumino.families.polyforms.families import FAMILIES as FAMILIES
