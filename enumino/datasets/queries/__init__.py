"""Queries of rows: SQL with words for pictures and cells, and masks as arrays."""
