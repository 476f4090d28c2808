"""The command: ``enumino``, or ``python -m enumino``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; errors are one sentence on stderr and an exit code."""
    from enumino import cli
    from enumino.cli import signals, streams
    from enumino.imports import look_for_no_pandas, once_loaded

    signals.prepare()
    streams.prepare()
    with once_loaded("pyarrow", look_for_no_pandas):
        code = cli.main(sys.argv[1:])
    sys.exit(code)


if __name__ == "__main__":
    main()
