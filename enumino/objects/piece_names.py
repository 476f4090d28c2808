"""The catalogue of each lattice: its named pieces, and its sets of pieces by size.

The members of a set are numbered in the order of the shapes. Golomb named the pentominoes by
letters (*Polyominoes*, 1965), Gardner the tetrahexes, O'Beirne the hexiamonds, and *Winning Ways*
the Soma pieces.
"""

import re
from dataclasses import replace
from functools import cache
from itertools import product
from typing import cast

from enumino.arguments import sides_of
from enumino.errors import ProblemError
from enumino.objects.lattice import KING, SQUARE, Kind, Lattice
from enumino.objects.lattices import CUBIC, HEXAGONAL, STICK, TRIANGULAR
from enumino.objects.piece import Piece, shape_of
from enumino.objects.polyform import Polyform, free_polyforms
from enumino.objects.text_drawings import CHEQUERED, CHEQUERS, check_box, chequered, is_list
from enumino.words import quoted

SOMA, FLAT, MIRRORED = "soma", "flat", "'"
_ITEM = re.compile(
    r"(?:(flat|fixed|one-sided|free) )?(\S+)(?: ([0-9]{1,9})(?: ?- ?([0-9]{1,9}))?)?"
)
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
    """Return the names of pieces of 1, 2, 3 cells and so on; a lattice file gives one plural."""
    if lattice.definition is None:
        return NOUNS[lattice]
    plural = lattice.definition.polyforms.removeprefix("poly")
    stem = plural.removesuffix("es" if plural.endswith(("xes", "oes")) else "s")
    return tuple(prefix + stem for prefix in _PREFIXES)


# Drawings of named pieces.
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


@cache
def letters(lattice: Lattice) -> dict[str, Polyform]:
    """Return the named pieces of a lattice; for cubes also flat tetrominoes and pentominoes."""
    found = {name: Polyform(text, lattice) for name, text in DRAWN.get(lattice, {}).items()}
    if lattice == CUBIC:
        for name, shape in letters(SQUARE).items():
            if len(shape) > 3:
                found[name] = Polyform([(0, *cell) for cell in shape.cells], CUBIC)
    return found


@cache
def spellings(lattice: Lattice) -> dict[str, str]:
    """Return the names of single pieces by their spellings in small letters."""
    found = {}
    for name, shape in letters(lattice).items():
        found[name.lower()] = name
        if lattice in (SQUARE, CUBIC) and len(shape) > 2 and name in letters(SQUARE):
            letter, noun = name[0].lower(), NOUNS[SQUARE][len(shape) - 1]
            for spelling in (f"{letter}{len(shape)}", f"{letter}-{noun}", f"{letter} {noun}"):
                found[spelling] = name
    return found


@cache
def named_set(noun: str, kind: Kind | None = None, lattice: Lattice = SQUARE) -> tuple[Piece, ...]:
    """Return all pieces of a size: by default the free pieces, or the one-sided pieces of cubes.

    The two mirror images in a one-sided set are named L4 and L4'; the images in a fixed set
    L4-1, L4-2, and so on. One-sided pieces may not be reflected, nor fixed pieces rotated.
    """
    kind = kind or ("one-sided" if lattice.dimensions == 3 else "free")
    free = _free(noun, lattice)
    if kind == "free":
        return tuple(Piece(name, shape) for name, shape in free.items())
    pieces = []
    for name, shape in free.items():
        if kind == "one-sided":
            mirrored = [(name + MIRRORED, shape.moved(by)) for by in lattice.mirrors]
            own = shape.images("one-sided")
            for side, image in [(name, shape), *(each for each in mirrored if each[1] not in own)]:
                pieces.append(Piece(side, image, reflections=False))
        else:
            images = tuple(dict.fromkeys(shape.images()))
            for k, image in enumerate(images, 1):
                fixed = f"{name}-{k}" if len(images) > 1 else name
                pieces.append(Piece(fixed, image, rotations=False, reflections=False))
    return tuple(pieces)


def _free(noun: str, lattice: Lattice) -> dict[str, Polyform]:
    """Return the free pieces of a size by their names; pieces with letters come first."""
    cells = nouns_of(lattice).index(noun) + 1
    found = {
        name: shape
        for name, shape in letters(lattice).items()
        if len(shape) == cells and not name.startswith(SOMA)
    }
    members = {shape: k for k, shape in enumerate(free_polyforms(cells, lattice), 1)}
    for shape in found.values():
        del members[min(shape.images())]
    alone = len(found) + len(members) == 1
    return found | {noun if alone else f"{noun} {k}": shape for shape, k in members.items()}


@cache
def names_of(lattice: Lattice, cells: int, kind: Kind) -> dict[int, str]:
    """Return the names of the shapes of a size by their codes, or none for large sizes."""
    nouns = nouns_of(lattice)
    named = named_set(nouns[cells - 1], kind, lattice) if cells <= len(nouns) else ()
    return {each.shape.code_of(kind): each.name for each in named}


