"""Counts without listing: fixed polyominoes in two independent ways, and all symmetry classes."""
