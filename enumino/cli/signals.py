"""SIGTERM and SIGHUP end a command as Ctrl-C does: finished work is kept, and one sentence says so.

Batch systems send SIGTERM when the time of a job is over, and a terminal that is closed sends
SIGHUP.
"""

from __future__ import annotations

import signal
from typing import Any

from enumino.errors import INTERRUPTED

FROM_A_SIGNAL = 128
"""Added to the number of the signal that ended a process, as shells do."""
WORDS = {"SIGTERM": "Terminated", "SIGHUP": "Hung up"}
"""What is said of each signal; there are systems without SIGHUP."""


class Stopped(KeyboardInterrupt):
    """A signal has asked the process to end; `number` is that of the signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def prepare() -> None:
    """Let the signals raise `Stopped` in the main thread.

    A signal that is ignored stays so: ``nohup`` asks for that.
    """
    for name in WORDS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _stop)


def _stop(number: int, frame: Any) -> None:
    # Some senders, such as timeout(1), send the signal twice: to the process and to its group.
    signal.signal(number, signal.SIG_IGN)
    raise Stopped(number)


def told(interrupt: BaseException | None) -> tuple[str, int]:
    """Return the word for an interrupt, and the exit code.

    >>> told(KeyboardInterrupt()), told(Stopped(15))
    (('Interrupted', 130), ('Terminated', 143))
    """
    if not isinstance(interrupt, Stopped):
        return "Interrupted", INTERRUPTED
    return WORDS[signal.Signals(interrupt.number).name], FROM_A_SIGNAL + interrupt.number
