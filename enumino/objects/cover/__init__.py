"""Exact cover problems as values, their input formats, and puzzles."""

from enumino.objects.cover.problem import CoverProblem

__all__ = ["CoverProblem"]
