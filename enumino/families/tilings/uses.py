"""The uses of pieces, and the check of their area against that of a region."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import Literal

from enumino.errors import ProblemError
from enumino.objects.piece import Piece
from enumino.objects.piece_names import nouns_of, plural_of
from enumino.objects.piece_sets import MAX_CELLS
from enumino.objects.region import Region
from enumino.words import interval, plural, quoted

Use = Literal["any", "at-most-once", "each-once"]
USES: dict[str, tuple[int, int | None]] = {
    "any": (0, None),
    "at-most-once": (0, 1),
    "each-once": (1, 1),
}


def check_use(use: str) -> None:
    """Raise a ProblemError unless a use is one of `USES`."""
    if use not in USES:
        raise ProblemError(
            f"There is no use {quoted(use)} of pieces: choose from {', '.join(USES)}."
        )


def with_use(piece: Piece, use: Use) -> Piece:
    """Return a piece with its own bounds, or else those of the use."""
    if piece.fewest is None and piece.most is None:
        fewest, most = USES[use]
        return replace(piece, fewest=fewest, most=most)
    return replace(piece, fewest=piece.fewest or 0)


def in_words(pieces: Sequence[Piece], rotations: bool = True, reflections: bool = True) -> str:
    """Return a short description of pieces and their uses.

    >>> from enumino.objects import piece_lists as sets
    >>> in_words([with_use(piece, "each-once") for piece in sets.parse("pentominoes")], False)
    '12 pieces, each once, not turned'
    >>> in_words(sets.parse("X, I4:2"))
    'X, I4, each as often as given'
    """
    names = [piece.name for piece in pieces]
    words = ", ".join(names) if len(names) <= 3 else f"{len(names)} pieces"
    uses = {(piece.fewest or 0, piece.most) for piece in pieces}
    phrases = {(1, 1): ", each once", (0, 1): ", each at most once", (0, None): ""}
    various = ", each as often as given"
    words += phrases.get(uses.pop(), various) if len(uses) == 1 else various
    words += "" if rotations else ", not turned"
    return words + ("" if reflections else ", not turned over")


def check_names(pieces: Sequence[Piece], purpose: str) -> None:
    """Raise a ProblemError if there are no pieces, or two of one name."""
    if not any(piece.most != 0 for piece in pieces):
        raise ProblemError(f"There is no piece to {purpose}: name at least one.")
    for name, times in Counter(piece.name for piece in pieces).items():
        if times > 1:
            raise ProblemError(
                f"{name} is named twice: name it once, with a number of copies, as {name}:2."
            )


def check_area(region: Region, pieces: Sequence[Piece], purpose: str) -> None:
    """Refuse pieces of one name, and those that cannot have the region's area for their number."""
    check_names(pieces, purpose)
    for piece in pieces:
        if prod(piece.shape.box) > MAX_CELLS:
            raise ProblemError(
                f"{piece.name} has a box of {'x'.join(f'{side:,}' for side in piece.shape.box)}, "
                f"and a region at most {MAX_CELLS:,} cells: leave it out."
            )
    cells = len(region)
    least = [(len(piece.shape), piece.fewest or 0) for piece in pieces]
    most = [(len(piece.shape), piece.most or 0) for piece in pieces]
    nouns = nouns_of(region.lattice)
    if (area := _area(least)) > cells:
        verb = "cover" if least == most else "need"
        out = "it" if sum(number for _, number in least) == 1 else "some"
        way = f"leave {out} out, or take a larger region"
        raise ProblemError(f"{_covering(least, verb, nouns)}, the region has {cells:,}: {way}.")
    if all(piece.most is not None for piece in pieces) and (area := _area(most)) < cells:
        left = cells - area
        bound = "" if least == most else " at most"
        single = next((piece for piece in pieces if len(piece.shape) == 1), None)
        ways = [f"remove {plural(left, 'cell')} with --without"]
        if single is None:
            number = f"{left}" if least == most else f"{left}-"
            them = "it" if left == 1 else "them"
            ways.append(f"cover {them} with --piece {nouns[0]}:{number}")
            if left > area > 0:
                ways.append("let pieces be used more often")
        else:
            number = interval(single.fewest or 0, (single.most or 0) + left)
            ways.append(f"write {single.name}:{number} for {single.name}")
        covered, way = _covering(most, "cover", nouns), f"{', '.join(ways[:-1])}, or {ways[-1]}"
        raise ProblemError(f"{covered}{bound}, the region has {cells:,}: {way}.")


def _area(pieces: Sequence[tuple[int, int]]) -> int:
    return sum(size * number for size, number in pieces)


def _covering(pieces: Sequence[tuple[int, int]], verb: str, nouns: Sequence[str]) -> str:
    """Return in words the number of cells that pieces cover, by their sizes and numbers.

    >>> _covering([(2, 1), (2, 2), (9, 0)], "cover", ("monomino", "domino"))
    '3 dominoes cover 6 cells'
    >>> _covering([(2, 0), (1, 1)], "need", ("monomino", "domino"))
    '1 monomino needs 1 cell'
    >>> _covering([(2, 4)], "cover", ("monohex", "dihex"))
    '4 dihexes cover 8 cells'
    """
    sizes = {size for size, number in pieces if number}
    noun = nouns[max(sizes) - 1] if len(sizes) == 1 and max(sizes) <= len(nouns) else "piece"
    number = sum(number for _, number in pieces)
    who = plural(number, noun, plural_of(noun))
    return f"{who} {verb}{'s' if number == 1 else ''} {plural(_area(pieces), 'cell')}"
