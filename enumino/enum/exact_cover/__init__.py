"""Exact cover: three engines, what they are given, and which suits a problem."""
