"""Estimate the size of a subtree by random probes.

D. E. Knuth, *Estimating the efficiency of backtrack programs*, Math. Comp. 29 (1975). The walks
themselves run in the kernels; here is what makes them reproducible.
"""

from __future__ import annotations

from zlib import crc32

from enumino.enum.problem import Prefix, Problem

MOST = 1e300
"""Nodes of the largest estimate: more of them could not be added up."""


def estimate(problem: Problem, prefix: Prefix, probes: int) -> float:
    """Return the estimated number of nodes of a subtree, 0 if and only if it is empty.

    The random numbers depend on the prefix alone, so that the same problem is always divided
    in the same way.
    """
    return min(MOST, problem.probe(prefix, probes, seed=crc32(repr(prefix).encode()) + 1))
