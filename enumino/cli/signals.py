"""SIGINT, SIGTERM and SIGHUP end a command: finished work is kept, and one sentence says so.

Ctrl-C sends the first, batch systems the second when the time of a job is over, and a terminal that
is closed the third.
"""

from __future__ import annotations

import signal
import sys
import time
from typing import Any

PAIR_SECONDS = 1.0  # within which some senders, such as timeout(1), send a signal twice
SIGNALLED = 128  # plus the number of the signal: the exit code, as shells have it
WORDS = {"SIGINT": "Interrupted", "SIGTERM": "Terminated", "SIGHUP": "Hung up"}

_heard: list[tuple[int, float]] = []  # the numbers of signals, and when they came


class Stopped(KeyboardInterrupt):
    """A signal has asked the process to end; `number` is that of the signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def prepare() -> None:
    """Let the signals raise `Stopped`, unless they are ignored: ``nohup`` asks for that."""
    _heard.clear()
    sys.unraisablehook = _drop
    for name in WORDS:
        number = getattr(signal, name, None)  # there are systems without SIGHUP
        usual = (signal.SIG_DFL, signal.default_int_handler)
        if number is not None and signal.getsignal(number) in usual:
            signal.signal(number, _stop)


def _stop(number: int, frame: Any) -> None:
    """Raise `Stopped`, once for signals that come as a pair."""
    now = time.monotonic()
    if not _heard or now - _heard[-1][1] >= PAIR_SECONDS:
        _heard.append((number, now))
        raise Stopped(number)


def heard() -> Stopped | None:
    """Return the last signal, if one has come.

    Python drops what a signal raises in a finalizer or a callback of C, such as that of a future
    of Dask, or of the compiler, which then fails with an error of its own.
    """
    return Stopped(_heard[-1][0]) if _heard else None


def _drop(unraisable: Any) -> None:
    """Keep quiet about a signal that Python drops."""
    if not isinstance(unraisable.exc_value, Stopped):
        sys.__unraisablehook__(unraisable)


def word_and_exit_code(interrupt: KeyboardInterrupt) -> tuple[str, int]:
    """Return the word for an interrupt and the exit code of the command.

    >>> word_and_exit_code(KeyboardInterrupt()), word_and_exit_code(Stopped(15))
    (('Interrupted', 130), ('Terminated', 143))
    """
    number = interrupt.number if isinstance(interrupt, Stopped) else signal.SIGINT
    return WORDS[signal.Signals(number).name], SIGNALLED + number
