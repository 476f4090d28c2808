"""The symmetries of the square lattice, written down: where each takes a cell, and their groups."""

from collections.abc import Callable

from enumino.objects.lattice import Cell

# The image of (r, c) in a box of h rows and w columns, in the order of the kernels: left to right,
# top to bottom, half a turn, transposed, a quarter turn, one back, transposed the other way.
IMAGES: tuple[Callable[[int, int, int, int], Cell], ...] = (
    lambda r, c, h, w: (r, w - 1 - c),
    lambda r, c, h, w: (h - 1 - r, c),
    lambda r, c, h, w: (h - 1 - r, w - 1 - c),
    lambda r, c, h, w: (c, r),
    lambda r, c, h, w: (c, h - 1 - r),
    lambda r, c, h, w: (w - 1 - c, r),
    lambda r, c, h, w: (w - 1 - c, h - 1 - r),
)
# The class of what these images leave as it is.
CLASSES = {
    (): "none",
    (0,): "axis",
    (1,): "axis",
    (2,): "rotate",
    (3,): "diag",
    (6,): "diag",
    (0, 1, 2): "axis2",
    (2, 3, 6): "diag2",
    (2, 4, 5): "rotate2",
    (0, 1, 2, 3, 4, 5, 6): "all",
}
