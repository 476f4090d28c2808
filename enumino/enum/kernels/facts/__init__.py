"""Facts about shapes, from their masks."""
