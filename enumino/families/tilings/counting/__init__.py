"""Counts of coverings without a search: profiles, and determinants."""
