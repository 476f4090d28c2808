"""Counts without listing: by transfer matrices, profiles, recurrences, and by symmetry."""

from collections.abc import Callable

OnCell = Callable[[int, int, int], None]
"""Listens to a sweep: the cells passed, all cells, and the states held."""
