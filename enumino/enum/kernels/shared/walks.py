"""Ways into a tree: to the subtree of a prefix, and on by Knuth's random walks.

The generator of the walks is Marsaglia's xorshift with the shifts 13, 7, 17 (J. Stat. Softw. 8,
2003).
"""

import numpy as np

from enumino.enum.kernels.shared.cursor import BASE, DEPTH, DONE, LEAF, NO_SUCH_NODE, NODES, OWNED
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


@inlined
def enter_and_probe(state, prefix, walks, random, root_nodes, begin, go_to_child):
    """Do the work of `seek_and_probe`: take walks that begin with the prefix, then enter it.

    ``begin(state)`` goes to the root of the tree, which counts as `root_nodes` nodes, and
    ``go_to_child(state, child)`` from the node of depth ``cursor[DEPTH]`` to a child. Both return
    the number of children, 0 at a dead end.
    """
    cursor, size, total = state.cursor, np.int64(prefix.size), 0.0
    for walk in range(walks + 1):
        children, depth, owned = np.int64(begin(state)), np.int64(0), np.int64(root_nodes)
        product, nodes = 1.0, np.float64(root_nodes) if size == 0 else 1.0
        cursor[DEPTH] = 0
        while depth < size or (children > 0 and walk < walks):
            if depth < size:
                child = np.int64(prefix[depth])
                if child < 0 or child >= children:
                    return np.int64(NO_SUCH_NODE), total
                owned = owned + 1 if child == 0 else np.int64(1)
            else:
                random, child, product, nodes = draw(random, children, product, nodes)
            children = np.int64(go_to_child(state, child))
            depth += 1
            cursor[DEPTH] = depth
        if walk < walks:
            total += nodes
    cursor[BASE], cursor[OWNED] = size, owned
    cursor[NODES] = cursor[DONE] = 0
    return (children if children > 0 or size + root_nodes == 0 else np.int64(LEAF)), total


@inlined
def leave_owned(state, take_back):
    """Go up from the nodes on the way that the subtree owns, so that a search visits them anew."""
    cursor = state.cursor
    while cursor[OWNED] > 0 and cursor[DEPTH] > 0:
        take_back(state, cursor[DEPTH])
        cursor[OWNED] -= 1
        cursor[DEPTH] -= 1
