"""Counts of polyominoes by perimeter, site perimeter, holes, box and symmetry, without rows.

All images of a polyomino have the same numbers, if a box is given by its shorter and its longer
side. So a walk counts fixed polyominoes by these numbers, which is far cheaper than a test for
canonical ones. Polyominoes that each symmetry group keeps are counted by the same numbers. The
symmetry classes follow for each key, as they do for all polyominoes of a size. The transfer matrix
sweeps boxes, so it also counts fixed polyominoes by their boxes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from enumino.enum.problem import Tally
from enumino.enum.symmetric_shapes import classes_from
from enumino.errors import ProblemError
from enumino.families.polyforms.class_count import FIXED, Work
from enumino.families.polyforms.counting.subjects import SUBJECTS
from enumino.families.polyforms.counting.ways import Swept, Walk
from enumino.objects.lattice import SQUARE, Kind, SymmetryClass
from enumino.run.checkpoints import Key

LARGEST = 30
LARGEST_BOX = 40
# The parts of a key, in the order of `polyomino_walk`.
NUMBERS = ("cells", "height", "width", "perimeter", "site_perimeter", "holes")
SIDES = ("height", "width")


@dataclass(frozen=True)
class WalkCount:
    """Numbers of polyominoes of some sizes and a kind by some columns, in that order."""

    cells: range
    kind: Kind
    by: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.cells[0] < 1 or self.cells[-1] > LARGEST:
            wrong = self.cells[0] if self.cells[0] < 1 else self.cells[-1]
            raise ProblemError(
                f"Polyominoes with {wrong} cells cannot be counted by these columns: sizes go from "
                f"1 to {LARGEST}."
            )

    def to_json(self) -> dict[str, Any]:
        """Return the parameters as JSON values; `by` has a fixed order, since tasks ignore it."""
        return {
            "family": "polyominoes",
            "cells": [self.cells[0], self.cells[-1]],
            "kinds": FIXED if self._only_fixed else "all",
            "by": [name for name in NUMBERS if name in self.numbers],
            "method": "walk",
        }

    @property
    def numbers(self) -> tuple[str, ...]:
        """The parts of the keys; those of fixed polyominoes have both sides or none."""
        asked = {"cells", *self.by}
        if self.kind == FIXED and asked.intersection(SIDES):
            asked.update(SIDES)
        return tuple(name for name in NUMBERS if name in asked)

    @property
    def work(self) -> Work:
        """The walks of fixed polyominoes, and, if needed, of those that groups keep."""
        names = (FIXED,) if self._only_fixed else (FIXED, *SUBJECTS)
        lowest, highest = self.cells[0], self.cells[-1]
        return Work(tuple(Walk(name, highest, lowest, self.numbers) for name in names))

    @property
    def _only_fixed(self) -> bool:
        return self.kind == FIXED and "symmetry" not in self.by

    def combine(self, counts: Mapping[Key, int]) -> Tally:
        """Return the numbers by size and columns from the sums of all tasks."""
        sums: dict[Key, Counter[str]] = {}
        for (subject, *key), number in counts.items():
            sums.setdefault(tuple(key), Counter())[subject] += number
        found: Counter[Key] = Counter()
        for numbers, subjects in sums.items():
            for symmetry, count in self._classes(subjects).items():
                for values, part in self._oriented(numbers, count):
                    values["symmetry"] = symmetry
                    found[(numbers[0], *(values[name] for name in self.by))] += part
        return Tally({key: count for key, count in found.items() if count})

    def _classes(self, subjects: Counter[str]) -> dict[str, int]:
        """Polyominoes of the kind with one key, by symmetry class, or together if that suffices."""
        if self._only_fixed:
            return {"": subjects[FIXED]}
        kept = {subject: subjects[name] for name, subject in SUBJECTS.items()}
        free = classes_from(SQUARE, subjects[FIXED], kept)
        return {name: n * SymmetryClass(name).per_free(self.kind) for name, n in free.items()}

    def _oriented(self, key: Key, count: int) -> Iterator[tuple[dict[str, Any], int]]:
        """Yield the numbers of a key; half of the fixed ones in an oblong lie and half stand."""
        values: dict[str, Any] = dict(zip(NUMBERS, key, strict=True))
        if self.kind != FIXED or values["height"] == values["width"]:
            yield values, count
            return
        yield dict(values), count // 2
        yield values | {"height": values["width"], "width": values["height"]}, count // 2


@dataclass(frozen=True)
class BoxCount:
    """Numbers of fixed polyominoes of some sizes by height, width, or both."""

    cells: range
    by: tuple[str, ...]

    def __post_init__(self) -> None:
        if not set(self.by) <= set(SIDES):
            raise ProblemError(
                "The transfer matrix counts fixed polyominoes by height and width only: leave out "
                "--method."
            )
        if self.cells[0] < 1 or self.cells[-1] > LARGEST_BOX:
            raise ProblemError(
                f"The transfer matrix counts polyominoes of 1 to {LARGEST_BOX} cells by their "
                f"boxes, not of {self.cells[0] if self.cells[0] < 1 else self.cells[-1]}."
            )

    def to_json(self) -> dict[str, Any]:
        """Return the parameters as JSON values; every count is by both sides."""
        cells = [self.cells[0], self.cells[-1]]
        return {"family": "polyominoes", "cells": cells, "by": "box", "method": "transfer-matrix"}

    @property
    def work(self) -> Work:
        """The sweeps of all widths."""
        return Work((_Boxes(FIXED, self.cells[-1]),))

    def combine(self, counts: Mapping[Key, int]) -> Tally:
        """Return the numbers by size and the chosen sides, in both orientations."""
        found: Counter[Key] = Counter()
        for (size, short, long), number in counts.items():
            if size not in self.cells:
                continue
            for height, width in {(short, long), (long, short)}:
                sides = {"height": height, "width": width}
                found[(size, *(sides[name] for name in self.by))] += number
        return Tally(dict(found))


class _Boxes(Swept):
    """Sweeps that count fixed polyominoes by size and both sides of the box."""

    def found(self, sweep: Any, width: int) -> dict[Key, int]:
        """Return the numbers of a finished sweep by size, shorter and longer side."""
        return {
            (size, width, length): int(number)
            for length, numbers in enumerate(sweep.boxes)
            for size, number in enumerate(numbers)
        }
