"""Lattices from TOML files of tilings of the plane, some of which come with the package."""
