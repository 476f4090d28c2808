"""Processes that run commands and may die of it, forked from one that has all of it loaded.

A fork takes milliseconds where a new interpreter takes a second. The process that forks never
touches a store or a thread itself; ``python -m tests.faults.clients`` is what it runs.
"""

from __future__ import annotations

import atexit
import gc
import io
import json
import os
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

from enumino.errors import INTERRUPTED
from tests.faults.commands import ALL, PIECE_BYTES, making
from tests.faults.operations import Fault

# Beginnings of the sentence with which a command fails.
COMPLAINTS = ("Error: ", "Interrupted: ", "Terminated: ", "Hung up: ")
ENDED = {INTERRUPTED, 128 + signal.SIGTERM, 128 + signal.SIGHUP}  # exit codes
# Signals for commands only, not for the process around them.
STRIKING = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
PATIENCE = 180.0  # seconds before a client counts as hanging: other work may keep it waiting


@dataclass(frozen=True)
class Ending:
    """The end of a client: codes of its commands until one failed, and its output."""

    status: int  # of the process, negative for signals
    codes: tuple[int, ...]
    said: str
    kinds: tuple[str, ...]  # its operations on files, in order
    struck: bool  # whether the fault came to pass
    raw: tuple[str, ...]  # errors of the system that no module had explained
    unsynced: tuple[str, ...]
    hung: bool

    @property
    def done(self) -> bool:
        """Whether all commands succeeded."""
        return self.status == 0 and bool(self.codes) and not any(self.codes)

    @property
    def killed(self) -> bool:
        """Whether a signal ended it, as it does a process that does not listen."""
        return self.status < 0 and not self.hung

    def resume(self, commands: list[list[str]]) -> list[list[str]]:
        """Return those of the commands that go on from here: none that looks, unless this failed.

        The files of a dataset are compared with those of one that was looked at.
        """
        failed = [] if self.done else commands[len(self.codes) - any(self.codes) :][:1]
        return making(commands) if failed == making(failed) else commands

    def complaint(self) -> str | None:
        """Return the fault of this end, None if the client ended well or in one sentence."""
        if self.hung:
            return "it hung"
        if self.killed or self.done:
            return None
        if self.raw:
            return f"a raw error escaped: {self.raw[0]}"
        errors = [line for line in self.said.splitlines() if line.startswith(COMPLAINTS)]
        code = self.status or self.codes[-1]  # an interrupted command ends its process at once
        if code not in {1, 3, 4, *ENDED}:
            return f"it ended with {self.status}, {self.codes}: {self.said[-300:]!r}"
        if "Traceback" in self.said or (len(errors) != 1 and code != 3):
            return f"it did not say one sentence: {self.said[-300:]!r}"
        return None


