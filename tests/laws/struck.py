"""One operation on files below a folder fails, or is the last one of a process.

``python -m tests.laws.struck FOLDER K ARGUMENTS`` runs the command line, and kills it at operation
number K of those that Python's audit hooks see.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable

from enumino.cli import main

OPERATIONS = {
    "open", "os.link", "os.listdir", "os.mkdir", "os.remove", "os.rename", "os.scandir",
}  # fmt: skip


def fail() -> None:
    """Let the disk be full."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def kill() -> None:
    """End this process as a power cut would."""
    os.kill(os.getpid(), signal.SIGKILL)


class Striker:
    """Counts operations below a folder, and strikes at one of them; a hook cannot be taken back."""

    def __init__(self) -> None:
        self.aim("", 0, fail)
        sys.addaudithook(self._hear)

    def aim(self, folder: str, at: int, strike: Callable[[], None]) -> None:
        """Count anew; an empty folder lets all operations pass."""
        self.folder, self.at, self.strike, self.seen = folder, at, strike, 0

    def _hear(self, event: str, arguments: tuple[object, ...]) -> None:
        if self.folder and event in OPERATIONS and str(arguments[0]).startswith(self.folder):
            self.seen += 1
            if self.seen == self.at:
                self.strike()


if __name__ == "__main__":
    folder, at, *arguments = sys.argv[1:]
    Striker().aim(folder, int(at), kill)
    sys.exit(main(arguments))
