"""What is published about packings of regions of lattices."""

from __future__ import annotations

from collections import Counter
from functools import cache

from enumino.objects import piece_lists
from enumino.objects.board import Board
from enumino.objects.lattice_moves import move_of
from enumino.objects.lattice_region import LatticeRegion
from enumino.objects.lattices import LATTICES
from enumino.objects.polyform import Polyform
from enumino.published import Published, table

ALL = "all"
"""Stands for counts of all packings, symmetric or not, in the column `up_to`."""


def packings(board: Board, no_crossings: bool, up_to: str | None) -> Published | None:
    """Return what is published about the packings of a board.

    Parameters
    ----------
    board : Board
    no_crossings : bool
    up_to : {"symmetry", "rotations"}, optional

    >>> from enumino.objects.lattices import CUBIC
    >>> from enumino.families.tilings.piece_uses import with_use
    >>> cube = LatticeRegion.parse(CUBIC, "3x3x3")
    >>> pieces = [with_use(p, "each-once") for p in piece_lists.parse("soma", CUBIC)]
    >>> packings(Board(cube, tuple(pieces)), False, "symmetry").value
    240
    """
    region, name = board.region, board.region.lattice.name
    for row in table(__name__, "packings"):
        if (
            row["lattice"] == name
            and int(row["cells"]) == len(region)
            and row["up_to"] == (up_to or ALL)
            and bool(row["no_crossings"]) == no_crossings
            and _uses(board) == _listed_uses(name, row["pieces"], row["use"])
            and region.cells in _images(name, row["region"])
        ):
            return Published(row["source"], int(row["count"]))
    return None


def _uses(board: Board) -> Counter[tuple[frozenset[object], int, int | None]]:
    """The pieces by the ways in which they may lie, and how often each is used."""
    ways: list[set[object]] = [set() for _ in board.pieces]
    for orientation in board.orientations:
        ways[orientation.piece].add(orientation.shape)
    return Counter(
        (frozenset(own), piece.fewest or 0, piece.most)
        for own, piece in zip(ways, board.pieces, strict=True)
    )


@cache
def _listed_uses(
    lattice: str, pieces: str, use: str
) -> Counter[tuple[frozenset[object], int, int | None]]:
    value = LATTICES[lattice]
    bounds = (1, 1) if use == "each-once" else (0, None)
    found: Counter[tuple[frozenset[object], int, int | None]] = Counter()
    for piece in piece_lists.parse(pieces, value):
        shapes: frozenset[Polyform] = frozenset(piece.orientations())
        unbounded = piece.fewest is None and piece.most is None
        own = bounds if unbounded else (piece.fewest or 0, piece.most)
        found[shapes, own[0], own[1]] += 1
    return found


@cache
def _images(lattice: str, region: str) -> frozenset[tuple[tuple[int, ...], ...]]:
    """The images of a region under the point group of its lattice."""
    value = LATTICES[lattice]
    cells = LatticeRegion.parse(value, region).cells
    return frozenset(tuple(sorted(move_of(value, by)(cells))) for by in value.elements)
