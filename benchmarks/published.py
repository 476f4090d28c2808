"""Reproduction of the published tables of tilings, however long it takes.

    python -m benchmarks.published [--most 20000000]

Every count of `pentomino_rectangles`, `domino_rectangles` and `rectangle_tilings` is compared with
ours: by search where there are not too many tilings, and by profiles where pieces are reusable.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from benchmarks.timing import arguments
from enumino import Tilings
from enumino.families.tilings import published
from enumino.families.tilings.counts import count_tilings
from enumino.families.tilings.published import TILE_SETS
from enumino.objects.region import Region
from enumino.published import table


def reproduce(most: int) -> int:
    """Reproduce the published tables, by search and, for reusable pieces, by profiles."""
    print(f"published counts; searched up to {most:,} tilings\n")
    different = 0
    print(
        f"{'table':<24} {'counts':>7} {'searched':>9} {'agree':>6} {'by profiles':>12} {'agree':>6}"
    )
    for name, rows in (
        ("pentomino_rectangles", pentomino_boards()),
        ("domino_rectangles", rectangles("domino_rectangles")),
        ("rectangle_tilings", rectangles("rectangle_tilings")),
    ):
        known, found = 0, {"search": [0, 0], "profiles": [0, 0]}
        for problem, value, reusable in rows:
            known += 1
            for method in ("search", "profiles"):
                if (method == "search" and value > most) or (method == "profiles" and not reusable):
                    continue
                (ours,) = count_tilings(problem, method=method)
                found[method][0] += 1
                found[method][1] += ours.count == value
                if ours.count != value:
                    different += 1
                    print(f"  {problem.describe()}: {ours.count:,} by {method}, not {value:,}")
        (tried, agree), (summed, equal) = found["search"], found["profiles"]
        print(f"{name:<24} {known:7} {tried:9} {agree:6} {summed:12} {equal:6}", flush=True)
    return different


def pentomino_boards() -> Iterator[tuple[Tilings, int, bool]]:
    for row in table(published.__name__, "pentomino_rectangles"):
        board = Region.parse(row["layout"].replace(".", "#").replace("*", ".").replace("/", "\n"))
        for classes, column in ((False, "total"), (True, "solutions_up_to_symmetry")):
            problem = Tilings(board, "pentominoes", "each-once", up_to_symmetry=classes)
            if row[column]:
                yield problem, int(row[column]), False


def rectangles(name: str) -> Iterator[tuple[Tilings, int, bool]]:
    pieces = {label: ", ".join(sorted(names)) for names, label in TILE_SETS.items()}
    for row in table(published.__name__, name):
        which = pieces[row["tile_set"]] if "tile_set" in row else "domino"
        yield Tilings(f"{row['rows']}x{row['cols']}", which), int(row["count"]), True


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--most", type=int, default=20_000_000, help="tilings to find by search")
    options = parser.parse_args()
    different = reproduce(1000 if options.smoke else options.most)
    sys.exit(f"{different} do not agree" if different else None)


if __name__ == "__main__":
    main()
