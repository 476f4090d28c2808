"""The catalogue of a lattice: its named pieces, and its sets of pieces by size.

Members of a set are numbered in the order in which shapes of the lattice are sorted.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache

from enumino.errors import ProblemError
from enumino.objects.lattice import KINDS, SQUARE, Kind, Lattice
from enumino.objects.lattices import CUBIC, LATTICES
from enumino.objects.piece import Piece, shape_of
from enumino.objects.piece_names import SOMA, letters, nouns_of, plural_of, spellings
from enumino.objects.polyform import Polyform, free_polyforms
from enumino.words import quoted

_MEMBERS = re.compile(r"([a-z]+)\s+([0-9]{1,9})(?:\s*-\s*([0-9]{1,9}))?")
FLAT, MIRRORED = "flat", "'"
_MOST_NAMES = 5  # in messages


def named_set(noun: str, kind: Kind | None = None, lattice: Lattice = SQUARE) -> tuple[Piece, ...]:
    """Return all pieces of a size: the free ones, or for cubes the one-sided ones.

    The two mirror images in a one-sided set are named L4 and L4'; the images in a fixed set
    L4-1, L4-2, and so on. One-sided pieces may not be turned over, fixed ones not even turned.

    >>> [piece.name for piece in named_set("tetromino", "one-sided")]
    ['I4', 'L4', "L4'", 'O4', 'S4', "S4'", 'T4']
    >>> [len(named_set("pentacube", kind, CUBIC)) for kind in (None, "free", "fixed")]
    [29, 23, 534]
    """
    return catalogue_of(lattice).set_of(noun, kind)


@cache
def catalogue_of(lattice: Lattice) -> Catalogue:
    """Return the catalogue of a lattice."""
    return Catalogue(lattice)


class Catalogue:
    """The named pieces and sets of a lattice."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self.nouns = nouns_of(lattice)  # of pieces of 1, 2, 3 cells and so on
        self.is_solid = lattice.dimensions == 3

    def piece(self, name: str, shape: Polyform) -> Piece:
        """Return a single piece; solid pieces are not turned over."""
        return Piece(name, shape, reflections=not self.is_solid)

    def drawn(self, text: str) -> Piece:
        """Return the piece of a drawing, without a name."""
        return self.piece("", shape_of(self.lattice, text))

    def item(self, what: str) -> tuple[Piece, ...]:
        """Return the pieces of an item of a list; an unknown one raises a ProblemError."""
        found = self.find(what)
        if not found:
            raise ProblemError(self._unknown(what))
        return found

    def find(self, what: str) -> tuple[Piece, ...]:
        """Return the pieces of an item of a list: of cells, a name, numbers or a set; or none."""
        if what.startswith("["):
            return (self.piece("", shape_of(self.lattice, what)),)
        name = what.removesuffix(MIRRORED)
        single = self._single(name.lower())
        if name == what:
            return tuple(self.piece(*each) for each in single.items()) or self._set(what.lower())
        return tuple(
            Piece(name + MIRRORED, shape.moved(mirror), reflections=False)
            for name, shape in single.items()
            for mirror in self.lattice.mirrors
        )

    def _single(self, what: str) -> dict[str, Polyform]:
        """Return the pieces of a name, or members of a set, such as ``hexomino 1-6``."""
        if known := spellings(self.lattice).get(what):
            return {known: letters(self.lattice)[known]}
        match = _MEMBERS.fullmatch(what)
        noun = self._noun(match[1]) if match else None
        if match is None or noun is None:
            return {}
        members = self._shapes(noun)
        first, last = int(match[2]), int(match[3] or match[2])
        _check_numbers(noun, first, last, len(members))
        return {f"{noun} {k}": members[k - 1] for k in range(first, last + 1)}

    def _shapes(self, noun: str) -> tuple[Polyform, ...]:
        """Return the free shapes of a size in the order of their numbers."""
        cells = self.nouns.index(noun) + 1
        return free_polyforms(cells, self.lattice)

    def _set(self, what: str) -> tuple[Piece, ...]:
        """Return the pieces of a set by its name."""
        if what == SOMA and self.lattice == CUBIC:
            own = letters(CUBIC).items()
            return tuple(self.piece(*each) for each in own if each[0].startswith(SOMA))
        *prefix, last = what.split() or [""]
        noun = self._noun(last)
        kind = next((kind for kind in KINDS if [kind] == prefix), None)
        if noun is None or not (kind or prefix == [] or (prefix == [FLAT] and self.is_solid)):
            return ()
        found = self.set_of(noun, kind)
        if last == noun and len(found) > 1:
            raise ProblemError(
                f"There are {len(found)} pieces {quoted(what)}: say which one, as {noun} 1, or "
                f"name the set as {plural_of(noun)}."
            )
        return tuple(p for p in found if p.shape.box[0] == 1) if prefix == [FLAT] else found

    @cache  # noqa: B019 (there is one catalogue a lattice)
    def set_of(self, noun: str, kind: Kind | None = None) -> tuple[Piece, ...]:
        """Return all pieces of a size; see `named_set`."""
        return _of_kind(self._free(noun), kind or ("one-sided" if self.is_solid else "free"))

    def _free(self, noun: str) -> dict[str, Polyform]:
        """Return the free pieces of a size by their names; those with letters come first."""
        members = {shape.canonical(): k for k, shape in enumerate(self._shapes(noun), 1)}
        cells = self.nouns.index(noun) + 1
        found: dict[str, Polyform] = {}
        for name, shape in letters(self.lattice).items():
            if len(shape) == cells and not name.startswith(SOMA):
                members.pop(shape.canonical(), None)
                found[name] = shape
        alone = not found and len(members) == 1
        return found | {noun if alone else f"{noun} {k}": shape for shape, k in members.items()}

    def _noun(self, word: str) -> str | None:
        """Return the noun of a name in the singular or plural."""
        return next((n for n in self.nouns if word in (n, f"{n}s", f"{n}es")), None)

    def _unknown(self, what: str) -> str:
        """Return the reason why there is no such piece, and the names that were likely meant."""
        *kind, noun = what.lower().split() or [""]
        plain = what.lower().removesuffix(MIRRORED)
        for other in LATTICES.values():
            if other != self.lattice and (
                plain in spellings(other)
                or catalogue_of(other)._noun(noun)
                or (plain, other) == (SOMA, CUBIC)
            ):
                return (
                    f"{quoted(what)} is a piece of the {other.name} lattice, and the region is one "
                    f"of the {self.lattice.name} lattice: take the {other.name} lattice, or name "
                    "pieces of this one."
                )
        names, sets = list(letters(self.lattice)), list(map(plural_of, self.nouns))
        known = {" ".join([*kind, name]): " ".join([*kind, name]) for name in sets}
        known |= {name.lower(): name for name in names}
        close = get_close_matches(plain, known, 1, 0.75)
        meant = f" (did you mean {known[close[0]]}?)" if close else ""
        some = ", ".join(names[:_MOST_NAMES]) + (", …" if len(names) > _MOST_NAMES else "")
        return (
            f"There is no piece {quoted(what)}{meant}: name a set, {sets[0]} to {sets[-1]} (free, "
            f"one-sided or fixed), a piece ({some or f'{self.nouns[-1]} 1'}), its cells "
            f"({self._shapes(self.nouns[1])[0].coordinates}), or a file."
        )

    def name_of(self, piece: Piece) -> str:
        """Return the item of a list that names the shape of a piece."""
        try:
            (found,) = self.find(piece.name)
            known = found.shape == piece.shape
        except (ProblemError, ValueError):
            known = False
        return piece.name if known else piece.shape.coordinates


def _of_kind(free: dict[str, Polyform], kind: Kind) -> tuple[Piece, ...]:
    """Return the pieces of a set, with the images that differ for the kind."""
    if kind == "free":
        return tuple(Piece(name, shape) for name, shape in free.items())
    pieces = []
    for name, shape in free.items():
        if kind == "one-sided":
            mirrored = [(name + MIRRORED, shape.moved(by)) for by in shape.lattice.mirrors]
            own = shape.images("one-sided")
            for side, image in [(name, shape), *(each for each in mirrored if each[1] not in own)]:
                pieces.append(Piece(side, image, reflections=False))
        else:
            images = tuple(dict.fromkeys(shape.images()))
            for k, image in enumerate(images, 1):
                fixed = f"{name}-{k}" if len(images) > 1 else name
                pieces.append(Piece(fixed, image, rotations=False, reflections=False))
    return tuple(pieces)


def _check_numbers(noun: str, first: int, last: int, members: int) -> None:
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
