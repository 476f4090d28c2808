"""Counts without listing: sums over symmetries, searches on quotients, transfer matrices."""
