"""Published numbers of exact covers."""

from math import comb, prod

from enumino.published import Published, terms


def covers(puzzle: str, up_to_symmetry: bool = False) -> Published | None:
    """Return the published number of solutions of a puzzle, all or up to symmetry."""
    match puzzle.split():
        case ["subsets", n, k]:
            elements, size = int(n), int(k)
            # Each block has the first element that is left, and size - 1 others.
            blocks = (comb(left - 1, size - 1) for left in range(elements, 0, -size))
            value = 0 if elements % size else prod(blocks)
            return Published("n!/(k!^(n/k) (n/k)!)", value)
        case ["queens" | "langford" | "subsets" as name, n]:
            each = {"queens": ("A000170", "A002562"), "langford": ("A176127", "A014552")}
            oeis = each.get(name, ("A000110",))[up_to_symmetry]
            return Published(oeis, terms(__name__)[oeis].get(int(n)))
    return None
