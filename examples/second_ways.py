"""Count symmetric polyominoes in a second direction, a width at a time: see docs/records.md.

    python examples/second_ways.py mirrors --cells 36 --keep second-ways.jsonl

`half-turns` are swept along diagonals instead of columns. `diagonal-mirrors` and `mirrors` (those
through cells) are all swept along the mirror, where a count takes the shorter side. Each number is
that of fixed polyominoes with one given symmetry; half-turns are given by their kind of centre.
Finished widths are lines of the file ``--keep``, and are not counted again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from enumino.enum.kernels.matrices.transfer_matrix import AXIS_ROW_ANY_LENGTH
from enumino.families.polyforms.counting import rotated, straight


class AlongDiagonal(rotated.DiagonalMirrorSweep):
    """Halves beside a diagonal mirror, all swept along it: strips of any length."""

    @staticmethod
    def parts_of(width: int, cells: int) -> list[rotated.Part]:
        parts = rotated.DiagonalMirrorSweep.parts_of(width, cells)
        along = [part for part in parts if part.strip.discount]
        return [part._replace(strip=part.strip._replace(layers=1)) for part in along]


def along_cells(width: int, cells: int) -> dict[str, np.ndarray]:
    """Halves of `width` rows, the first of which lies on the mirror, in boxes of any length."""
    boxes = straight.Sweep(width, cells, axis=AXIS_ROW_ANY_LENGTH).run().boxes
    return {"Mcell": boxes.sum(axis=0)}


WAYS: dict[str, Callable[[int, int], Any]] = {
    "half-turns": lambda width, cells: rotated.RotatedHalfTurnSweep(width, cells).run().numbers,
    "diagonal-mirrors": lambda width, cells: AlongDiagonal(width, cells).run().numbers,
    "mirrors": along_cells,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("symmetry", choices=WAYS)
    parser.add_argument("--cells", type=int, required=True, help="their largest size")
    parser.add_argument("--keep", type=Path, required=True, help="file of the finished widths")
    options = parser.parse_args()
    cells, whole = options.cells, options.symmetry == "half-turns"
    options.keep.touch()
    lines = map(json.loads, options.keep.read_text(encoding="utf-8").splitlines())
    kept = {line["width"]: line for line in lines}
    for width in range(1, 1 + (cells if whole else (cells + 1) // 2)):
        if width not in kept:
            numbers = WAYS[options.symmetry](width, cells)
            found = {name: [int(n) for n in each] for name, each in numbers.items()}
            kept[width] = {"width": width, "numbers": found}
            with options.keep.open("a", encoding="utf-8") as file:
                file.write(json.dumps(kept[width]) + "\n")
    for name in kept[1]["numbers"]:
        total = sum(np.array(line["numbers"][name], object) for line in kept.values())
        sys.stdout.write(f"{name} {' '.join(map(str, total[1:]))}\n")


if __name__ == "__main__":
    main()