def find(what: str, lattice: Lattice) -> tuple[Piece, ...]:
    """Return the pieces that an item of a list gives by cells, name, sides or set, or ()."""
    if is_list(what):
        return (single("", shape_of(lattice, what)),)
    if (name := what.removesuffix(MIRRORED)) != what and not name.endswith(MIRRORED):
        return tuple(
            replace(
                each, name=each.name + MIRRORED, shape=each.shape.moved(mirror), reflections=False
            )
            for each in find(name, lattice)
            for mirror in lattice.mirrors
        )
    plain = " ".join(what.lower().split())
    if plain.startswith(CHEQUERED):
        *words, last = what.split()[1:]
        side = last if words and last in CHEQUERS else ""
        found = find(" ".join(words if side else [*words, last]), lattice)
        return tuple(
            each for piece in found for each in _chequered(piece) if each.name.endswith(side)
        )
    if known := spellings(lattice).get(plain):
        return (single(known, letters(lattice)[known]),)
    if (plain, lattice) == (SOMA, CUBIC):
        own = letters(CUBIC).items()
        return tuple(single(*each) for each in own if each[0].startswith(SOMA))
    sides = sides_of(plain)
    if sides and len(sides) == lattice.dimensions and lattice in (SQUARE, KING, CUBIC):
        check_box(sides)
        box = Polyform(product(*map(range, sides)), lattice)
        return (single("x".join(map(str, sides)), box),)
    return _set(what, plain, lattice)


def _chequered(piece: Piece) -> list[Piece]:
    """Return a piece in the colours of a chessboard: two pieces, or one if they are images."""
    lattice, cells = piece.shape.lattice, piece.shape.cells
    drawn = (chequered(lattice, cells, order) for order in (CHEQUERS, CHEQUERS[::-1]))
    one, other = (
        replace(piece, name=f"{piece.name} {colours[0]}", colours=colours)
        for colours in sorted(drawn)
    )
    return [replace(one, name=piece.name)] if other.ways()[0] in one.ways() else [one, other]


def _set(what: str, plain: str, lattice: Lattice) -> tuple[Piece, ...]:
    """Return a set of pieces, or its members with some numbers, or () for another text."""
    match = _ITEM.fullmatch(plain)
    nouns = nouns_of(lattice)
    noun = next((n for n in nouns if match and match[2] in (n, f"{n}s", f"{n}es")), None)
    if match is None or noun is None or (match[1] == FLAT and lattice.dimensions < 3):
        return ()
    if match[3]:
        if match[1] not in (None, "free"):
            raise ProblemError(
                f"{quoted(what)} is ambiguous: only free pieces are numbered, so leave out "
                f"{match[1]}, or name the whole set."
            )
        members = free_polyforms(nouns.index(noun) + 1, lattice)
        first, last = int(match[3]), int(match[4] or match[3])
        if not 1 <= first <= last <= len(members):
            raise ProblemError(
                f"There is no {quoted(what)}: {plural_of(noun)} are numbered from 1 to "
                f"{len(members)}, and the smaller number comes first."
            )
        may_reflect = match[1] == "free" or lattice.dimensions < 3
        return tuple(
            Piece(f"{noun} {k}", members[k - 1], reflections=may_reflect)
            for k in range(first, last + 1)
        )
    kind = None if match[1] == FLAT else cast(Kind | None, match[1])
    found = named_set(noun, kind, lattice)
    if match[2] == noun and len(found) > 1:
        raise ProblemError(
            f"There are {len(found)} pieces {quoted(what)}: name one, such as {noun} 1, or the "
            f"set, {plural_of(noun)}."
        )
    return tuple(piece for piece in found if match[1] != FLAT or piece.shape.box[0] == 1)


def single(name: str, shape: Polyform) -> Piece:
    """Return a single piece, which may not be reflected if it is solid."""
    return Piece(name, shape, reflections=shape.lattice.dimensions < 3)


def look_up(what: str, lattice: Lattice) -> tuple[Piece, ...]:
    """Return the pieces of an item as `find` does, or raise a ProblemError with suggestions."""
    if found := find(what, lattice):
        return found
    names, sets = list(letters(lattice)), list(map(plural_of, nouns_of(lattice)))
    some = f"a piece ({', '.join(names[:5])}, …), " if names else ""
    raise ProblemError(
        f"The {lattice.name} lattice has no piece {quoted(what)}: name a set, {sets[0]} to "
        f"{sets[-1]} (free, one-sided or fixed), {some}its cells "
        f"({list(free_polyforms(2, lattice)[0].cells)}), or another lattice, or replace the list "
        "by a file such as pieces.txt or ./pieces."
    )
