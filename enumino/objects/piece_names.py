"""Names of pieces: sets by size, and the drawings of individually named pieces."""

from __future__ import annotations

from enumino.objects.lattice import KING, SQUARE, Lattice
from enumino.objects.lattices import CUBIC, HEXAGONAL, STICK, TRIANGULAR
from enumino.objects.polyomino import Polyomino

FAMILIES = (
    "monomino",
    "domino",
    "tromino",
    "tetromino",
    "pentomino",
    "hexomino",
    "heptomino",
    "octomino",
)
_POLYOMINOES = {
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
}
LETTERS: dict[str, Polyomino] = {
    name: Polyomino.parse(drawn) for name, drawn in _POLYOMINOES.items()
}
# Names of pieces of 1, 2, 3 cells and so on, by lattice.
NOUNS: dict[Lattice, tuple[str, ...]] = {
    SQUARE: FAMILIES,
    KING: ("monoplet", "diplet", "triplet", "tetraplet", "pentaplet", "hexaplet"),
    HEXAGONAL: ("monohex", "dihex", "trihex", "tetrahex", "pentahex", "hexahex", "heptahex"),
    TRIANGULAR: (
        "moniamond", "diamond", "triamond", "tetriamond", "pentiamond", "hexiamond", "heptiamond",
        "octiamond", "enneiamond",
    ),
    CUBIC: ("monocube", "dicube", "tricube", "tetracube", "pentacube", "hexacube"),
    STICK: ("monostick", "distick", "tristick", "tetrastick", "pentastick"),
}  # fmt: skip

# Drawings of the pieces of lattices that have names.
DRAWN: dict[Lattice, dict[str, str]] = {
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
