"""Run the sweeps and print what came of them; exit 1 if a law failed."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack

from enumino.arguments import usable_cores
from tests.faults import network, on_disk, on_s3, on_workers, races, signals
from tests.faults.clients import clients
from tests.faults.sweep import Sweep, Table

SWEEPS: dict[str, Sweep] = {
    "disk": on_disk.sweep,
    **on_s3.SWEEPS,
    "workers": on_workers.sweep,
    **network.SWEEPS,
    **races.SWEEPS,
    **signals.SWEEPS,
}
CLIENTS = 2 * usable_cores()  # side by side: half of them wait for servers, or for timeouts
STRIDE = 307  # of a sweep that only smokes


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("sweeps", nargs="*", help=f"of {', '.join(SWEEPS)}; by default all")
    parser.add_argument("--smoke", action="store_true", help=f"one case in {STRIDE}")
    parser.add_argument("--stride", type=int, help="one case in so many")
    parser.add_argument("--seed", type=int, default=0, help="chooses cases and moments")
    given = parser.parse_args()
    if unknown := set(given.sweeps) - set(SWEEPS):
        parser.error(f"there is no sweep {min(unknown)}")
    stride = given.stride or (STRIDE if given.smoke else 1)
    table = Table()
    with ExitStack() as stack:
        # Few cases are not worth a server for each of many clients.
        number = usable_cores() if given.smoke else CLIENTS
        running = [stack.enter_context(clients()) for _ in range(number)]
        for name in given.sweeps or SWEEPS:
            print(f"{name}:", file=sys.stderr)
            table.trials += SWEEPS[name](running, stride, given.seed)
    print(table.render())
    return 1 if table.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
