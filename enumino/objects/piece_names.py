"""Names of pieces: sets by size, and the drawings of individually named pieces.

Letters are Golomb's (*Polyominoes*, 1965); names of tetrahexes are Gardner's, those of hexiamonds
O'Beirne's, those of Soma pieces from *Winning Ways*, those of tetrasticks from Knuth's *Dancing
links*.
"""

from __future__ import annotations

from functools import cache

from enumino.objects.lattice import KING, SQUARE, Lattice
from enumino.objects.lattices import CUBIC, HEXAGONAL, STICK, TRIANGULAR
from enumino.objects.polyform import Polyform

SOMA = "soma"
# Names of pieces of 1, 2, 3 cells and so on, by lattice.
NOUNS: dict[Lattice, tuple[str, ...]] = {
    SQUARE: (
        "monomino", "domino", "tromino", "tetromino", "pentomino", "hexomino", "heptomino",
        "octomino",
    ),
    KING: ("monoplet", "diplet", "triplet", "tetraplet", "pentaplet", "hexaplet"),
    HEXAGONAL: ("monohex", "dihex", "trihex", "tetrahex", "pentahex", "hexahex", "heptahex"),
    TRIANGULAR: (
        "moniamond", "diamond", "triamond", "tetriamond", "pentiamond", "hexiamond", "heptiamond",
        "octiamond", "enneiamond",
    ),
    CUBIC: ("monocube", "dicube", "tricube", "tetracube", "pentacube", "hexacube"),
    STICK: ("monostick", "distick", "tristick", "tetrastick", "pentastick"),
}  # fmt: skip


def plural_of(noun: str) -> str:
    """Return the plural of a piece's name.

    >>> plural_of("domino"), plural_of("dihex"), plural_of("dicairo")
    ('dominoes', 'dihexes', 'dicairos')
    """
    return noun + ("es" if noun.endswith(("omino", "x")) else "s")


_PREFIXES = ("mono", "di", "tri", "tetra", "penta", "hexa", "hepta", "octa")


def nouns_of(lattice: Lattice) -> tuple[str, ...]:
    """Return the names of pieces of 1, 2, 3 cells and so on; those of files follow their plural.

    >>> from enumino.objects.lattices import lattice_named
    >>> nouns_of(lattice_named("kite"))[2:5]
    ('trikite', 'tetrakite', 'pentakite')
    """
    if lattice.definition is None:
        return NOUNS[lattice]
    plural = lattice.definition.polyforms.removeprefix("poly")
    stem = plural.removesuffix("es" if plural.endswith(("xes", "oes")) else "s")
    return tuple(_joined(prefix, stem) for prefix in _PREFIXES)


def _joined(prefix: str, stem: str) -> str:
    """Return a noun such as diamond, diabolo or domino: prefixes may lose their last vowel.

    >>> [_joined(prefix, "abolo") for prefix in _PREFIXES[:4]]
    ['monabolo', 'diabolo', 'triabolo', 'tetrabolo']
    """
    is_elided = stem[:1] in tuple("aeiou") and (
        prefix[-1] in "oa" or stem[0] == "i" or stem == "omino"
    )
    return (prefix[:-1] if is_elided else prefix) + stem


# Drawings of the pieces of lattices that have names.
DRAWN: dict[Lattice, dict[str, str]] = {
    SQUARE: {
        "monomino": "#",
        "domino": "##",
        "I-tromino": "###",
        "L-tromino": "#./##",
        "I4": "####",
        "L4": "###/#..",
        "O4": "##/##",
        "S4": ".##/##.",
        "T4": "###/.#.",
        "F": ".##/##./.#.",
        "I": "#####",
        "L": "####/#...",
        "N": ".###/##..",
        "P": "##/##/#.",
        "T": "###/.#./.#.",
        "U": "#.#/###",
        "V": "#../#../###",
        "W": "#../##./.##",
        "X": ".#./###/.#.",
        "Y": "####/.#..",
        "Z": "##./.#./.##",
    },
    HEXAGONAL: {
        "bar": "# # # #",
        "worm": "# # #/     #",
        "pistol": "# # #/   #",
        "propeller": "#/ # #/#",
        "arch": "# #/   #/  #",
        "bee": "# #/ # #",
        "wave": "# #/   # #",
    },
    TRIANGULAR: {
        "bar": "^v^v^v",
        "crook": "^v^v^/v",
        "crown": "^v^v^/  v",
        "sphinx": "   ^/^v^v^",
        "snake": "   ^/^v^v/v",
        "yacht": " ^ ^/^v^v",
        "chevron": "   ^v/^v^v",
        "signpost": "^v^v/  v^",
        "lobster": " ^v/^v^v",
        "hook": "  v^/^v^v",
        "hexagon": "^v^/v^v",
        "butterfly": " ^/^v^v/  v",
    },
    STICK: {
        "F": "| |/ - -",
        "H": "   -/  |/ - -",
        "I": " - - - -",
        "J": "   -/    |/ - -",
        "L": "      |/ - - -",
        "N": "     -/    |/ - -",
        "O": " -/| |/ -",
        "P": " -/| |/   -",
        "R": "  |/ - -/|",
        "T": "  |//  |/ - -",
        "U": "|   |/ - -",
        "V": "    |//    |/ - -",
        "W": "    |/   -/  |/ -",
        "X": "  |/ - -/  |",
        "Y": "    |/ - - -",
        "Z": "    |/ - -/|",
    },
    CUBIC: {
        "soma V": "XX/X.",
        "soma L": "XXX/X..",
        "soma T": "XXX/.X.",
        "soma Z": "XX./.XX",
        "soma A": "XX X./.. X.",
        "soma B": "XX .X/.. .X",
        "soma P": "XX X./X. ..",
    },
}


# Sizes of which all free pieces have names.
ALL_NAMED = {SQUARE: range(1, 6), HEXAGONAL: (4,), TRIANGULAR: (6,), STICK: (4,)}


@cache
def letters(lattice: Lattice) -> dict[str, Polyform]:
    """Return the named pieces of a lattice; of cubes also flat ones of four and five.

    >>> sorted(letters(HEXAGONAL))
    ['arch', 'bar', 'bee', 'pistol', 'propeller', 'wave', 'worm']
    """
    found = {name: Polyform(text, lattice) for name, text in DRAWN.get(lattice, {}).items()}
    if lattice == CUBIC:
        for name, shape in letters(SQUARE).items():
            if len(shape) > 3:
                found[name] = Polyform([(0, *cell) for cell in shape.cells], CUBIC)
    return found


@cache
def spellings(lattice: Lattice) -> dict[str, str]:
    """Return the names of single pieces by their spellings in small letters.

    >>> [spellings(SQUARE)[text] for text in ("l5", "l3", "w-pentomino", "l tromino", "i4")]
    ['L', 'L-tromino', 'W', 'L-tromino', 'I4']
    """
    found = {}
    for name, shape in letters(lattice).items():
        found[name.lower()] = name
        if lattice in (SQUARE, CUBIC) and len(shape) > 2 and name in letters(SQUARE):
            letter, noun = name[0].lower(), NOUNS[SQUARE][len(shape) - 1]
            for spelling in (f"{letter}{len(shape)}", f"{letter}-{noun}", f"{letter} {noun}"):
                found[spelling] = name
    return found
