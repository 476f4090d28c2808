"""Pack subtrees into parts of even weight."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from enumino.enum.partition.prefix import Subtree


def pack(subtrees: Sequence[Subtree], bins: int) -> list[list[Subtree]]:
    """Distribute the subtrees over at most `bins` parts, heaviest first onto the lightest part.

    Graham's rule (R. L. Graham, Bounds on multiprocessing timing anomalies, SIAM J. Appl. Math. 17,
    1969). Within a part the subtrees are in search order; the parts are heaviest first, the order
    in which they should be started.
    """
    heap: list[tuple[float, int, list[Subtree]]] = [(0.0, i, []) for i in range(bins)]
    for subtree in sorted(subtrees, key=lambda s: (-s.nodes, s.prefix)):
        weight, i, packed = heapq.heappop(heap)
        packed.append(subtree)
        heapq.heappush(heap, (weight + subtree.nodes, i, packed))
    filled = sorted((-weight, sorted(packed)) for weight, _, packed in heap if packed)
    return [packed for _, packed in filled]
