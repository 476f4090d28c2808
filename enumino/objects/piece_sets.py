"""Named pieces and sets of pieces: a catalogue for each lattice, and one for tilings.

Tilings have a catalogue of their own, with Golomb's letters (*Polyominoes*, 1965), coordinates
(x, y), and larger members numbered in the order in which `Polyomino` sorts them. In those of
packings, for each lattice, names of tetrahexes are Gardner's, those of hexiamonds O'Beirne's, those
of Soma pieces from *Winning Ways*, those of tetrasticks from Knuth's *Dancing links*; coordinates
are (row, column), and members are numbered as `Polyform` sorts them.
"""

from __future__ import annotations

import re
from functools import cache

from enumino.errors import ProblemError
from enumino.objects.lattice import KINDS, SQUARE, Kind, Lattice
from enumino.objects.lattices import CUBIC, LATTICES
from enumino.objects.piece import Piece
from enumino.objects.piece_names import DRAWN, FAMILIES, LETTERS, NOUNS
from enumino.objects.polyform import Polyform, free_polyforms
from enumino.objects.polyomino import Polyomino, free_polyominoes
from enumino.objects.text_drawings import cells_of_shape
from enumino.words import quoted

_MEMBERS = re.compile(r"([a-z]+)\s+([0-9]{1,9})(?:\s*-\s*([0-9]{1,9}))?")
# Most cells of a drawn piece: those of the frame of a region that is tiled.
MAX_CELLS = 65_535
# Most characters of the cells of a piece.
MOST_LETTERS = 1_000_000
FLAT, SOMA, MIRRORED = "flat", "soma", "'"


def named_set(
    noun: str, kind: Kind | None = None, lattice: Lattice | None = None
) -> tuple[Piece, ...]:
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


def catalogue_of(lattice: Lattice | None) -> Catalogue:
    """Return the catalogue of a lattice; without one, that of tilings."""
    return _TILINGS if lattice is None else _of_lattice(lattice)


@cache
def _of_lattice(lattice: Lattice) -> Catalogue:
    return Catalogue(lattice)


class Catalogue:
    """The named pieces and sets of a lattice, for packings.

    Parameters
    ----------
    lattice : Lattice

    Attributes
    ----------
    nouns : tuple of str
        Names of the sets by size, from single cells on.
    example, coordinates : str
        A list of pieces, and the cells of one, as messages show them.
    """

    example = "hexiamonds, or bar, bee"

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self.nouns = NOUNS.get(lattice, ())
        solid = lattice.dimensions == 3
        self.coordinates = "[(0,0,0), (0,0,1)]" if solid else "[(0,0), (0,1)]"

    def piece(self, name: str, shape: Polyform) -> Piece:
        """Return a single piece; solid pieces are not turned over."""
        return Piece(name, shape, reflections=self.lattice.dimensions < 3)

    def drawn(self, text: str) -> Polyform:
        """Return the shape of a drawing; raise an error for a far too large drawing unread."""
        _check_cells(sum(map(text.count, "#X")))
        return Polyform(self.lattice, cells_of_shape(self.lattice, text))

    def item(self, what: str) -> tuple[Piece, ...]:
        """Return the pieces of one item of a list."""
        lattice = self.lattice
        if what.startswith("["):
            return (self.piece("", Polyform(lattice, self._cells(what))),)
        name, mirrored = what.removesuffix(MIRRORED), what.endswith(MIRRORED)
        found = self._single(name)
        if found is not None and mirrored:
            mirror = found[1].moved(lattice.mirror)
            return (Piece(found[0] + MIRRORED, mirror, reflections=False),)
        if found is not None:
            return (self.piece(*found),)
        members = _MEMBERS.fullmatch(what.lower())
        if members and (noun := self._noun(members[1])):
            shapes = self._members(noun, int(members[2]), int(members[3]))
            return tuple(self.piece(*each) for each in shapes)
        if what.lower() == SOMA and lattice == CUBIC:
            own = letters(lattice)
            return tuple(self.piece(name, own[name]) for name in own if name.startswith(SOMA))
        *prefix, last_word = what.lower().split() or [""]
        noun = self._noun(last_word)
        if noun is not None and not prefix:
            return self.set_of(noun)
        if noun is not None and " ".join(prefix) in KINDS:
            return self.set_of(noun, next(kind for kind in KINDS if [kind] == prefix))
        if noun is not None and prefix == [FLAT] and lattice.dimensions == 3:
            return tuple(piece for piece in self.set_of(noun) if piece.shape.box[0] == 1)
        raise ProblemError(self._unknown(what, last_word))

    def _single(self, name: str) -> tuple[str, Polyform] | None:
        """Return the name and the shape of a piece that has a name or a number."""
        own = {each.lower(): each for each in letters(self.lattice)}
        if (known := own.get(name.lower())) is not None:
            return known, letters(self.lattice)[known]
        member = _MEMBERS.fullmatch(name.lower())
        noun = self._noun(member[1]) if member else None
        if member is None or noun is None or member[3]:
            return None
        number = int(member[2])
        (found,) = self._members(noun, number, number)
        return found

    def _members(self, noun: str, first: int, last: int) -> list[tuple[str, Polyform]]:
        """Return the names and shapes of members of a set, from one number to another."""
        members = free_polyforms(self.lattice, self.nouns.index(noun) + 1)
        _check_numbers(noun, first, last, len(members))
        return [(f"{noun} {k}", members[k - 1]) for k in range(first, last + 1)]

    @cache  # noqa: B019 (there is one catalogue a lattice)
    def set_of(self, noun: str, kind: Kind | None = None) -> tuple[Piece, ...]:
        """Return all pieces of a size; see `named_set`."""
        solid = self.lattice.dimensions == 3
        return _of_kind(self._free(noun), kind or ("one-sided" if solid else "free"))

    def _free(self, noun: str) -> dict[str, Polyform]:
        """Return the free pieces of a size, by their names."""
        size = self.nouns.index(noun) + 1
        own = {
            shape.canonical(): (name, shape)
            for name, shape in letters(self.lattice).items()
            if len(shape) == size and not name.startswith(SOMA)
        }
        members = free_polyforms(self.lattice, size)
        numbered = (
            (f"{noun} {number}" if len(members) > 1 else noun, shape)
            for number, shape in enumerate(members, 1)
        )
        return dict(own.get(shape, (name, shape)) for name, shape in numbered)

    def _noun(self, word: str) -> str | None:
        """Return the noun of a name in the singular or plural."""
        return next((n for n in self.nouns if word in (n, f"{n}s", f"{n}es")), None)

    def _cells(self, text: str) -> list[tuple[int, ...]]:
        """Return the cells of ``[(row, column), …]``."""
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
        return cells

    def _unknown(self, what: str, noun: str) -> str:
        """Return the reason why there is no such piece: it may be one of another lattice."""
        plain = what.lower().removesuffix(MIRRORED)
        for other in LATTICES.values():
            named = {name.lower() for name in letters(other)}
            if other is not self.lattice and (
                plain in named or _of_lattice(other)._noun(noun) or plain.split()[:1] == [SOMA]
            ):
                holder = CUBIC.name if plain.split()[:1] == [SOMA] else other.name
                return (
                    f"{quoted(what)} is a piece of the {holder} lattice, and the region is one of "
                    f"the {self.lattice.name} lattice: take the {holder} lattice, or name pieces "
                    "of this one."
                )
        names = "".join(f"{name}, " for name in letters(self.lattice))
        first, last = _plural(self.nouns[0]), _plural(self.nouns[-1])
        return (
            f"There is no piece {quoted(what)}: there are {names}sets from {first} to {last} "
            f"(free, one-sided or fixed), and {self.coordinates}, or a file of them."
        )

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


