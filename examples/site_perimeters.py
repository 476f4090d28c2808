"""Count polyominoes by site perimeter in two ways, for docs/records.md.

    python examples/site_perimeters.py 12

The first way walks all fixed polyominoes up to that site perimeter, and looks for the symmetries of
each. The second takes only the number of fixed ones from it: symmetric ones are walked on the
quotient of the lattice, up to the most cells that the site perimeter allows, and the free ones
follow from both. They share nothing else.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

import site_perimeter_walk

from enumino.enum.kernels.counting import polyomino_walk, symmetric_walk
from enumino.enum.symmetric_shapes import classes_from
from enumino.families.polyforms.counting.subjects import SUBJECTS
from enumino.families.polyforms.counting.ways import graph_of, walked
from enumino.objects.lattice import SQUARE


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("most", type=int, help="the largest site perimeter")
    parser.add_argument("--once", action="store_true", help="only the first way")
    options = parser.parse_args()
    fixed, one_sided, free = by_walk(options.most)
    if not options.once and free != by_groups(options.most, fixed):
        raise SystemExit("The two counts differ.")
    for sites in range(4, options.most + 1):
        sys.stdout.write(f"{sites} {fixed[sites]} {one_sided[sites]} {free[sites]}\n")


def by_walk(most: int) -> list[list[int]]:
    """Fixed, one-sided and free polyominoes by site perimeter."""
    state = site_perimeter_walk.new_state(most)
    while not state.cursor[site_perimeter_walk.DONE]:
        site_perimeter_walk.walk(state, 1 << 24)
    fixed, turned, kept = state.counts.sum(axis=2).tolist()
    return [fixed, [n // 4 for n in turned], [n // 8 for n in kept]]


def by_groups(most: int, fixed: list[int]) -> list[int]:
    """Free polyominoes by site perimeter, from fixed ones and those that each group keeps."""
    cells = ((most - 2) ** 2 + 4) // 8  # as many as that many empty cells surround (A001971)
    mask = polyomino_walk.mask_of(("cells", "site_perimeter"))
    kept: dict[int, Counter[str]] = {sites: Counter() for sites in range(most + 1)}
    for name, subject in SUBJECTS.items():
        graph, orbits = graph_of(name, cells)
        state = symmetric_walk.new_state(graph, orbits, 1, cells, mask)
        for (_, _, _, _, sites, _), number in walked(symmetric_walk, state, lambda _: None).items():
            if sites <= most:
                kept[sites][subject] += number
    return [
        sum(classes_from(SQUARE, fixed[sites], kept[sites]).values()) for sites in range(most + 1)
    ]


if __name__ == "__main__":
    main()
