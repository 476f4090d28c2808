"""Small graphs as bits: node k is adjacent to the nodes of the word ``near[k]``.

Spanning trees are counted by Kirchhoff's theorem. Nodes are eliminated one by one from a network of
conductances: a node of total conductance s becomes links of ``a * b / s`` between its neighbours,
and the product of all s is the number of trees (W. K. Grassmann, M. I. Taksar, D. P. Heyman,
*Regenerative analysis and steady state distributions for Markov chains*, Oper. Res. 33, 1985:
without a subtraction no digit is lost). Numbers of up to 10^11 trees are exact after rounding.
"""

from __future__ import annotations

import numpy as np

from enumino.enum.kernels.shared.bits import ONE, ZERO, lowest_one, popcount
from enumino.enum.kernels.shared.jit import inlined


@inlined
def is_needed(near, node, nodes):
    """Return whether a connected graph falls apart without a node; `nodes` are all, as bits."""
    rest = nodes & ~(ONE << np.uint64(node))
    missing = near[node]
    frontier = missing & (~missing + ONE)
    reached = frontier
    while frontier != ZERO:
        here = lowest_one(frontier)
        frontier &= frontier - ONE
        new = near[here] & rest & ~reached
        reached |= new
        frontier |= new
        if missing & ~reached == ZERO:
            return False
    return missing & ~reached != ZERO


@inlined
def cut_nodes(near, number):
    """Return how many nodes of a connected graph it falls apart without."""
    nodes = ~ZERO if number >= 64 else (ONE << np.uint64(number)) - ONE
    found = 0
    for node in range(number):
        if popcount(near[node]) > 1 and is_needed(near, node, nodes):
            found += 1
    return found


@inlined
def spanning_trees(near, conductances, number):
    """Return the number of spanning trees; both arrays are used up.

    `conductances` is float64[64, 64]; of two adjacent nodes it holds the number of edges, in both
    orders.
    """
    product = 1.0
    for node in range(number - 1):
        rest = near[node] >> np.uint64(node) >> ONE
        total = 0.0
        first = rest
        while first != ZERO:
            total += conductances[node, node + 1 + lowest_one(first)]
            first &= first - ONE
        product *= total
        first = rest
        while first != ZERO:
            one = node + 1 + lowest_one(first)
            first &= first - ONE
            share = conductances[node, one] / total
            second = first
            while second != ZERO:
                other = node + 1 + lowest_one(second)
                second &= second - ONE
                more = share * conductances[node, other]
                if near[one] >> np.uint64(other) & ONE:
                    more += conductances[one, other]
                else:
                    near[one] |= ONE << np.uint64(other)
                    near[other] |= ONE << np.uint64(one)
                conductances[one, other] = more
                conductances[other, one] = more
    return product


@inlined
def nearest(number):
    """Return the nearest whole number of 64 bits."""
    return ~ZERO if number >= 18446744073709549568.0 else np.uint64(number + 0.5)
