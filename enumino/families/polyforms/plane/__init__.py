"""Tilings of the plane by copies of one polyform, and coronas around it."""

# From the narrowest class to the widest; a shape has the first that fits.
CLASSES = ("translation", "half-turn", "isohedral", "anisohedral", "none", "open")
# Whether copies fill a rectangle.
RECTANGLES = ("tiles", "none", "open")
