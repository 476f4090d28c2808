"""Random tilings, as data for the oracle and in the words of the package."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from itertools import product
from math import inf
from random import Random
from typing import Any

import enumino
from tests.naive_covering import Cell, Puzzle, Shaped
from tests.naive_polyforms import NAIVE

LATTICES = ("square", "king", "hexagonal", "triangular", "cubic", "stick")
MOST_CELLS = {"triangular": 16, "cubic": 12}  # others 14: some thousand coverings
FRAMES = {"cubic": (2, 3, 3), "stick": (4, 8), "triangular": (4, 10)}  # others 5 x 6


@dataclass(frozen=True)
class Drawn:
    """A problem for the oracle, and the keyword arguments that ask the package for it."""

    puzzle: Puzzle
    region: str
    pieces: str
    how: dict[str, Any]

    def problem(self, **more: Any) -> Any:
        """The problem of the package."""
        how = {**self.how, **more}
        return enumino.Tilings(self.region, self.pieces, lattice=self.puzzle.lattice, **how)


def grown(lattice: str, cells: int, random: Random) -> frozenset[Cell]:
    """A connected shape, somewhere."""
    naive = NAIVE[lattice]
    points = {random.choice(naive.seeds)}
    while len(points) < cells:
        points.add(random.choice(sorted({q for p in points for q in naive.near(p)} - points)))
    return naive.pushed(points)[0]


def region_of(lattice: str, random: Random) -> frozenset[Cell]:
    """A whole frame, or one with holes, at random or symmetric ones."""
    most = random.randint(4, MOST_CELLS.get(lattice, 14))
    sizes = [random.randint(1, size) for size in FRAMES.get(lattice, (5, 6))]
    if lattice in ("stick", "triangular"):
        sizes[-1] += sizes[-1] % 2
    frame = list(product(*map(range, sizes)))
    opposite = [tuple(s - 1 - k for k, s in zip(cell, sizes, strict=True)) for cell in frame]
    out = set(random.sample(range(len(frame)), random.randint(0, len(frame) // 2)))
    left = set(frame)
    if random.random() < 0.7:
        left -= {frame[k] for k in out}
        if random.random() < 0.7:
            left -= {opposite[k] for k in out}
    while len(left) > most:
        left.remove(random.choice(sorted(left)))
    return frozenset(left or frame[:1])


def made_of(
    lattice: str, pieces: tuple[Shaped, ...], random: Random
) -> tuple[frozenset[Cell], list[int]]:
    """Cells of pieces side by side, so that there is a covering; how often each piece is used."""
    most = MOST_CELLS.get(lattice, 14)
    room = Puzzle(lattice, frozenset(every_cell(lattice)), pieces)
    cells = sorted(room.cells)
    left: set[int] = set()
    used = [0] * len(pieces)
    for _ in range(random.randint(1, 7)):
        fitting = [
            each for each in room.options if not each[1] & left and len(each[1] | left) <= most
        ]
        if fitting:
            near = min(fitting, key=lambda each: (min(each[1]), random.random()))
            piece, chosen = random.choice([near, random.choice(fitting)])
            left |= chosen
            used[piece] += 1
    return frozenset(cells[k] for k in left) or pieces[0].cells, used


def every_cell(lattice: str) -> list[Cell]:
    """A frame that shapes are put together in."""
    sizes = (2, 3, 3) if lattice == "cubic" else (4, 8 if lattice in FRAMES else 5)
    return list(product(*map(range, sizes)))


def drawing(lattice: str, cells: Iterable[Cell], optional: Collection[Cell] = ()) -> str:
    """A region as the pages say that it is drawn."""
    cells = set(cells)

    def mark(cell: Cell, usual: str = "X") -> str:
        return "+" if cell in optional else usual

    if lattice == "cubic":
        top = [max(axis) + 1 for axis in zip(*cells, strict=True)]
        return "\n".join(
            " ".join(
                "".join(mark((z, r, c)) if (z, r, c) in cells else "." for c in range(top[2]))
                for z in range(top[0])
            )
            for r in range(top[1])
        )
    at: dict[tuple[int, int], str] = {}
    for r, c in cells:
        if lattice == "stick":
            at[2 * r + c % 2, c + 1 - c % 2 if c % 2 == 0 else c - 1] = "|" if c % 2 else "-"
        elif lattice == "triangular":
            at[r, c + r] = mark((r, c), "^" if c % 2 else "v")
        elif lattice == "hexagonal":
            at[r, 2 * c + r] = mark((r, c))
        else:
            at[r, c] = mark((r, c))
    rows, columns = [r for r, _ in at], [c for _, c in at]
    empty = "." if lattice in ("square", "king") else " "
    left = 0 if lattice == "stick" else min(columns)
    top = 0 if lattice == "stick" else min(rows)
    lines = [
        "".join(at.get((r, c), empty) for c in range(left, max(columns) + 1))
        for r in range(top, max(rows) + 1)
    ]
    return "\n".join(lines)


def piece_text(piece: Shaped) -> str:
    """A piece as a list of its cells."""
    shape = str(sorted(piece.cells)).replace(" ", "")
    if (piece.fewest, piece.most) == (0, inf):
        return shape
    return f"{shape}:{piece.fewest}-{'' if piece.most == inf else int(piece.most)}"


def bounds(random: Random, used: int | None) -> tuple[int, float]:
    """Bounds on the uses of a piece, by chance or so that a known covering is one."""
    if used is None:
        return random.choice([(0, inf)] * 5 + [(0, 1), (1, 1), (1, inf), (0, 2), (1, 3), (2, 2)])
    fewest, most = max(0, used - random.randint(0, 2)), used + random.randint(0, 1)
    return random.choice([(0, inf), (fewest, inf), (fewest, max(1, most)), (used, max(1, used))])


def drawn(lattice: str, random: Random) -> Drawn:
    """A problem; the package may refuse it, as where pieces are too many for the region."""
    turns, reflections = True, lattice != "cubic" and random.random() < 0.8
    if random.random() < 0.2 and (lattice in ("square", "king") or not reflections):
        turns = False
    sizes = [random.choice([1, 2, 2, 3, 3, 4, 4]) for _ in range(random.randint(1, 4))]
    pieces = different(
        lattice, [Shaped(grown(lattice, n, random), 0, inf, turns, reflections) for n in sizes]
    )
    used: list[int | None] = [None] * len(pieces)
    if random.random() < 0.6:
        region, used[:] = made_of(lattice, pieces, random)
    else:
        region = region_of(lattice, random)
    use = "any"
    if set(used) <= {0, 1} or random.random() < 0.1:
        use = random.choice(["at_most_once", "each_once"])
    if use == "any":
        pieces = tuple(
            replace(piece, fewest=fewest, most=most)
            for piece, n in zip(pieces, used, strict=True)
            for fewest, most in [bounds(random, n)]
        )
    text = ", ".join(piece_text(piece) for piece in pieces)
    if use != "any":
        pieces = tuple(replace(piece, fewest=int(use == "each_once"), most=1) for piece in pieces)
    once: dict[str, Any] = {} if use == "any" else {use: True}
    how: dict[str, Any] = {**once, "reflections": reflections, "rotations": turns}
    number = random.randint(1, len(region)) if lattice != "stick" and random.random() < 0.3 else 0
    optional = frozenset(random.sample(sorted(region), min(number, 6)))
    puzzle = Puzzle(lattice, region, pieces, optional)
    return Drawn(puzzle, drawing(lattice, region, optional), text, how)


def different(lattice: str, pieces: list[Shaped]) -> tuple[Shaped, ...]:
    """The pieces without those that lie like an earlier one."""
    room = Puzzle(lattice, frozenset(), tuple(pieces))
    ways = room.ways
    return tuple(piece for k, piece in enumerate(pieces) if not set(ways[:k]) & {ways[k]})
