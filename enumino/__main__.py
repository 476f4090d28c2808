"""The command: ``enumino``, or ``python -m enumino``."""

import os
import sys
from contextlib import suppress
from threading import Thread
from typing import NoReturn

from enumino import signals
from enumino.errors import FAILURE


def main() -> NoReturn:
    """Run the command line and end the process, without waiting for kernels or readers."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # a shell closed it with >&-
            setattr(sys, name, open(os.devnull, "w"))  # noqa: PTH123, SIM115
    codes: list[int] = []
    signals.prepare()
    thread = Thread(target=_run, args=(codes,), name="enumino", daemon=True)
    thread.start()
    thread.join()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    os._exit(codes[0] if codes else FAILURE)  # an error of our own has printed its traceback


def _run(codes: list[int]) -> None:
    """Run the command line, and append its exit code."""
    from enumino import cli

    codes.append(cli.main(sys.argv[1:]))


if __name__ == "__main__":
    main()
