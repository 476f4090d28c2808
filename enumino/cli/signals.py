"""SIGTERM and SIGHUP end a command as Ctrl-C does.

Batch systems send SIGTERM when the time of a job is over, and a terminal that is closed sends
SIGHUP: finished work is kept, and one sentence says so.
"""

from __future__ import annotations

import signal
import time
from typing import Any

from enumino.errors import INTERRUPTED

PAIR_SECONDS = 1.0  # within which some senders, such as timeout(1), send a signal twice
SIGNALLED = 128  # plus the number of the signal: the exit code, as shells have it
WORDS = {"SIGTERM": "Terminated", "SIGHUP": "Hung up"}  # there are systems without SIGHUP


class Stopped(KeyboardInterrupt):
    """A signal has asked the process to end; `number` is that of the signal."""

    heard = -PAIR_SECONDS  # when the last one came

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def prepare() -> None:
    """Let the signals raise `Stopped`, unless they are ignored: ``nohup`` asks for that."""
    for name in WORDS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _stop)


def _stop(number: int, frame: Any) -> None:
    """Raise `Stopped`, once for signals that come as a pair."""
    # A later signal is heard again: Python drops what is raised while garbage is collected.
    if time.monotonic() - Stopped.heard >= PAIR_SECONDS:
        Stopped.heard = time.monotonic()
        raise Stopped(number)


def word_and_exit_code(interrupt: KeyboardInterrupt) -> tuple[str, int]:
    """Return the word for an interrupt and the exit code of the command.

    >>> word_and_exit_code(KeyboardInterrupt()), word_and_exit_code(Stopped(15))
    (('Interrupted', 130), ('Terminated', 143))
    """
    if not isinstance(interrupt, Stopped):
        return "Interrupted", INTERRUPTED
    return WORDS[signal.Signals(interrupt.number).name], SIGNALLED + interrupt.number
