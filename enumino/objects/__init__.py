"""Enumerated values: lattices, polyforms, regions, pieces, coverings and exact covers."""
