"""The catalogue of each lattice: its named pieces, and its sets of pieces by size.

Members of a set are numbered in the order in which shapes of the lattice are sorted.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache
from typing import cast

from enumino.errors import ProblemError
from enumino.objects.lattice import KINDS, SQUARE, Kind, Lattice
from enumino.objects.lattices import CUBIC, LATTICES
from enumino.objects.piece import Piece, shape_of
from enumino.objects.piece_names import (
    ALL_NAMED,
    SOMA,
    letters,
    nouns_of,
    plural_of,
    spellings,
)
from enumino.objects.polyform import Polyform, free_polyforms
from enumino.words import quoted

_MEMBERS = re.compile(r"([a-z]+)\s+([0-9]{1,9})(?:\s*-\s*([0-9]{1,9}))?")
FLAT, MIRRORED = "flat", "'"
_MOST_NAMES = 5  # in messages


@cache
def named_set(noun: str, kind: Kind | None = None, lattice: Lattice = SQUARE) -> tuple[Piece, ...]:
    """Return all pieces of a size: the free ones, or for cubes the one-sided ones.

    The two mirror images in a one-sided set are named L4 and L4'; the images in a fixed set
    L4-1, L4-2, and so on. One-sided pieces may not be turned over, fixed ones not even turned.

    >>> [piece.name for piece in named_set("tetromino", "one-sided")]
    ['I4', 'L4', "L4'", 'O4', 'S4', "S4'", 'T4']
    >>> [len(named_set("pentacube", kind, CUBIC)) for kind in (None, "free", "fixed")]
    [29, 23, 534]
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
    """Return the free pieces of a size by their names; those with letters come first."""
    cells = nouns_of(lattice).index(noun) + 1
    found = {
        name: shape
        for name, shape in letters(lattice).items()
        if len(shape) == cells and not name.startswith(SOMA)
    }
    if cells in ALL_NAMED.get(lattice, ()):
        return found
    members = {shape: k for k, shape in enumerate(free_polyforms(cells, lattice), 1)}
    for shape in found.values():
        del members[shape.canonical()]
    alone = len(found) + len(members) == 1
    return found | {noun if alone else f"{noun} {k}": shape for shape, k in members.items()}


def find(what: str, lattice: Lattice) -> tuple[Piece, ...]:
    """Return the pieces of an item of a list: of cells, a name, numbers or a set; or none.

    >>> [piece.name for piece in find("hook'", LATTICES["triangular"])], find("frog", SQUARE)
    (["hook'"], ())
    """
    if what.startswith("["):
        return (single("", shape_of(lattice, what)),)
    name = what.removesuffix(MIRRORED)
    found = _named(name.lower(), lattice)
    if name == what:
        return tuple(single(*each) for each in found.items()) or _set(what.lower(), lattice)
    return tuple(
        Piece(name + MIRRORED, shape.moved(mirror), reflections=False)
        for name, shape in found.items()
        for mirror in lattice.mirrors
    )


def single(name: str, shape: Polyform) -> Piece:
    """Return a single piece; solid pieces are not turned over."""
    return Piece(name, shape, reflections=shape.lattice.dimensions < 3)


def _named(what: str, lattice: Lattice) -> dict[str, Polyform]:
    """Return the piece of a name, or members of a set, such as ``hexomino 1-6``."""
    if known := spellings(lattice).get(what):
        return {known: letters(lattice)[known]}
    match = _MEMBERS.fullmatch(what)
    noun = _noun(match[1], lattice) if match else None
    if match is None or noun is None:
        return {}
    members = free_polyforms(nouns_of(lattice).index(noun) + 1, lattice)
    first, last = int(match[2]), int(match[3] or match[2])
    for number in (first, last):
        if not 1 <= number <= len(members):
            raise ProblemError(
                f"There is no {noun} {number}: they are numbered from 1 to {len(members)}."
            )
    if last < first:
        raise ProblemError(
            f"There is nothing from {noun} {first} to {last}: write the smaller number first, "
            f"{noun} {last}-{first}."
        )
    return {f"{noun} {k}": members[k - 1] for k in range(first, last + 1)}


def _set(what: str, lattice: Lattice) -> tuple[Piece, ...]:
    """Return the pieces of a set by its name."""
    if (what, lattice) == (SOMA, CUBIC):
        own = letters(CUBIC).items()
        return tuple(single(*each) for each in own if each[0].startswith(SOMA))
    *prefix, last = what.split() or [""]
    noun, solid = _noun(last, lattice), lattice.dimensions == 3
    if noun is None or prefix not in ([], [FLAT] if solid else [], *([kind] for kind in KINDS)):
        return ()
    kind = cast(Kind, prefix[0]) if prefix and prefix != [FLAT] else None
    found = named_set(noun, kind, lattice)
    if last == noun and len(found) > 1:
        raise ProblemError(
            f"There are {len(found)} pieces {quoted(what)}: say which one, as {noun} 1, or name "
            f"the set as {plural_of(noun)}."
        )
    return tuple(p for p in found if p.shape.box[0] == 1) if prefix == [FLAT] else found


def _noun(word: str, lattice: Lattice) -> str | None:
    """Return the noun of a name in the singular or plural."""
    return next((n for n in nouns_of(lattice) if word in (n, f"{n}s", f"{n}es")), None)


def unknown(what: str, lattice: Lattice, files: bool) -> str:
    """Return the reason why there is no such piece, and the names that were likely meant."""
    *kind, noun = what.lower().split() or [""]
    plain = what.lower().removesuffix(MIRRORED)
    for other in LATTICES.values():
        if other != lattice and (
            plain in spellings(other) or _noun(noun, other) or (plain, other) == (SOMA, CUBIC)
        ):
            return (
                f"{quoted(what)} is a piece of the {other.name} lattice, and the region is one "
                f"of the {lattice.name} lattice: take the {other.name} lattice, or name pieces "
                "of this one."
            )
    nouns = nouns_of(lattice)
    names, sets = list(letters(lattice)), list(map(plural_of, nouns))
    known = {" ".join([*kind, name]): " ".join([*kind, name]) for name in sets}
    known |= {name.lower(): name for name in names}
    close = get_close_matches(plain, known, 1, 0.75)
    meant = f" (did you mean {known[close[0]]}?)" if close else ""
    some = ", ".join(names[:_MOST_NAMES]) + (", …" if len(names) > _MOST_NAMES else "")
    cells = f"its cells ({free_polyforms(2, lattice)[0].coordinates})"
    return (
        f"There is no piece {quoted(what)}{meant}: name a set, {sets[0]} to {sets[-1]} (free, "
        f"one-sided or fixed), a piece ({some or f'{nouns[-1]} 1'}), "
        f"{f'{cells}, or a file' if files else f'or {cells}'}."
    )


def name_of(piece: Piece) -> str:
    """Return the item of a list that names the shape of a piece."""
    try:
        (found,) = find(piece.name, piece.shape.lattice)
        known = found.shape == piece.shape
    except (ProblemError, ValueError):
        known = False
    return piece.name if known else piece.shape.coordinates
