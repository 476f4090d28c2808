"""Ranks drawn from a seed: integers of any size, uniform by rejection, and without a state.

SHAKE-256 turns the seed, the number of the draw and the number of the attempt into as many bits as
the bound has; numbers from the bound on are rejected. So each draw depends on its number alone.
"""

from collections.abc import Sequence
from hashlib import shake_256
from itertools import count


def below(bound: int, seed: int, number: object) -> int:
    """Return a uniform integer from 0 to `bound` - 1, draw `number` of a seed.

    >>> [below(6, 1, number) for number in range(8)]
    [1, 0, 1, 1, 3, 4, 4, 2]
    >>> below(10**40, 1, 0)
    8511111282766130457467113934954173840966
    """
    bits = (bound - 1).bit_length()
    size = -(-bits // 8)
    for attempt in count():
        digest = shake_256(f"{seed}/{number}/{attempt}".encode()).digest(size)
        drawn = int.from_bytes(digest) >> 8 * size - bits
        if drawn < bound:
            return drawn
    raise AssertionError


def drawn_ranks(total: int, rows: int, seed: int, *, distinct: bool) -> Sequence[int]:
    """Return the ranks of the rows of a sample of `total` objects; fewer rows are the first rows.

    Distinct ranks are the first elements of a random permutation, made with the exchanges of
    R. Durstenfeld, *Algorithm 235: Random permutation*, Comm. ACM 7 (1964). Only exchanged elements
    are stored.

    >>> drawn_ranks(4, 4, 1, distinct=True)
    [3, 1, 2, 0]
    """
    if not distinct:
        return [below(total, seed, number) for number in range(rows)]
    moved: dict[int, int] = {}
    ranks = []
    for number in range(rows):
        at = number + below(total - number, seed, number)
        ranks.append(moved.get(at, at))
        moved[at] = moved.pop(number, number)
    return ranks
