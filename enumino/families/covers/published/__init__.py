"""Published numbers of exact covers."""

from __future__ import annotations

from math import factorial

from enumino.published import Published, terms


def covers(puzzle: str) -> Published | None:
    """Return the published number of solutions of a puzzle.

    >>> covers("queens 8"), covers("subsets 4 2")
    (Published(oeis='A000170', value=92), Published(oeis='n!/(k!^(n/k) (n/k)!)', value=3))
    """
    match puzzle.split():
        case ["subsets", n, k]:
            blocks, rest = divmod(int(n), int(k))
            value = (
                0
                if rest
                else factorial(int(n)) // (factorial(int(k)) ** blocks * factorial(blocks))
            )
            return Published("n!/(k!^(n/k) (n/k)!)", value)
        case ["queens" | "langford" | "subsets" as name, n]:
            oeis = {"queens": "A000170", "langford": "A176127", "subsets": "A000110"}[name]
            return Published(oeis, terms(__name__)[oeis].get(int(n)))
    return None
