"""Dissections of an n x n square into n-ominoes that a symmetry keeps, as exact covers.

    python examples/symmetric_dissections.py 6

A dissection that a group of symmetries keeps is an exact cover of the orbits of cells by orbits of
pieces whose images are equal or apart. With the number of all dissections (A172477) those up to
symmetry (A328020) follow by Burnside's lemma.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

import enumino
from enumino.objects.lattice import Cell
from enumino.objects.polyomino import free_polyominoes

Move = Callable[[Cell], Cell]
ALL = {1: 1, 2: 2, 3: 10, 4: 117, 5: 4006, 6: 451206, 7: 158753814, 8: 187497290034}
ALL[9] = 706152947468301  # A172477, by J. de Ruiter and R. S. Harris


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("side", type=int, help="n")
    parser.add_argument("--engine", choices=["option-bitsets", "dancing-links"])
    options = parser.parse_args()
    side = options.side
    last = side - 1
    moves: dict[str, tuple[int, Move]] = {  # how many elements of the group of the square are alike
        "half-turn": (1, lambda cell: (last - cell[0], last - cell[1])),
        "quarter-turn": (2, lambda cell: (cell[1], last - cell[0])),
        "upright mirror": (2, lambda cell: (cell[0], last - cell[1])),
        "diagonal mirror": (2, lambda cell: (cell[1], cell[0])),
    }
    kept = 0
    for name, (alike, move) in moves.items():
        number = dissections(side, move, options.engine)
        sys.stdout.write(f"{name}: {number}\n")
        sys.stdout.flush()
        kept += alike * number
    if side in ALL:
        sys.stdout.write(f"up to symmetry: {(ALL[side] + kept) / 8:.0f}\n")


def dissections(side: int, move: Move, engine: str | None) -> int:
    """Count the dissections that a symmetry keeps."""
    orbit_of: dict[Cell, int] = {}
    for row in range(side):
        for column in range(side):
            number, cell = len(set(orbit_of.values())), (row, column)
            while cell not in orbit_of:
                orbit_of[cell] = number
                cell = move(cell)
    found: dict[frozenset[frozenset[Cell]], list[int]] = {}  # several may cover the same orbits
    for polyomino in {image for free in free_polyominoes(side) for image in free.images()}:
        for down in range(side - polyomino.height + 1):
            for right in range(side - polyomino.width + 1):
                images = [frozenset(polyomino.translate(down, right))]
                while (image := frozenset(map(move, images[-1]))) not in images:
                    images.append(image)
                if len(images) * side == len(frozenset().union(*images)):
                    found[frozenset(images)] = sorted({orbit_of[cell] for cell in images[0]})
    items = [str(number) for number in range(len(set(orbit_of.values())))]
    if len(set().union(*found.values())) < len(items):
        return 0
    problem = enumino.CoverProblem(items, (), sorted(found.values()))
    return enumino.count_covers(enumino.Covers(problem, engine=engine))[0].count


if __name__ == "__main__":
    main()