class _Tilings(Catalogue):
    """The named pieces and sets of tilings."""

    example = "pentominoes, or L-tromino, I4"

    def __init__(self) -> None:
        super().__init__(SQUARE)
        self.coordinates = "[(0,0), (1,0)]"

    def drawn(self, text: str) -> Polyomino:
        """Return the polyomino of a drawing; raise an error for a far too large drawing unread."""
        _check_cells(sum(map(text.count, "#X")))
        return Polyomino.parse(text)

    def item(self, what: str) -> tuple[Piece, ...]:
        """Return the pieces of one item of a list."""
        if what.startswith("["):
            _check_cells(what.count("("))
            return (self.piece("", Polyomino.parse(what)),)
        *prefix, noun = what.lower().split() or [""]
        members = _MEMBERS.fullmatch(what.lower())
        if members and (numbered := self._noun(members[1])) in FAMILIES[5:]:
            first, last = int(members[2]), int(members[3] or members[2])
            pieces = self.set_of(str(numbered))
            _check_numbers(str(numbered), first, last, len(pieces))
            return pieces[first - 1 : last]
        family = self._noun(noun)
        one = noun in FAMILIES[2:]
        if family and not one and (not prefix or " ".join(prefix) in KINDS):
            return self.set_of(family, next((kind for kind in KINDS if [kind] == prefix), "free"))
        name = None if prefix else _letter(noun)
        if name is None:
            known = "say which one, or name the set as " + f"{noun[:-1]}oes" if one else _KNOWN
            raise ProblemError(f"There is no piece {quoted(what)}: {known}.")
        return (Piece(name, LETTERS[name]),)

    def _free(self, noun: str) -> dict[str, Polyform]:
        cells = FAMILIES.index(noun) + 1
        if cells <= 5:
            return {name: shape for name, shape in LETTERS.items() if len(shape) == cells}
        shapes = free_polyominoes(cells)
        return {f"{noun} {number}": shape for number, shape in enumerate(shapes, 1)}

    def name_of(self, piece: Piece) -> str:
        """Return the item of a list that names the shape of a piece."""
        named = LETTERS.get(piece.name) == piece.shape or piece.name.startswith(FAMILIES[5:])
        return piece.name if named else Polyomino(piece.shape.cells).coordinates


_TILINGS = _Tilings()
_KNOWN = (
    f"there are {', '.join(LETTERS)}, sets from trominoes to octominoes "
    "(free, one-sided or fixed), and [(0,0), (1,0), …], or a file of them"
)


def _of_kind(free: dict[str, Polyform], kind: Kind) -> tuple[Piece, ...]:
    """Return the pieces of a set, with the images that differ for the kind."""
    if kind == "free":
        return tuple(Piece(name, shape) for name, shape in free.items())
    pieces = []
    for name, shape in free.items():
        if kind == "one-sided":
            mirror = shape.moved(shape.lattice.mirror)
            chiral = mirror not in shape.images("one-sided")
            for side, image in [(name, shape), (name + MIRRORED, mirror)][: 1 + chiral]:
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


def _letter(noun: str) -> str | None:
    """Return the name of a piece of 3 to 5 cells: L-tromino or L3, L-tetromino or L4, L5 or L."""
    match = re.fullmatch(r"([a-z])(?:([345])|-(tromino|tetromino|pentomino))?", noun)
    if match is None:
        return None
    letter, digit, family = match[1].upper(), match[2], match[3]
    cells = int(digit) if digit else FAMILIES.index(family) + 1 if family else 5
    name = {3: f"{letter}-tromino", 4: f"{letter}4", 5: letter}[cells]
    return name if name in LETTERS else None


def _plural(noun: str) -> str:
    return f"{noun}es" if noun[-1] in "xo" else f"{noun}s"


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
