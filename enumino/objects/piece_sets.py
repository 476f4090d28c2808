"""Named pieces and sets of pieces: a catalogue for each lattice.

That of squares has Golomb's letters (*Polyominoes*, 1965), coordinates (x, y), and larger members
numbered in the order in which `Polyomino` sorts them. In those of other lattices, names of
tetrahexes are Gardner's, those of hexiamonds O'Beirne's, those of Soma pieces from *Winning Ways*,
those of tetrasticks from Knuth's *Dancing links*; coordinates are (row, column), and members are
numbered as `Polyform` sorts them.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache

from enumino.errors import ProblemError
from enumino.objects.lattice import KINDS, SQUARE, Kind, Lattice
from enumino.objects.lattices import CUBIC, LATTICES
from enumino.objects.piece import Piece, shape_of
from enumino.objects.piece_names import DRAWN, FAMILIES, LETTERS, nouns_of, plural_of
from enumino.objects.polyform import Polyform, free_polyforms
from enumino.objects.polyomino import coordinates_of, free_polyominoes
from enumino.objects.text_drawings import cells_of_shape, pairs
from enumino.words import quoted

_MEMBERS = re.compile(r"([a-z]+)\s+([0-9]{1,9})(?:\s*-\s*([0-9]{1,9}))?")
# Most cells of a drawn piece: those of the frame of a region that is tiled.
MAX_CELLS = 65_535
# Most characters of the cells of a piece.
MOST_LETTERS = 1_000_000
FLAT, SOMA, MIRRORED = "flat", "soma", "'"
_MOST_NAMES = 5  # in messages


def named_set(noun: str, kind: Kind | None = None, lattice: Lattice = SQUARE) -> tuple[Piece, ...]:
    """Return all pieces of a size: the free ones, or for cubes the one-sided ones.

    The two mirror images in a one-sided set are named L4 and L4'; the images in a fixed set
    L4-1, L4-2, and so on. One-sided pieces may not be turned over, fixed ones not even turned.

    >>> [piece.name for piece in named_set("tetromino", "one-sided")]
    ['I4', 'L4', "L4'", 'O4', 'S4', "S4'", 'T4']
    >>> from enumino.objects.lattices import CUBIC
    >>> [len(named_set("pentacube", kind, CUBIC)) for kind in (None, "free", "fixed")]
    [29, 23, 534]
    """
    return catalogue_of(lattice).set_of(noun, kind)


@cache
def catalogue_of(lattice: Lattice) -> Catalogue:
    """Return the catalogue of a lattice."""
    return _Squares() if lattice == SQUARE else Catalogue(lattice)


class Catalogue:
    """The named pieces and sets of a lattice, for tilings.

    `nouns` are the names of the sets by size, from single cells on; the members of the sets
    `numbered` have numbers.
    """

    example = "hexiamonds, or bar, bee"

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self.nouns = self.numbered = nouns_of(lattice)
        solid = lattice.dimensions == 3
        self.coordinates = "[(0,0,0), (0,0,1)]" if solid else "[(0,0), (0,1)]"

    def piece(self, name: str, shape: Polyform) -> Piece:
        """Return a single piece; solid pieces are not turned over."""
        return Piece(name, shape, reflections=self.lattice.dimensions < 3)

    def drawn(self, text: str) -> Polyform:
        """Return the shape of a drawing; raise an error for a far too large drawing unread."""
        _check_cells(sum(map(text.count, "#X")))
        return shape_of(self.lattice, cells_of_shape(self.lattice, text))

    def item(self, what: str) -> tuple[Piece, ...]:
        """Return the pieces of one item of a list."""
        if what.startswith("["):
            return (self.piece("", self._of_cells(what)),)
        found = self._single(what) or self._set(what.lower())
        if not found:
            raise ProblemError(self._unknown(what))
        return found

    def _single(self, what: str) -> tuple[Piece, ...]:
        """Return the pieces that have names or numbers, or with a stroke their mirror images."""
        name = what.removesuffix(MIRRORED)
        letter = self._letter(name)
        found = [letter] if letter else self._members(name.lower())
        if name == what:
            return tuple(self.piece(*each) for each in found)
        return tuple(
            Piece(name + MIRRORED, shape.moved(mirror), reflections=False)
            for name, shape in found
            for mirror in self.lattice.mirrors
        )

    def _letter(self, name: str) -> tuple[str, Polyform] | None:
        """Return a piece that has a name of its own."""
        own = letters(self.lattice)
        return next((each for each in own.items() if each[0].lower() == name.lower()), None)

    def _members(self, what: str) -> list[tuple[str, Polyform]]:
        """Return the members of a set by their numbers, such as ``hexomino 1-6``."""
        match = _MEMBERS.fullmatch(what)
        noun = self._noun(match[1]) if match else None
        if match is None or noun not in self.numbered:
            return []
        members = self._shapes(noun)
        first, last = int(match[2]), int(match[3] or match[2])
        _check_numbers(noun, first, last, len(members))
        return [(f"{noun} {k}", members[k - 1]) for k in range(first, last + 1)]

    def _shapes(self, noun: str) -> tuple[Polyform, ...]:
        """Return the free shapes of a size in the order of their numbers."""
        return free_polyforms(self.lattice, self.nouns.index(noun) + 1)

    def _set(self, what: str) -> tuple[Piece, ...]:
        """Return the pieces of a set by its name."""
        if what == SOMA and self.lattice == CUBIC:
            own = letters(self.lattice).items()
            return tuple(self.piece(*each) for each in own if each[0].startswith(SOMA))
        *prefix, last = what.split() or [""]
        noun = self._noun(last)
        if noun is None:
            return ()
        if prefix == [FLAT] and self.lattice.dimensions == 3:
            return tuple(piece for piece in self.set_of(noun) if piece.shape.box[0] == 1)
        kind = next((kind for kind in KINDS if [kind] == prefix), None)
        return self.set_of(noun, kind) if kind or not prefix else ()

    @cache  # noqa: B019 (there is one catalogue a lattice)
    def set_of(self, noun: str, kind: Kind | None = None) -> tuple[Piece, ...]:
        """Return all pieces of a size; see `named_set`."""
        solid = self.lattice.dimensions == 3
        return _of_kind(self._free(noun), kind or ("one-sided" if solid else "free"))

    def _free(self, noun: str) -> dict[str, Polyform]:
        """Return the free pieces of a size, by their names."""
        members = self._shapes(noun)
        own = {
            shape.canonical(): (name, shape)
            for name, shape in letters(self.lattice).items()
            if len(shape) == len(members[0]) and not name.startswith(SOMA)
        }
        numbered = (
            (f"{noun} {number}" if len(members) > 1 else noun, shape)
            for number, shape in enumerate(members, 1)
        )
        return dict(own.get(shape, (name, shape)) for name, shape in numbered)

    def _noun(self, word: str) -> str | None:
        """Return the noun of a name in the singular or plural."""
        return next((n for n in self.nouns if word in (n, f"{n}s", f"{n}es")), None)

    def _of_cells(self, text: str) -> Polyform:
        """Return the shape of ``[(row, column), …]``."""
        inside, lattice = text.strip().removeprefix("[").removesuffix("]"), self.lattice
        if not re.fullmatch(r"[-+\d\s,()]*", inside) or len(inside) > MOST_LETTERS:
            raise ProblemError(f"{quoted(text)} cannot be read: write {self.coordinates}.")
        listed = re.findall(r"\(([^()]*)\)", inside)
        cells = [tuple(int(k) for k in re.findall(r"[-+]?\d{1,9}", one)) for one in listed]
        for cell in cells:
            if len(cell) != lattice.dimensions:
                flat = lattice.dimensions == 2
                names = "two numbers, row and column" if flat else "three, layer, row and column"
                raise ProblemError(
                    f"A cell of the {lattice.name} lattice has {names}, and {cell} has "
                    f"{len(cell)}: write {self.coordinates}."
                )
        return shape_of(lattice, cells)

    def _unknown(self, what: str) -> str:
        """Return the reason why there is no such piece, and the names that were likely meant."""
        *kind, noun = what.lower().split() or [""]
        plain = what.lower().removesuffix(MIRRORED)
        for other in LATTICES.values():
            named = {name.lower() for name in letters(other)}
            if other is not self.lattice and (
                plain in named or catalogue_of(other)._noun(noun) or (plain, other) == (SOMA, CUBIC)
            ):
                return (
                    f"{quoted(what)} is a piece of the {other.name} lattice, and the region is one "
                    f"of the {self.lattice.name} lattice: take the {other.name} lattice, or name "
                    "pieces of this one."
                )
        names, sets = self._names(), self._plurals()
        known = {" ".join([*kind, name]): " ".join([*kind, name]) for name in sets}
        known |= {name.lower(): name for name in names}
        close = get_close_matches(plain, known, 1, 0.75)
        meant = f" (did you mean {known[close[0]]}?)" if close else ""
        some = ", ".join(names[:_MOST_NAMES]) + (", …" if len(names) > _MOST_NAMES else "")
        single = f" ({some})" if some else f" ({self.nouns[-1]} 1)"
        return (
            f"There is no piece {quoted(what)}{meant}: name a set, {sets[0]} to {sets[-1]} (free, "
            f"one-sided or fixed), a piece{single}, its cells ({self.coordinates}), or a file."
        )

    def _names(self) -> list[str]:
        """Return the names of single pieces."""
        return list(letters(self.lattice))

    def _plurals(self) -> list[str]:
        return list(map(plural_of, self.nouns))

    def name_of(self, piece: Piece) -> str:
        """Return the item of a list that names the shape of a piece."""
        try:
            (read,) = self.item(piece.name)
            known = read.shape == piece.shape
        except (ProblemError, ValueError):
            known = False
        if known:
            return piece.name
        cells = ", ".join(f"({','.join(map(str, cell))})" for cell in piece.shape.cells)
        return f"[{cells}]"


class _Squares(Catalogue):
    """The named pieces and sets of tilings."""

    example = "pentominoes, or L-tromino, I4"

    def __init__(self) -> None:
        super().__init__(SQUARE)
        self.numbered = FAMILIES[5:]
        self.coordinates = "[(0,0), (1,0)]"

    def _letter(self, name: str) -> tuple[str, Polyform] | None:
        """Return a piece of 3 to 5 cells: L-tromino or L3, L-tetromino or L4, L5 or L."""
        match = re.fullmatch(r"([a-z])(?:([345])|[- ](tromino|tetromino|pentomino))?", name.lower())
        if match is None:
            return None
        letter, digit, family = match[1].upper(), match[2], match[3]
        cells = int(digit) if digit else FAMILIES.index(family) + 1 if family else 5
        known = {3: f"{letter}-tromino", 4: f"{letter}4", 5: letter}[cells]
        return (known, LETTERS[known]) if known in LETTERS else None

    def _shapes(self, noun: str) -> tuple[Polyform, ...]:
        return free_polyominoes(self.nouns.index(noun) + 1)

    def _set(self, what: str) -> tuple[Piece, ...]:
        *_, last = what.split() or [""]
        if last in FAMILIES[2:]:
            raise ProblemError(
                f"There is no piece {quoted(what)}: say which one, or name the set as "
                f"{last[:-1]}oes."
            )
        return super()._set(what)

    def _free(self, noun: str) -> dict[str, Polyform]:
        if noun in self.numbered:
            return {f"{noun} {k}": shape for k, shape in enumerate(self._shapes(noun), 1)}
        cells = self.nouns.index(noun) + 1
        return {name: shape for name, shape in LETTERS.items() if len(shape) == cells}

    def _of_cells(self, text: str) -> Polyform:
        """Return the polyomino of ``[(x, y), …]``."""
        _check_cells(text.count("("))
        return shape_of(SQUARE, [(-y, x) for x, y in pairs(text)])

    def _names(self) -> list[str]:
        return list(LETTERS)[1:]

    def name_of(self, piece: Piece) -> str:
        """Return the item of a list that names the shape of a piece."""
        named = LETTERS.get(piece.name) == piece.shape or piece.name.startswith(FAMILIES[5:])
        return piece.name if named else coordinates_of(piece.shape.cells)


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


def _check_cells(cells: int) -> None:
    if cells > MAX_CELLS:
        raise ProblemError(
            f"The piece has {cells:,} cells, and a region that is tiled has at most "
            f"{MAX_CELLS:,}: take a smaller piece."
        )


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


@cache
def letters(lattice: Lattice) -> dict[str, Polyform]:
    """Return the named pieces of a lattice.

    >>> from enumino.objects.lattices import HEXAGONAL
    >>> sorted(letters(HEXAGONAL))
    ['arch', 'bar', 'bee', 'pistol', 'propeller', 'wave', 'worm']
    """
    drawn = DRAWN.get(lattice, {})
    found = {name: Polyform.parse(lattice, text) for name, text in drawn.items()}
    if lattice in (SQUARE, CUBIC):
        below = (0,) * (lattice.dimensions - 2)
        # Polyominoes of up to three cells have names that are not those of cubes.
        for name, shape in list(LETTERS.items())[0 if lattice == SQUARE else 4 :]:
            found[name] = Polyform(lattice, [(*below, *cell) for cell in shape.cells])
    return found
