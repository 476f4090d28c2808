"""Run problems: listings into datasets, and counts, as tasks on threads or on a cluster."""
