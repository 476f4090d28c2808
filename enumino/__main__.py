"""The command: ``enumino``, or ``python -m enumino``."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line and end the process; errors are one sentence on stderr and a code.

    The process does not wait for threads deep in a kernel, nor for a reader that has left.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # a shell closed it with >&-
            setattr(sys, name, open(os.devnull, "w"))  # noqa: PTH123, SIM115
    try:
        from enumino import cli
        from enumino.cli import signals

        signals.prepare()
        code = cli.main(sys.argv[1:])
    except KeyboardInterrupt:  # before the command line can handle it
        sys.stderr.write("Error: Interrupted.\n")
        code = 130
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
