"""Searches for tilings of the plane by copies of one shape, and for patches around it."""
