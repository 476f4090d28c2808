"""The symmetries of the square lattice, as all kernels number them.

A shape, a layout or a tiling has seven images beside itself. The images that equal it, with the
identity, are a subgroup of the dihedral group of order 8; up to conjugation there are eight
subgroups, the *symmetry classes* of D. H. Redelmeier, Discrete Math. 36 (1981).
"""

import numpy as np

# Shapes up to translation; also up to rotation; also up to reflection.
FIXED, ONE_SIDED, FREE = range(3)

# The images. Only the first three keep the box of an oblong.
LEFT_RIGHT, UP_DOWN, HALF_TURN, TRANSPOSE, QUARTER_TURN, QUARTER_TURN_BACK, ANTITRANSPOSE = range(7)

# INVERSES[image]: all but the quarter turns are their own inverses.
INVERSES = (0, 1, 2, 3, 5, 4, 6)

# Symmetry classes in the order of `SymmetryClass`.
NONE, ROTATE, ROTATE2, AXIS, AXIS2, DIAG, DIAG2, ALL = range(8)

# Instead of a class: another image represents the object, which is not listed.
REJECTED = -1

# GROUP_ORDERS[class]: images, with the object itself, that equal it.
GROUP_ORDERS = (1, 2, 4, 2, 4, 2, 4, 8)

# CLASSES[set of images that equal the object, as bits]: its class; -1 where the set is not a group.
CLASSES = np.full(128, REJECTED, np.int8)
CLASSES[0] = NONE
CLASSES[1 << HALF_TURN] = ROTATE
CLASSES[1 << HALF_TURN | 1 << QUARTER_TURN | 1 << QUARTER_TURN_BACK] = ROTATE2
CLASSES[[1 << LEFT_RIGHT, 1 << UP_DOWN]] = AXIS
CLASSES[1 << LEFT_RIGHT | 1 << UP_DOWN | 1 << HALF_TURN] = AXIS2
CLASSES[[1 << TRANSPOSE, 1 << ANTITRANSPOSE]] = DIAG
CLASSES[1 << TRANSPOSE | 1 << ANTITRANSPOSE | 1 << HALF_TURN] = DIAG2
CLASSES[127] = ALL
