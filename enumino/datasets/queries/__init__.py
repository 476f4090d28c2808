"""Queries of rows: SQL with functions for pictures and cells, and masks as arrays."""
