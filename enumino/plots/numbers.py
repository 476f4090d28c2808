"""The numbers in plots, taken from totals."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from math import nan, prod
from typing import NamedTuple

from enumino.arguments import sides_of
from enumino.datasets.totals import Total, Totals
from enumino.errors import ProblemError
from enumino.objects.lattices import in_class_order
from enumino.published import TOTAL

CELLS = re.compile(r"\d{1,3},\d{1,3}( \d{1,3},\d{1,3})*")  # of an option, by row and column


class Sized(NamedTuple):
    """A total, its size, and its other labels as text."""

    size: int
    other: str
    total: Total


class Sizes(NamedTuple):
    """Totals in order of their sizes."""

    axis: str  # meaning of the sizes; empty for a single size
    lines: list[Sized]

    @property
    def series(self) -> dict[str, list[Sized]]:
        """The totals by their other labels."""
        found: dict[str, list[Sized]] = {}
        for line in self.lines:
            found.setdefault(line.other, []).append(line)
        return found


def _by_size(totals: Sequence[Total]) -> Sizes:
    """Return whole totals sized by the first label with different sizes, or all of size 0."""
    names = [name for name in Totals(totals).label_names() if name != "symmetry"]
    if "option" in names:
        raise ProblemError("Counts by option have no sizes: plot their cells with `cells`.")
    for name in names:
        having = [line for line in totals if name in line.labels]
        fewest = min(len(line.labels) for line in having)
        whole = [line for line in having if len(line.labels) == fewest]
        others = [n for n in Totals(whole).label_names() if n in names and n != name]
        lines = [
            Sized(size, _varying(others, whole, line), line)
            for line in whole
            if (size := _size(line.labels[name])) is not None
        ]
        if len({line.size for line in lines}) > 1:
            area = isinstance(having[0].labels[name], str)
            axis = f"cells of the {name}" if area else name
            return Sizes(axis, sorted(lines, key=lambda line: line.size))
    return Sizes("", [Sized(0, _varying(names, totals, line), line) for line in totals])


def _varying(names: Sequence[str], totals: Sequence[Total], line: Total) -> str:
    """Return the labels of a line that differ between lines."""
    some = (name for name in names if len({each.labels.get(name) for each in totals}) > 1)
    return ", ".join(str(line.labels[name]) for name in some if name in line.labels)


def _size(label: int | str) -> int | None:
    """Return a number, or the area of a rectangle or box, or None."""
    if isinstance(label, int):
        return label
    sides = sides_of(label) or ()
    return prod(sides) if len(sides) > 1 else None


def sizes(totals: Iterable[Total]) -> Sizes:
    """Return the totals of all classes together by their sizes."""
    found = _by_size([line for line in totals if line.symmetry == TOTAL])
    if not found.axis:
        raise ProblemError(
            "A plot of growth needs totals of at least two sizes, but these have one size: list "
            "or count a range, as --cells 1-12."
        )
    return found


def shares_of_cells(totals: Iterable[Total]) -> list[list[float]]:
    """Return the share of the most frequent option of each cell, nan outside the region."""
    lines = [(str(line.labels.get("cells")), line) for line in totals]
    regions = {line.labels.get("region") for _, line in lines}
    is_square = not any("lattice" in line.labels for _, line in lines)
    if not is_square or len(regions) != 1 or not all(CELLS.fullmatch(text) for text, _ in lines):
        raise ProblemError(
            "A plot of cells needs the counts of options of one region of squares: count tilings "
            "with --by option --to DIR, and plot DIR/counts.parquet."
        )
    most, sums = Counter[tuple[int, ...]](), Counter[tuple[int, ...]]()
    for text, line in lines:
        for cell in (tuple(map(int, each.split(","))) for each in text.split()):
            most[cell], sums[cell] = max(most[cell], line.count), sums[cell] + line.count
    if not any(sums.values()):
        raise ProblemError("There are no tilings whose cells can be plotted.")
    height, width = (max(cell[axis] for cell in most) + 1 for axis in (0, 1))
    shares = {cell: most[cell] / sums[cell] for cell in most if sums[cell]}
    return [[shares.get((row, column), nan) for column in range(width)] for row in range(height)]


class Classes(NamedTuple):
    """The numbers of objects by size and symmetry class."""

    names: list[str]  # the classes with objects, in the order of their lattice
    axis: str  # meaning of the sizes
    # By size, then by class; a single size of unknown meaning is 0.
    numbers: dict[int, Counter[str]]


def classes(totals: Iterable[Total]) -> Classes:
    """Return the numbers of the symmetry classes.

    Of several kinds, the kind with most classes is used, such as free polyominoes.

    >>> found = classes([Total({"cells": 2, "symmetry": "axis2"}, 1)])
    >>> found.names, found.numbers
    (['axis2'], {0: Counter({'axis2': 1})})
    """
    lines = [line for line in totals if line.symmetry != TOTAL and line.count]
    if not lines:
        raise ProblemError(
            "These totals have no symmetry classes: plot a dataset, or count with --by symmetry."
        )
    found = _by_size(lines)
    numbers: dict[int, Counter[str]] = {}
    for size, _, total in max(found.series.values(), key=len):
        numbers.setdefault(size, Counter())[total.symmetry] += total.count
    names = in_class_order({name for by_class in numbers.values() for name in by_class})
    return Classes(names, found.axis, numbers)
