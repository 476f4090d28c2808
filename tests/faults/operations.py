"""The operations on files below a folder: counted, and the k-th one fails, or the process ends.

Audit hooks see what Python itself does; reads and writes are seen because files below the folder
are opened with a class of our own.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

KILL, INTERRUPT = "kill", "interrupt"
# Kinds of operations that a full or read-only disk refuses.
WRITING = {"create", "write", "sync", "rename", "link", "unlink", "mkdir", "rmdir"}

# Audit events of Python, and their kinds of operations.
EVENTS = {
    "os.rename": "rename",
    "os.link": "link",
    "os.remove": "unlink",
    "os.mkdir": "mkdir",
    "os.rmdir": "rmdir",
    "os.listdir": "list",
    "os.scandir": "list",
    "os.utime": "write",
    "os.truncate": "write",
}

# Classes that `open` wraps a file in, by whether it is read and written.
BUFFERED = {
    (True, False): io.BufferedReader,
    (False, True): io.BufferedWriter,
    (True, True): io.BufferedRandom,
}


@dataclass
class Fault:
    """A fault of the operation `at`, counted from 1: the name of an error, a kill or a Ctrl-C.

    With `lasting` it befalls all that follow, too: those that write, unless it is an EACCES.
    """

    root: str
    action: str = ""
    at: int = 0
    lasting: bool = False


@dataclass
class Operations:
    """The operations of a process on the files below `fault.root`."""

    fault: Fault
    kinds: list[str] = field(default_factory=list)
    unsynced: list[str] = field(default_factory=list)  # renamed before they were synced
    struck: bool = False
    _synced: set[tuple[int, int]] = field(default_factory=set)

    def install(self) -> None:
        """Watch from now on, until the process ends: audit hooks stay."""
        sys.addaudithook(self._hear)
        self._watch_stat()
        self._watch_sync()
        self._watch_files()

    def reset(self, fault: Fault) -> None:
        """Begin to count anew, for another fault."""
        self.fault, self.struck = fault, False
        self.kinds.clear()

    def below(self, path: object) -> bool:
        if isinstance(path, os.PathLike):
            path = os.fspath(path)
        if isinstance(path, bytes):
            path = os.fsdecode(path)
        root = self.fault.root
        return isinstance(path, str) and (path == root or path.startswith(f"{root}/"))

    def happen(self, kind: str, first: Callable[[], object] = lambda: None) -> None:
        """Count an operation; `first` is what is done of it before it fails."""
        self.kinds.append(kind)
        at, fault = len(self.kinds), self.fault
        later = fault.lasting and at > fault.at > 0
        if at != fault.at and not (later and (kind in WRITING or fault.action == "EACCES")):
            return
        self.struck = True
        first()
        if fault.action == KILL:
            os.kill(os.getpid(), signal.SIGKILL)
        elif fault.action == INTERRUPT:
            signal.raise_signal(signal.SIGINT)
        else:
            code = getattr(errno, fault.action)
            raise OSError(code, os.strerror(code))

    def _hear(self, event: str, given: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = given
            if self.below(path):
                writing = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
                self.happen("create" if writing else "open")
        elif event in EVENTS and given and (self.below(given[0]) or self.below(given[-1])):
            if event in ("os.rename", "os.link"):
                self._check_synced(given[0])
            self.happen(EVENTS[event])

    def _check_synced(self, source: str) -> None:
        found = self._stat(source)
        if (found.st_dev, found.st_ino) not in self._synced:
            self.unsynced.append(Path(source).name)

    def _watch_stat(self) -> None:
        self._stat = stat = os.stat

        def watched(path: Any, *given: Any, **options: Any) -> os.stat_result:
            if self.below(path):
                self.happen("look")
            return stat(path, *given, **options)

        os.stat = watched  # type: ignore[assignment]

    def _watch_sync(self) -> None:
        """Count, and do not wait for the disk: no test can tell the difference."""

        def watched(descriptor: int) -> None:
            found = os.fstat(descriptor)
            if self.below(Path(f"/proc/self/fd/{descriptor}").readlink()):
                self.happen("sync")
                self._synced.add((found.st_dev, found.st_ino))

        os.fsync = watched

    def _watch_files(self) -> None:
        opened = io.open

        def watched(
            file: Any, mode: str = "r", buffering: int = -1, *given: Any, **named: Any
        ) -> Any:
            if not self.below(file):
                return opened(file, mode, buffering, *given, **named)
            raw = _File(file, mode.replace("b", "").replace("t", ""))
            raw.operations = self
            buffered: Any = BUFFERED[raw.readable(), raw.writable()](raw)
            return buffered if "b" in mode else io.TextIOWrapper(buffered)

        io.open = builtins.open = watched  # type: ignore[assignment]


class _File(io.FileIO):
    """A file whose reads and writes are operations; a write that fails has written half."""

    operations: Operations

    def write(self, contents: Any) -> int:
        half = memoryview(contents).cast("B")[: len(contents) // 2]
        self.operations.happen("write", lambda: super(_File, self).write(half))
        return super().write(contents)

    def readinto(self, buffer: Any) -> int:
        self.operations.happen("read")
        return super().readinto(buffer)

    def readall(self) -> bytes:
        self.operations.happen("read")
        return super().readall()

    def read(self, size: int | None = -1) -> bytes:
        self.operations.happen("read")
        return super().read(-1 if size is None else size)
