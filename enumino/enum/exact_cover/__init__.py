"""Exact cover: three engines, their tables, and the choice of one for a problem."""
