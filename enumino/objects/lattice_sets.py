"""Pieces of each lattice by name: single ones, sets by size, and how lists of them are read.

Names of tetrahexes are Gardner's, those of hexiamonds O'Beirne's. Letters of polyominoes and
of flat polycubes are Golomb's, those of Soma pieces are from *Winning Ways*, those of tetrasticks
from Knuth's *Dancing links*. Members of other sets are numbered in the order of their canonical
images, as `Polyform` sorts them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from enumino.errors import ProblemError
from enumino.objects import lattice_text
from enumino.objects import piece as polyominoes
from enumino.objects.lattice import KINDS, Kind, Lattice
from enumino.objects.lattice_piece import LatticePiece
from enumino.objects.lattices import LATTICES
from enumino.objects.piece_lists import (
    COMMENT,
    LABEL,
    distinct,
    faults_of_line,
    pieces_of,
    pieces_of_line,
)
from enumino.objects.polyform import Polyform, free_polyforms
from enumino.words import quoted

NOUNS: dict[str, tuple[str, ...]] = {
    "square": polyominoes.FAMILIES,
    "king": ("monoplet", "diplet", "triplet", "tetraplet", "pentaplet", "hexaplet"),
    "hexagonal": ("monohex", "dihex", "trihex", "tetrahex", "pentahex", "hexahex", "heptahex"),
    "triangular": (
        "moniamond", "diamond", "triamond", "tetriamond", "pentiamond", "hexiamond", "heptiamond",
        "octiamond", "enneiamond",
    ),
    "cubic": ("monocube", "dicube", "tricube", "tetracube", "pentacube", "hexacube"),
    "stick": ("monostick", "distick", "tristick", "tetrastick", "pentastick"),
}  # fmt: skip
"""What pieces of 1, 2, 3 cells and so on are called."""

_DRAWN = {
    "hexagonal": {
        "bar": "# # # #",
        "worm": "# # #/     #",
        "pistol": "# # #/   #",
        "propeller": "#/ # #/#",
        "arch": "# #/   #/  #",
        "bee": "# #/ # #",
        "wave": "# #/   # #",
    },
    "triangular": {
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
    "stick": {
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
    "cubic": {
        "soma V": "XX/X.",
        "soma L": "XXX/X..",
        "soma T": "XXX/.X.",
        "soma Z": "XX./.XX",
        "soma A": "XX X./.. X.",
        "soma B": "XX .X/.. .X",
        "soma P": "XX X./X. ..",
    },
}
_EXAMPLES = {2: "(0,0), (0,1)", 3: "(0,0,0), (0,0,1)"}
MOST_LETTERS = 1_000_000
"""Of the cells of a piece."""
_SMALLER = 4
"""Polyominoes of up to three cells, whose names are not those of cubes."""
_MEMBERS = re.compile(r"([a-z]+)\s+([0-9]{1,9})(?:\s*-\s*([0-9]{1,9}))?")
FLAT, SOMA, MIRRORED = "flat", "soma", "'"


@cache
def letters(lattice: str) -> dict[str, Polyform]:
    """Return the pieces of a lattice that have names.

    >>> sorted(letters("hexagonal"))
    ['arch', 'bar', 'bee', 'pistol', 'propeller', 'wave', 'worm']
    """
    value = LATTICES[lattice]
    drawn = _DRAWN.get(lattice, {})
    found = {name: Polyform.parse(value, text) for name, text in drawn.items()}
    if lattice in ("square", "cubic"):
        below = (0,) * (value.dimensions - 2)
        named = polyominoes.LETTERS.items()
        for name, shape in named if value.dimensions == 2 else list(named)[_SMALLER:]:
            found[name] = Polyform(value, [(*below, *cell) for cell in shape.cells])
    return found


@cache
def named_set(lattice: str, noun: str, kind: Kind | None = None) -> tuple[LatticePiece, ...]:
    """Return all pieces of a size: the free ones, or for cubes the one-sided ones.

    The two mirror images in a one-sided set are named hook and hook'; the images in a fixed set
    hook-1, hook-2, and so on. One-sided pieces may not be turned over, fixed ones not even turned.

    >>> [len(named_set("cubic", "pentacube", kind)) for kind in (None, "free", "fixed")]
    [29, 23, 534]
    """
    value = LATTICES[lattice]
    kind = kind or ("one-sided" if value.dimensions == 3 else "free")
    size = NOUNS[lattice].index(noun) + 1
    own = {
        shape.canonical(): name
        for name, shape in letters(lattice).items()
        if len(shape) == size and not name.startswith(SOMA)
    }
    pieces = []
    members = free_polyforms(value, size)
    for number, canonical in enumerate(members, 1):
        name = own.get(canonical, f"{noun} {number}" if len(members) > 1 else noun)
        shape = letters(lattice).get(name, canonical)
        if kind == "free":
            pieces.append(LatticePiece(name, shape))
        elif kind == "one-sided":
            mirror = shape.moved(value.mirror)
            chiral = mirror not in shape.images("one-sided")
            for side, image in [(name, shape), (name + MIRRORED, mirror)][: 1 + chiral]:
                pieces.append(LatticePiece(side, image, reflections=False))
        else:
            images = shape.images()
            for k, image in enumerate(images, 1):
                fixed = f"{name}-{k}" if len(images) > 1 else name
                pieces.append(LatticePiece(fixed, image, None, None, "none", False))
    return tuple(pieces)


def read(lattice: Lattice, source: str | Path) -> tuple[LatticePiece, ...]:
    """Return the pieces that a list names, as in `parse`, or those of the file of that name.

    Raises
    ------
    ProblemError
        If it is neither, or the file cannot be read; names the line.
    """
    return pieces_of(source, partial(parse, lattice), partial(parse_file, lattice))


def parse(lattice: Lattice, text: str) -> tuple[LatticePiece, ...]:
    """Read a list of pieces, with commas between them.

    A piece is a name (``sphinx``, ``soma V``), a member of a set (``pentahex 7``) or several
    (``pentahex 1-6``), a set (``hexiamonds``, ``one-sided tetrahexes``, ``flat pentacubes``,
    ``soma``), or its cells as ``[(row, column), …]``, with the layer before them for cubes. It may
    end in how often it is used: ``:2``, ``:2-4``, or ``:2-`` for at least twice.

    >>> from enumino.objects.lattices import TRIANGULAR
    >>> [piece.name for piece in parse(TRIANGULAR, "sphinx:2, [(0, 0), (0, 1)]")]
    ['sphinx', 'piece 1']

    Raises
    ------
    ProblemError
        If a piece is unknown or named twice; lists what there is.
    """
    return _distinct(list(_items(lattice, text)))


def parse_file(lattice: Lattice, text: str) -> tuple[LatticePiece, ...]:
    r"""Read lines of pieces as in `parse`, and drawings (``#`` or ``X`` is a cell).

    Blank lines stand between drawings; the layers of cubes are side by side. A line that ends in a
    colon names the piece that is drawn under it. Lines that begin with ``//`` are comments.

    >>> from enumino.objects.lattices import HEXAGONAL
    >>> [piece.name for piece in parse_file(HEXAGONAL, "// two\nV:\n# #\n   #\n\nbee")]
    ['V', 'bee']
    """
    pieces: list[LatticePiece] = []
    drawing: list[str] = []
    name, drawn_at = "", 0
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.lstrip().startswith(COMMENT):
            continue
        if line.strip() and lattice_text.is_line_of_shape(lattice, line, bool(drawing)):
            drawn_at = drawn_at if drawing else number
            drawing.append(line)
            continue
        if drawing and lattice.name == "stick" and not line.strip() and line:
            drawing.append(line)  # between vertical sticks nothing needs to be drawn
            continue
        if drawing:
            with faults_of_line(drawn_at):
                shape = Polyform.parse(lattice, "\n".join(drawing))
            pieces.append(_piece(lattice, name, shape))
            drawing, name = [], ""
        if label := LABEL.fullmatch(line):
            name = label[1].strip()
        elif line.strip():
            with faults_of_line(number):
                listed = list(_items(lattice, line))
            if name and (len(listed) != 1 or listed[0].name):
                raise ProblemError(
                    f"Line {number}: The name {quoted(name)} has no drawing under it: draw the "
                    "piece in the next lines."
                )
            pieces += [replace(listed[0], name=name)] if name else listed
            name = ""
    return _distinct(pieces)


def _piece(lattice: Lattice, name: str, shape: Polyform) -> LatticePiece:
    """A single piece: solid ones are not turned over."""
    return LatticePiece(name, shape, reflections=lattice.dimensions < 3)


def _distinct(pieces: list[LatticePiece]) -> tuple[LatticePiece, ...]:
    return distinct(pieces, example="hexiamonds, or bar, bee")


def _items(lattice: Lattice, text: str) -> Iterator[LatticePiece]:
    return pieces_of_line(text, partial(_item, lattice), example="[(0,0), (0,1)]")


def _item(lattice: Lattice, what: str) -> tuple[LatticePiece, ...]:
    if what.startswith("["):
        return (_piece(lattice, "", Polyform(lattice, _cells(lattice, what))),)
    name, mirrored = what.removesuffix(MIRRORED), what.endswith(MIRRORED)
    found = _single(lattice, name)
    if found is not None and mirrored:
        mirror = found[1].moved(lattice.mirror)
        return (LatticePiece(found[0] + MIRRORED, mirror, reflections=False),)
    if found is not None:
        return (_piece(lattice, *found),)
    members = _MEMBERS.fullmatch(what.lower())
    if members and (noun := _noun(lattice, members[1])):
        first, last = int(members[2]), int(members[3])
        _check_numbers(lattice, noun, first, last)
        numbers = range(first, last + 1)
        return tuple(_piece(lattice, *_numbered(lattice, noun, number)) for number in numbers)
    if what.lower() == SOMA and lattice.name == "cubic":
        own = letters(lattice.name)
        return tuple(_piece(lattice, name, own[name]) for name in own if name.startswith(SOMA))
    *prefix, last_word = what.lower().split() or [""]
    noun = _noun(lattice, last_word)
    if noun is not None and not prefix:
        return named_set(lattice.name, noun)
    if noun is not None and " ".join(prefix) in KINDS:
        return named_set(lattice.name, noun, next(kind for kind in KINDS if [kind] == prefix))
    if noun is not None and prefix == [FLAT] and lattice.dimensions == 3:
        return tuple(p for p in named_set(lattice.name, noun) if p.polyform.box[0] == 1)
    raise ProblemError(_unknown(lattice, what, last_word))


def _single(lattice: Lattice, name: str) -> tuple[str, Polyform] | None:
    """The name and the shape of a piece, which has a name or a number."""
    own = {each.lower(): each for each in letters(lattice.name)}
    if (known := own.get(name.lower())) is not None:
        return known, letters(lattice.name)[known]
    member = _MEMBERS.fullmatch(name.lower())
    noun = _noun(lattice, member[1]) if member else None
    if member is None or noun is None or member[3]:
        return None
    number = int(member[2])
    _check_numbers(lattice, noun, number, number)
    return _numbered(lattice, noun, number)


def _numbered(lattice: Lattice, noun: str, number: int) -> tuple[str, Polyform]:
    size = NOUNS[lattice.name].index(noun) + 1
    return f"{noun} {number}", free_polyforms(lattice, size)[number - 1]


def _check_numbers(lattice: Lattice, noun: str, first: int, last: int) -> None:
    members = len(free_polyforms(lattice, NOUNS[lattice.name].index(noun) + 1))
    for number in (first, last):
        if not 1 <= number <= members:
            raise ProblemError(
                f"There is no {noun} {number}: they are numbered from 1 to {members}."
            )
    if last < first:
        raise ProblemError(
            f"There is nothing from {noun} {first} to {last}: write the smaller number first, "
            f"{noun} {last}-{first}."
        )


def _noun(lattice: Lattice, word: str) -> str | None:
    """The noun of that name, in the singular or in the plural."""
    found = (noun for noun in NOUNS[lattice.name] if word in (noun, f"{noun}s", f"{noun}es"))
    return next(found, None)


def _plural(noun: str) -> str:
    return f"{noun}es" if noun[-1] in "xo" else f"{noun}s"


def _cells(lattice: Lattice, text: str) -> list[tuple[int, ...]]:
    """The cells of ``[(row, column), …]``."""
    inside = text.strip().removeprefix("[").removesuffix("]")
    if not re.fullmatch(r"[-+\d\s,()]*", inside) or len(inside) > MOST_LETTERS:
        raise ProblemError(
            f"{quoted(text)} cannot be read: write [{_EXAMPLES[lattice.dimensions]}]."
        )
    listed = re.findall(r"\(([^()]*)\)", inside)
    cells = [tuple(int(k) for k in re.findall(r"[-+]?\d{1,9}", one)) for one in listed]
    for cell in cells:
        if len(cell) != lattice.dimensions:
            flat = lattice.dimensions == 2
            names = "two numbers, row and column" if flat else "three, layer, row and column"
            raise ProblemError(
                f"A cell of the {lattice.name} lattice has {names}, and {cell} has {len(cell)}: "
                f"write [{_EXAMPLES[lattice.dimensions]}]."
            )
    return cells


def _unknown(lattice: Lattice, what: str, noun: str) -> str:
    """Why there is no such piece: it may be one of another lattice."""
    plain = what.lower().removesuffix(MIRRORED)
    for other in LATTICES.values():
        own = {name.lower() for name in letters(other.name)}
        if other is not lattice and (
            plain in own or _noun(other, noun) or plain.split()[:1] == [SOMA]
        ):
            holder = "cubic" if plain.split()[:1] == [SOMA] else other.name
            return (
                f"{quoted(what)} is a piece of the {holder} lattice, and the region is one of the "
                f"{lattice.name} lattice: give --lattice {holder}, or name pieces of this one."
            )
    named = ", ".join(letters(lattice.name))
    nouns = NOUNS[lattice.name]
    sets = f"sets from {_plural(nouns[0])} to {_plural(nouns[-1])} (free, one-sided or fixed)"
    return (
        f"There is no piece {quoted(what)}: there are {f'{named}, ' if named else ''}{sets}, and "
        f"[{_EXAMPLES[lattice.dimensions]}], or a file of them."
    )


def text_of(piece: LatticePiece) -> str:
    """Return a piece, and how often it is used, as `parse` reads them.

    >>> from enumino.objects.lattices import CUBIC
    >>> [text_of(piece) for piece in parse(CUBIC, "soma V:2, [(0,0,0), (0,0,1)]")]
    ['soma V:2', '[(0,0,0), (0,0,1)]']
    """
    lattice = piece.polyform.lattice
    try:
        (read,) = parse(lattice, piece.name)
        known = read.polyform == piece.polyform
    except (ProblemError, ValueError):
        known = False
    if known:
        return piece.text
    cells = ", ".join(f"({','.join(map(str, cell))})" for cell in piece.polyform.cells)
    return replace(piece, name=f"[{cells}]").text
