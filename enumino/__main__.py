"""The command: ``enumino``, or ``python -m enumino``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; errors are one sentence on stderr and an exit code."""
    from enumino import cli
    from enumino.cli import signals, streams

    signals.prepare()
    streams.prepare()
    sys.exit(cli.main(sys.argv[1:]))


if __name__ == "__main__":
    main()
