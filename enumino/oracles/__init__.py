"""Independent counts, for checking what the engine says."""