class Clients:
    """Runs clients one after the other; several of these run them side by side."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.clients"],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(
        self,
        commands: Sequence[Sequence[str]],
        fault: Fault | None = None,
        environment: dict[str, str] | None = None,
        *,
        on_start: Callable[[int], object] = lambda pid: None,
        patience: float = PATIENCE,
    ) -> Ending:
        """Run commands of the command line one after the other, until one of them fails.

        `on_start` hears the number of the process before it begins.
        """
        said, result = self._folder / "said", self._folder / "result.json"
        result.unlink(missing_ok=True)
        said.write_text("")
        order = {
            "commands": [list(map(str, command)) for command in commands],
            "fault": asdict(fault) if fault else None,
            "environment": environment or {},
            "said": str(said),
            "result": str(result),
        }
        self._send(json.dumps(order))
        pid = int(self._receive())
        on_start(pid)
        hung = threading.Event()

        def give_up() -> None:
            hung.set()
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

        limit = threading.Timer(patience, give_up)
        limit.start()
        self._send("go")
        status = int(self._receive())
        limit.cancel()
        told = json.loads(result.read_text()) if result.exists() else {}
        return Ending(
            status,
            tuple(told.get("codes", ())),
            said.read_text(errors="replace"),
            tuple(told.get("kinds", ())),
            told.get("struck", False) or status != 0,
            tuple(told.get("raw", ())),
            tuple(told.get("unsynced", ())),
            hung.is_set(),
        )

    def close(self) -> None:
        """End the process that forks."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()
        assert self._process.stdout
        self._process.stdout.close()

    def _send(self, line: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def _receive(self) -> str:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the process that forks clients has ended")
        return line


@contextmanager
def clients() -> Iterator[Clients]:
    """A running `Clients`."""
    with TemporaryDirectory(prefix="enumino-clients-") as folder:
        running = Clients(Path(folder))
        try:
            yield running
        finally:
            running.close()


def serve() -> None:
    """Fork a client for each order on stdin; say its number, and later how it ended."""
    _load()
    gc.freeze()
    replies = os.fdopen(os.dup(1), "w")
    for line in iter(sys.stdin.readline, ""):
        order = json.loads(line)
        read, write = os.pipe()
        signal.pthread_sigmask(signal.SIG_BLOCK, STRIKING)  # until the first command begins
        pid = os.fork()
        if not pid:
            os.close(write)
            os.read(read, 1)  # until the one who ordered it knows its number
            _leave(_perform(order))
        os.close(read)
        replies.write(f"{pid}\n")
        replies.flush()
        sys.stdin.readline()
        os.close(write)
        _, status = os.waitpid(pid, 0)
        replies.write(f"{os.waitstatus_to_exitcode(status)}\n")
        replies.flush()


def _leave(code: int) -> NoReturn:
    """End as an interpreter does, less the freeing of memory that takes it half a second."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _load() -> None:
    """Import, compile and compute once what the commands need: forks find it there."""
    from enumino import cli
    from enumino.datasets.storage import objects  # noqa: F401 - what it starts outlives no fork

    with TemporaryDirectory(prefix="enumino-loading-") as folder:
        for commands in ALL:
            with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
                codes = [cli.main(command) for command in commands(Path(folder, commands.__name__))]
            assert not any(codes), codes


def _listen() -> None:
    """Let signals end what runs, as they end the program."""
    from enumino.cli import signals

    for number in STRIKING:  # whatever nohup or the command before has left
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signals.prepare()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STRIKING)


def _ignore_signals() -> None:
    """Let signals do nothing, whichever thread hears them: to block them concerns one thread."""
    for number in STRIKING:
        signal.signal(number, lambda *_: None)


def _perform(order: dict[str, Any]) -> int:
    """Run the commands of an order; write down the codes, and what was done to files."""
    from enumino import cli
    from enumino.datasets.storage import objects
    from tests.faults.operations import Operations

    os.environ.update(order["environment"])
    if PIECE_BYTES in os.environ:
        objects.ONE_REQUEST = objects.PIECE = int(os.environ[PIECE_BYTES])
    output = os.open(order["said"], os.O_WRONLY | os.O_CREAT, 0o600)
    os.dup2(output, 1)
    os.dup2(output, 2)
    raw: list[str] = []
    explain = cli._os_error_sentence

    def explained(error: Any) -> str | None:
        raw.append(repr(error))
        return explain(error)

    cli._os_error_sentence = explained
    operations = Operations(Fault(**order["fault"])) if order["fault"] else None
    if operations:
        operations.install()
    codes: list[int] = []
    result, code = Path(order["result"]), 0
    for command in order["commands"]:
        try:
            try:
                _listen()
                code = cli.main(command)
            finally:
                _ignore_signals()
        except KeyboardInterrupt as interrupt:
            frames = traceback.walk_tb(interrupt.__traceback__)
            if any(frame.f_code is cli.main.__code__ for frame, _ in frames):
                raise  # out of the command
            code = INTERRUPTED
            print("Interrupted: before the command began, or after its end.", file=sys.stderr)
        codes.append(code)
        told = {"codes": codes, "raw": raw}
        if operations:
            told |= {
                "kinds": operations.kinds,
                "unsynced": operations.unsynced,
                "struck": operations.struck,
            }
        unfinished = result.with_suffix(".part")  # a thread may hear what ends us
        unfinished.write_text(json.dumps(told))
        unfinished.replace(result)
        if code:
            break
    return code


if __name__ == "__main__":
    serve()
    _leave(0)
