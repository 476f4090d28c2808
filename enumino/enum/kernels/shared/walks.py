"""Random choices for Knuth's walks.

The generator is Marsaglia's xorshift with the shifts 13, 7, 17 (J. Stat. Softw. 8, 2003). From a
small seed its first numbers are small too, so that all first choices would be among the first
children. So seeds are mixed by the finaliser of splitmix64 (Steele, Lea, Flood 2014), a bijection
in which every bit of the result depends on every bit of the seed.
"""

import numpy as np

from enumino.enum.kernels.shared.jit import inlined

WORD = (1 << 64) - 1


def mixed(seed: int) -> np.uint64:
    """Return the state of the generator for a seed, which is not 0."""
    word = (seed + 0x9E3779B97F4A7C15) & WORD
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & WORD
    return np.uint64(word ^ (word >> 31) or 1)


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
