"""Signals that end a command as Ctrl-C does, and standard streams that may be closed or full.

Batch systems send SIGTERM when the time of a job is over, and a terminal that is closed sends
SIGHUP: finished work is kept, and one sentence says so. Python ignores an exception that a handler
raises while a ``__del__`` runs: then it is raised once more.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from typing import Any

from enumino.errors import INTERRUPTED

SIGNALLED = 128  # plus the number of the signal: the exit code, as shells have it
WORDS = {"SIGTERM": "Terminated", "SIGHUP": "Hung up"}  # there are systems without SIGHUP
AGAIN_SECONDS = 0.01  # until an ignored interrupt is repeated: a ``__del__`` is done by then


class Stopped(KeyboardInterrupt):
    """A signal has asked the process to end; `number` is that of the signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def prepare() -> None:
    """Let the signals raise `Stopped` in the main thread, and no interrupt be lost.

    A signal that is ignored stays so: ``nohup`` asks for that.
    """
    sys.unraisablehook = _repeat_interrupts
    for name in WORDS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _stop)


def _stop(number: int, frame: Any) -> None:
    # Some senders, such as timeout(1), send the signal twice: to the process and to its group.
    signal.signal(number, signal.SIG_IGN)
    raise Stopped(number)


def _repeat_interrupts(ignored: sys.UnraisableHookArgs) -> None:
    """Handle an exception that Python ignores: raise Ctrl-C and our signals again.

    A ``__del__`` that misses an attribute is that of an object whose making was interrupted.
    """
    if not isinstance(ignored.exc_value, KeyboardInterrupt):
        in_del = getattr(ignored.object, "__name__", "") == "__del__"
        if not (in_del and isinstance(ignored.exc_value, AttributeError)):
            sys.__unraisablehook__(ignored)
        return
    from _thread import interrupt_main
    from threading import Timer

    number = signal.SIGINT
    if isinstance(ignored.exc_value, Stopped):
        number = signal.Signals(ignored.exc_value.number)
        signal.signal(number, _stop)
    again = Timer(AGAIN_SECONDS, interrupt_main, [number])
    again.daemon = True
    again.start()


def word_and_exit_code(interrupt: BaseException | None) -> tuple[str, int]:
    """Return the word for an interrupt and the exit code of the command.

    >>> word_and_exit_code(KeyboardInterrupt()), word_and_exit_code(Stopped(15))
    (('Interrupted', 130), ('Terminated', 143))
    """
    if not isinstance(interrupt, Stopped):
        return "Interrupted", INTERRUPTED
    return WORDS[signal.Signals(interrupt.number).name], SIGNALLED + interrupt.number


LAST_STANDARD = 2


class _Lossy(io.FileIO):
    """A file that drops output that cannot be written."""

    def write(self, text: object) -> int:
        try:
            return super().write(text) or 0  # type: ignore[arg-type]
        except OSError:
            return len(memoryview(text))  # type: ignore[arg-type]


def open_streams() -> None:
    """Open closed standard streams, and drop messages that stderr cannot take.

    A file that is opened while a standard stream is closed would get its number, and with it
    whatever a library prints.
    """
    while (free := os.open(os.devnull, os.O_RDWR)) <= LAST_STANDARD:
        os.set_inheritable(free, True)
    os.close(free)
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115  # to the end
    encoding = "utf-8" if sys.stderr is None else sys.stderr.encoding
    sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(_Lossy(LAST_STANDARD, "w", closefd=False)),
        encoding=encoding,
        errors="backslashreplace",
        line_buffering=True,
    )
