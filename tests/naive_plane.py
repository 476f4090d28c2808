"""Tilings of the plane by a polyomino, from its outline; and coronas, from sets of cells.

The outline is a word of steps, counterclockwise, with the shape on the left. It tiles isohedrally
if the word has a factorization of one of seven kinds (S. Langerman and A. Winslow, A
quasilinear-time algorithm for tiling the plane isohedrally with a polyomino, 2015).
"""

from collections.abc import Iterator
from itertools import product

from enumino.objects.lattice import Cell

STEPS = {"r": (0, 1), "u": (-1, 0), "l": (0, -1), "d": (1, 0)}
ORDER = "ruld"  # each a quarter turn counterclockwise from the one before
OPPOSITE = {"r": "l", "l": "r", "u": "d", "d": "u"}
CLOCKWISE = {letter: ORDER[k - 1] for k, letter in enumerate(ORDER)}
MIRRORS = [dict(zip(ORDER, images, strict=True)) for images in ("rdlu", "lurd", "urdl", "dlur")]
PERPENDICULAR = [(0, 1), (1, 0), (2, 3), (3, 2)]
EIGHT = set(product((-1, 0, 1), repeat=2)) - {(0, 0)}


def outline(cells: set[Cell]) -> str:
    """The outline of cells without holes, counterclockwise from the corner under the first row."""
    sides = {}
    for r, c in cells:  # the shape lies to the left of each step
        for letter, near, start in (
            ("r", (r + 1, c), (r + 1, c)),
            ("u", (r, c + 1), (r + 1, c + 1)),
            ("l", (r - 1, c), (r, c + 1)),
            ("d", (r, c - 1), (r, c)),
        ):
            if near not in cells:
                sides[start] = letter  # noqa: PERF403
    start = at = min(sides)
    word = ""
    while not word or at != start:
        word += sides[at]
        at = (at[0] + STEPS[sides[at]][0], at[1] + STEPS[sides[at]][1])
    assert len(word) == len(sides), "the outline meets itself"
    return word


def back(word: str) -> str:
    """The same path, walked back."""
    return "".join(OPPOSITE[letter] for letter in reversed(word))


def mapped(word: str, by: dict[str, str]) -> str:
    return "".join(by[letter] for letter in word)


def is_palindrome(word: str) -> bool:
    """Whether a half-turn about its middle takes a path to itself."""
    return word == word[::-1]


def has_quarter_turn(word: str) -> bool:
    """Whether the second half is the first one, turned about the middle."""
    half = len(word) // 2
    return word[half:] == mapped(back(word[:half]), CLOCKWISE)


def splits(word: str) -> Iterator[tuple[str, str]]:
    return ((word[:k], word[k:]) for k in range(len(word) + 1))


def rotations(word: str) -> Iterator[str]:
    return (word[k:] + word[:k] for k in range(len(word)))


