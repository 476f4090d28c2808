"""Benchmarks with one table per question: listings, threads, exact covers, and C.

    python -m benchmarks [--smoke] [--only TABLE ...] [--rounds 5]

Every table has rounds in which all programs take their turns; figures are medians with their
spread, and ratios are taken within a round. They depend on the machine, which comes first.
"""

import argparse
from collections.abc import Callable

from benchmarks import covers, listings, references
from benchmarks.tables import Table, machine

TABLES: dict[str, Callable[[bool, int], Table]] = {
    "listings": listings.speed,
    "threads": listings.threads,
    "covers": covers.table,
    "references": references.table,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="tiny problems, one round")
    parser.add_argument("--only", nargs="+", choices=TABLES, default=[*TABLES])
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    print(", ".join(f"{name} {value}" for name, value in machine().items()), end="\n\n")
    for name in options.only:
        table = TABLES[name](options.smoke, 1 if options.smoke else options.rounds)
        print(table.markdown(), flush=True)


if __name__ == "__main__":
    main()
