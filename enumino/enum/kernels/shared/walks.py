"""Random choices for Knuth's walks.

The generator is Marsaglia's xorshift with the shifts 13, 7, 17 (J. Stat. Softw. 8, 2003).
"""

import numpy as np

from enumino.enum.kernels.shared.jit import inlined


@inlined
def draw(random, children, product, nodes):
    """Draw a child (0 < children < 2^32), and add its level to the estimate of nodes.

    Return the next state of the generator, the child, the product of all numbers of children on
    the way, and the estimate.
    """
    random ^= random << np.uint64(13)
    random ^= random >> np.uint64(7)
    random ^= random << np.uint64(17)
    choice = (np.int64(random >> np.uint64(33)) * children) >> 31
    product *= children
    return random, choice, product, nodes + product
