"""The uses of pieces, and pieces and their uses in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from enumino.objects.piece import Piece


def with_use(piece: Piece, fewest: int, most: int | None) -> Piece:
    """Return a piece with its own bounds, or else these."""
    if piece.fewest is None and piece.most is None:
        return replace(piece, fewest=fewest, most=most)
    return replace(piece, fewest=piece.fewest or 0)


def in_words(pieces: Sequence[Piece], rotations: bool = True, reflections: bool = True) -> str:
    """Return a short description of pieces and their uses.

    >>> from enumino.objects import piece_lists as sets
    >>> in_words([with_use(piece, 1, 1) for piece in sets.parse("pentominoes")], False)
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
