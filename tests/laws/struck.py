"""Let one operation on files below a folder fail, or end the process.

Operations are those that Python's audit hooks see. Processes are forked from one that has loaded
the command line, which takes a second.
"""

import errno
import os
import signal
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from enumino.cli import main
from tests.dataset_tools import PATIENCE

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
    """Count operations below a folder, and strike at one of them; a hook cannot be removed."""

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


FORKS = get_context("forkserver")
FORKS.set_forkserver_preload([__name__])
if "pytest" not in sys.modules:  # in the process that is forked
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()):
        main(["enumerate", "polyominoes", "--cells", "1-3", "--threads", "1", "-q", "--to", folder])


class Run:
    """The command line in its own process, which is killed at an operation on a folder."""

    def __init__(self, arguments: list[str], folder: Path, at: int = 0) -> None:
        self._err = folder.parent / f"{id(self)}.err"
        given = arguments, {**os.environ}, self._err, str(folder) if at else "", at
        self.process = FORKS.Process(target=_run, args=given)
        self.process.start()

    def end(self) -> tuple[int, str]:
        """Wait; return the exit code, and what was said."""
        self.process.join(PATIENCE)
        assert self.process.exitcode is not None, "it hangs"
        return self.process.exitcode, self._err.read_text()


def _run(
    arguments: list[str], environment: dict[str, str], err: Path, folder: str, at: int
) -> None:
    os.environ.clear()
    os.environ.update(environment)
    with err.open("w") as sys.stdout, err.open("a") as sys.stderr:
        Striker().aim(folder, at, kill)
        sys.exit(main(arguments))
