"""The command: ``enumino``, or ``python -m enumino``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; errors are one sentence on stderr and an exit code."""
    try:
        from enumino import cli
        from enumino.cli import signals

        signals.prepare()
        code = cli.main(sys.argv[1:])
    except KeyboardInterrupt:  # before the command line can handle it
        sys.stderr.write("Error: Interrupted.\n")
        code = 130
    sys.exit(code)


if __name__ == "__main__":
    main()
