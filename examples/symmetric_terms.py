"""Count symmetric polyforms by their exact classes, twice: what docs/records.md tells of.

    python examples/symmetric_terms.py cubic --cells 24 --order 4

Groups of fewer symmetries than ``--order`` are left out. One kernel counts most shapes without
visiting them (`quotient`), the other visits every one (`symmetric_walk`). They share the orbit
graph.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

import numpy as np

from enumino.enum.kernels.counting import quotient, symmetric_walk
from enumino.enum.kernels.shared import histogram
from enumino.enum.orbit_graphs import graph_and_cells
from enumino.enum.symmetric_shapes import Subject, subjects
from enumino.objects.lattice import Lattice
from enumino.objects.lattices import LATTICES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lattice", choices=LATTICES)
    parser.add_argument("--cells", type=int, required=True, help="their largest size")
    parser.add_argument("--order", type=int, default=2, help="least order of a group")
    options = parser.parse_args()
    lattice = LATTICES[options.lattice]
    kept = {each.name: np.zeros(options.cells + 1, object) for each in lattice.classes}
    for subject in subjects(lattice):
        if len(subject.symmetry.elements) >= options.order:
            kept[subject.symmetry_class] += subject.centres * counted(subject, options.cells)
    for name, numbers in exact(lattice, kept, options.order).items():
        sys.stdout.write(f"{name} {' '.join(map(str, numbers[1:]))}\n")


def counted(subject: Subject, cells: int) -> np.ndarray:
    """Fixed shapes that a group keeps about a centre, by size."""
    graph, orbits = graph_and_cells(subject.symmetry, cells)
    search = quotient.new_search(graph)
    while not search.done:
        quotient.tally(search, 1 << 24)
    # By the number of cells alone, so that the walk need not know where they are.
    walk = symmetric_walk.new_state(graph, [[] for _ in orbits], 1, cells, 0xFF)
    found = histogram.new_histogram(symmetric_walk.SLOTS)
    while not walk.cursor[symmetric_walk.DONE]:
        symmetric_walk.walk(walk, found, 1 << 24)
    visited = Counter({key[0]: n for key, n in histogram.numbers_of(found, 1).items()})
    if search.counts.tolist() != [visited[size] for size in range(cells + 1)]:
        raise SystemExit(f"The two counts differ for {subject.name}.")
    return search.counts.astype(object)


def exact(lattice: Lattice, kept: dict[str, np.ndarray], order: int) -> dict[str, np.ndarray]:
    """Free shapes by exact class, from those that each group keeps (`symmetric_shapes`)."""
    own: dict[str, np.ndarray] = {}
    free = {}
    for each in sorted(lattice.classes, key=lambda one: -one.order):
        if each.order >= order:
            above = [
                own[other.name]
                for other in lattice.classes
                for bits in other.subgroups
                if other.order > each.order and bits & each.subgroups[0] == each.subgroups[0]
            ]
            own[each.name] = kept[each.name] - sum(above)
            free[each.name] = len(each.subgroups) * own[each.name] // each.orbit("free")
    return free


if __name__ == "__main__":
    main()
