"""Run the sweeps and print what came of them; exit 1 if a law failed."""

from __future__ import annotations

import argparse
import sys

from tests.faults import on_disk, on_s3
from tests.faults.sweep import Table

SWEEPS = {"disk": on_disk.sweep, **on_s3.SWEEPS}
STRIDE = 97  # of a sweep that only smokes


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("sweeps", nargs="*", choices=[*SWEEPS, []], help="which; by default all")
    parser.add_argument("--smoke", action="store_true", help=f"one case in {STRIDE}")
    parser.add_argument("--stride", type=int, help="one case in so many")
    parser.add_argument("--jobs", type=int, default=2, help="cases tried side by side")
    parser.add_argument("--seed", type=int, default=0, help="chooses cases and moments")
    given = parser.parse_args()
    stride = given.stride or (STRIDE if given.smoke else 1)
    table = Table()
    for name in given.sweeps or SWEEPS:
        print(f"{name}:", file=sys.stderr)
        table.trials += SWEEPS[name](stride, given.jobs, given.seed)
    print(table.render())
    return 1 if table.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
