"""Rows that are Dyck paths: totals, checks, pictures. Nothing here knows of the search."""

from collections.abc import Iterator, Mapping, Sequence
from math import comb
from typing import Any

import pyarrow as pa

from dyck_paths.parameters import DyckParameters
from enumino.datasets.checks import Check, Fault
from enumino.datasets.documents import Counts
from enumino.datasets.rows import Rows
from enumino.datasets.totals import Total, against
from enumino.drawing import Picture, text_picture
from enumino.published import Published

# A000108.
CATALAN = [1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862, 16796, 58786, 208012, 742900, 2674440, 9694845]


class DyckPathRows(Rows):
    """One path a row."""

    identity = ("path",)
    drawn_from = ("path",)

    def __init__(self, problem: dict[str, Any]) -> None:
        self.ups = DyckParameters.from_json(problem).sizes

    @property
    def row_cells(self) -> int:
        return 2 * self.ups[-1]

    def totals(self, counts: Counts) -> list[Total]:
        """Size by size, the paths by their peaks (A001263), then all of them (A000108)."""
        lines = []
        for n in self.ups:
            for peaks in range(1, n + 1):
                narayana = comb(n, peaks) * comb(n, peaks - 1) // n
                labels, known = {"ups": n, "peaks": peaks}, Published("A001263", narayana)
                lines.append(against(labels, counts.get((n, peaks), 0), known))
            number = sum(count for (ups, _), count in counts.items() if ups == n)
            lines.append(against({"ups": n}, number, Published("A000108", CATALAN[n])))
        return lines

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Walk along each path."""
        for number, row in enumerate(rows.to_pylist()):
            path, ups = row["path"], row["ups"]
            heights = [path[:i].count("U") - path[:i].count("D") for i in range(len(path) + 1)]
            if ups not in self.ups or len(path) != 2 * ups or heights[-1] != 0 or min(heights) < 0:
                yield Fault("is not a Dyck path of that length", number)
                return
            if row["peaks"] != path.count("UD"):
                yield Fault("has another number of peaks", number)
                return

    def laws(self, counts: Counts) -> Iterator[Check]:
        """As many paths have k peaks as have n + 1 - k."""
        odd = [k for n, k in counts if counts[n, k] != counts.get((n, n + 1 - k), 0)]
        detail = f"{odd[0]} peaks and their mirror image differ" if odd else "symmetric"
        yield Check("peaks", not odd, detail)

    def object_of(self, row: Mapping[str, Any]) -> str:
        return str(row["path"])

    def picture(self, thing: str) -> str:
        """Draw a path as a range of mountains."""
        heights = [thing[:i].count("U") - thing[:i].count("D") for i in range(len(thing))]
        at = [height - (step == "D") for height, step in zip(heights, thing, strict=True)]
        lines = [
            "".join(
                ("╱" if step == "U" else "╲") if level == here else " "
                for here, step in zip(at, thing, strict=True)
            )
            for level in range(max(at), -1, -1)
        ]
        return "\n".join(lines)

    def drawn(self, things: Sequence[str]) -> list[Picture]:
        """Draw paths on one level."""
        pictures = [self.picture(thing) for thing in things]
        highest = max(picture.count("\n") for picture in pictures)
        return [text_picture("\n" * (highest - each.count("\n")) + each) for each in pictures]
