"""Counts without listing: by transfer matrices, profiles, recurrences, and by symmetry."""
