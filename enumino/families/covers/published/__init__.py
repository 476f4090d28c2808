"""Published numbers of exact covers."""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial

from enumino.published import Published, terms


def covers(recipe: Sequence[str | int]) -> Published | None:
    """Return the published number of solutions of a ready-made cover problem.

    >>> covers(("queens", 8)), covers(("subsets", 4, 2))
    (Published(oeis='A000170', value=92), Published(oeis='n!/(k!^(n/k) (n/k)!)', value=3))
    """
    sequences = {"queens": "A000170", "langford": "A176127", "subsets": "A000110"}
    name, *numbers = recipe
    if name == "subsets" and len(numbers) == 2 and numbers[1] is not None:
        n, k = int(numbers[0]), int(numbers[1])
        blocks, rest = divmod(n, k)
        value = 0 if rest else factorial(n) // (factorial(k) ** blocks * factorial(blocks))
        return Published("n!/(k!^(n/k) (n/k)!)", value)
    if name not in sequences or not numbers:
        return None
    oeis = sequences[str(name)]
    return Published(oeis, terms(__name__)[oeis].get(int(numbers[0])))
