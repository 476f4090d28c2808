"""SIGINT, SIGTERM and SIGHUP end a command at once, with a sentence that says what is kept.

Ctrl-C sends SIGINT, a batch system sends SIGTERM at the time limit of a job, and a terminal that
closes sends SIGHUP. The command runs in a thread of its own. The main thread, which alone handles
signals in Python, waits for the end of the command or cuts it off, as ``kill -9`` would.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from typing import Any

WORDS = {"SIGINT": "Interrupted", "SIGTERM": "Terminated", "SIGHUP": "Hung up"}
NUMBERS = [getattr(signal, name) for name in WORDS if hasattr(signal, name)]  # Windows has two


class Stopped(BaseException):
    """A signal asks the command to end."""

    def __init__(self, number: int) -> None:
        self.word = WORDS[signal.Signals(number).name]
        self.exit_code = 128 + number  # as in shells


def prepare() -> None:
    """Let the signals raise `Stopped`, unless they are ignored, as under ``nohup``."""
    for number in NUMBERS:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _stop)


def _stop(number: int, frame: Any) -> None:
    """Raise `Stopped`, once: timeout(1) and impatient users send a signal twice."""
    for each in NUMBERS:
        signal.signal(each, signal.SIG_IGN)
    raise Stopped(number)


def _say(word: str) -> None:
    sys.stderr.write(f"Error: {word}.\n")


last_words: list[Callable[[str], object]] = [_say]  # the last one is called with the word
