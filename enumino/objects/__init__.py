"""Enumerated values: lattices, polyforms, regions, boards, tilings, graphs and exact covers."""
