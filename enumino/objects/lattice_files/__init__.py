"""Lattices from files: tilings of the plane, which TOML describes; some come with the package."""
