"""Benchmarks with one table per question: rates, comparisons, and growth.

    python -m benchmarks [--smoke] [--only TABLE ...] [--rounds 7]

Every table has rounds in which all programs take their turns; figures are medians with their
spread, and ratios are taken within a round. They depend on the machine, which comes first.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from time import perf_counter

from benchmarks import growth, listings, peers, references, solvers, starting
from benchmarks.tables import Table, machine

TABLES: dict[str, Callable[[bool, int], Table]] = {
    "listings": listings.speed,
    "steps": listings.profile,
    "threads": listings.threads,
    "engines": solvers.table,
    "references": references.table,
    "peers": peers.table,
    "starting": starting.table,
    "growth": growth.table,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="tiny problems, one round")
    parser.add_argument("--only", nargs="+", choices=TABLES, default=[*TABLES])
    parser.add_argument("--rounds", type=int, default=7, help="of a table, at most")
    options = parser.parse_args()
    print(", ".join(f"{name} {value}" for name, value in machine().items()), end="\n\n")
    for name in options.only:
        started = perf_counter()
        print(TABLES[name](options.smoke, options.rounds).markdown(), flush=True)
        print(f"{name} took {perf_counter() - started:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
