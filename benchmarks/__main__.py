"""Benchmarks with one table per question: rates, comparisons, and growth.

    python -m benchmarks [--smoke] [--only TABLE ...] [--rounds 7] [--record]

Every table has rounds in which all programs take their turns; figures are medians with their
spread, and ratios are taken within a round. `--record` keeps the run as benchmarks/recorded.json
and writes docs/performance.md and the README's figures from it; with `--only` it replaces those
tables of the recorded run.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import import_module
from time import perf_counter

from benchmarks import (
    growth,
    lattices,
    listings,
    locks,
    pages,
    peers,
    references,
    starting,
    symmetry,
)
from benchmarks.tables import Table, machine, to_json
from benchmarks.timing import arguments

TABLES: dict[str, Callable[[bool, int], Table]] = {
    "listings": listings.speed,
    "steps": listings.profile,
    "threads": listings.threads,
    "locks": locks.table,
    "lattices": lattices.table,
    "references": references.table,
    "peers": peers.table,
    "symmetry": symmetry.table,
    "starting": starting.table,
    "growth": growth.table,
}
# Benchmarks of single topics, which print more than fits into a table.
DETAILS = ("counting", "tatami", "trominoes", "scaling", "driver", "published")


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--only", nargs="+", choices=TABLES, default=[*TABLES])
    parser.add_argument("--rounds", type=int, default=7, help="of a table, at most")
    parser.add_argument("--record", action="store_true", help="keep the run, and write the pages")
    options = parser.parse_args()
    if options.record and options.smoke:
        parser.error("--record keeps real figures: leave out --smoke")
    about, found, recorded = machine(), [], None
    if options.record and options.only != [*TABLES]:
        recorded = json.loads(pages.RECORDED.read_text(encoding="utf-8"))
        try:
            pages.replaced(recorded, to_json([], about))
        except ValueError as error:
            parser.error(f"{error}; recorded {recorded['machine']}, here {about}")
    for name in options.only:
        started = perf_counter()
        found.append(TABLES[name](options.smoke, options.rounds))
        print(found[-1].markdown(), flush=True)
        print(f"{name} took {perf_counter() - started:.0f} s", file=sys.stderr, flush=True)
    if options.record:
        said = to_json(found, about)
        if recorded is not None:
            said = pages.replaced(recorded, said)
        pages.RECORDED.write_text(json.dumps(said, indent=1) + "\n", encoding="utf-8")
        pages.write(said)
    if options.smoke:
        for name in DETAILS:
            _smoke(name)


def _smoke(name: str) -> None:
    """Run a benchmark of a single topic on tiny problems, in this process."""
    given, sys.argv = sys.argv, [name, "--smoke"]
    try:
        import_module(f"benchmarks.{name}").main()
    except SystemExit as error:
        if error.code:
            raise
    finally:
        sys.argv = given


if __name__ == "__main__":
    main()