def opposite_sides(word: str) -> Iterator[tuple[str, str]]:
    """B and D of all A B Â D that the rotations of a word are."""
    for turned in rotations(word):
        for a in range(len(word) // 2 + 1):
            for k in range(a, len(word) - a + 1):
                if turned[k : k + a] == back(turned[:a]):
                    yield turned[a:k], turned[k + a :]


def two_palindromes(word: str) -> bool:
    return any(is_palindrome(one) and is_palindrome(two) for one, two in splits(word))


def glides(word: str, mirror: dict[str, str]) -> bool:
    """Whether a word is B and the mirror image of B."""
    half = len(word) // 2
    return word[half:] == mapped(word[:half], mirror)


def by_translation(word: str) -> bool:
    half = len(word) // 2
    return any(
        turned[half:] == back(b) + back(c)
        if not a
        else turned[half:] == back(a) + back(b) + back(c)
        for turned in rotations(word)
        for a, rest in splits(turned[:half])
        for b, c in splits(rest)
    )


def by_half_turn(word: str) -> bool:
    """Conway's criterion."""
    return any(two_palindromes(one) and two_palindromes(two) for one, two in opposite_sides(word))


def by_quarter_turn(word: str) -> bool:
    return any(
        is_palindrome(a) and has_quarter_turn(b) and has_quarter_turn(c)
        for turned in rotations(word)
        for a, rest in splits(turned)
        for b, c in splits(rest)
    )


def by_parallel_glides(word: str) -> bool:
    return any(
        glides(one, mirror) and glides(two, mirror)
        for one, two in opposite_sides(word)
        for mirror in MIRRORS
    )


def by_crossed_glides(word: str) -> bool:
    return any(
        two == mapped(c, mirror) + mapped(b, mirror)
        for one, two in opposite_sides(word)
        if len(one) == len(two)
        for b, c in splits(one)
        for mirror in MIRRORS
    )


def by_glide_and_half_turns(word: str) -> bool:
    return any(
        two_palindromes(one) and glides(two, mirror)
        for one, two in opposite_sides(word)
        for mirror in MIRRORS
    )


def by_two_glides_and_half_turns(word: str) -> bool:
    """A B C D f(B) g(D), with palindromes A and C, mirrors f and g at right angles."""
    length = len(word)
    for turned in rotations(word):  # begins with B
        for b in range(1, length // 2 + 1):
            for k in range(b, length - b + 1):
                for f, g in PERPENDICULAR:
                    if turned[k : k + b] == mapped(turned[:b], MIRRORS[f]):
                        for c, d in splits(turned[b:k]):
                            rest = turned[k + b :]
                            image = mapped(d, MIRRORS[g])
                            palindromes = is_palindrome(c) and is_palindrome(rest[len(d) :])
                            if rest.startswith(image) and palindromes:
                                return True
    return False


OTHERS = (
    by_quarter_turn,
    by_parallel_glides,
    by_crossed_glides,
    by_glide_and_half_turns,
    by_two_glides_and_half_turns,
)


def isohedral_class(cells: set[Cell]) -> str:
    """The class of cells without holes: translation, half-turn, isohedral, or nothing."""
    word = outline(cells)
    if by_translation(word):
        return "translation"
    if by_half_turn(word):
        return "half-turn"
    return "isohedral" if any(kind(word) for kind in OTHERS) else ""


def has_type(name: str, cells: set[Cell]) -> bool:
    """Whether the outline has a factorization of the kind that a Heesch type belongs to."""
    word = outline(cells)
    kinds = {
        "none": lambda _: True,
        **dict.fromkeys(("TTTT", "TTTTTT"), by_translation),
        **dict.fromkeys(("CCC", "CCCC", "TCTC", "TCTCC", "TCCTCC"), by_half_turn),
        **dict.fromkeys(("CC4C4", "C4C4C4C4", "CC4C4C4C4"), by_quarter_turn),
        **dict.fromkeys(("G1G1G2G2", "TG1G1TG2G2"), by_parallel_glides),
        **dict.fromkeys(("TGTG", "TG1G2TG2G1"), by_crossed_glides),
        **dict.fromkeys(("CGG", "CCGG", "TCTGG", "TCCTGG"), by_glide_and_half_turns),
        **dict.fromkeys(
            ("CGCG", "G1G2G1G2", "CG1G2G1G2", "CG1CG2G1G2"), by_two_glides_and_half_turns
        ),
    }
    return kinds[name](word)


def around(cells: set[Cell]) -> set[Cell]:
    return {(r + y, c + x) for r, c in cells for y, x in EIGHT} - cells


def images(cells: set[Cell]) -> set[frozenset[Cell]]:
    found = set()
    for flip, turns in product((1, -1), range(4)):
        image = [(r, c * flip) for r, c in cells]
        for _ in range(turns):
            image = [(c, -r) for r, c in image]
        low = min(image)
        found.add(frozenset((r - low[0], c - low[1]) for r, c in image))
    return found


def moved(shape: frozenset[Cell], rows: int, columns: int) -> frozenset[Cell]:
    return frozenset((r + rows, c + columns) for r, c in shape)


def surroundings(cells: set[Cell]) -> Iterator[set[Cell]]:
    """All patches of copies that cover all cells around, each with the shape."""
    shapes, needed = images(cells), around(cells)

    def covered(patch: set[Cell]) -> Iterator[set[Cell]]:
        if not (rest := needed - patch):
            yield patch
            return
        options = {
            cell: {
                copy
                for shape in shapes
                for r, c in shape
                if not (copy := frozenset((cell[0] - r + y, cell[1] - c + x) for y, x in shape))
                & patch
            }
            for cell in rest
        }
        for copy in min(options.values(), key=len):
            yield from covered(patch | copy)

    return covered(set(cells))
