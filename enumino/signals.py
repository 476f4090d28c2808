"""SIGINT, SIGTERM and SIGHUP end a command at once, with a sentence that says what is kept.

Ctrl-C sends SIGINT, a batch system sends SIGTERM at the time limit of a job, and a terminal that
closes sends SIGHUP. The command runs in a thread of its own. The main thread, which alone handles
signals in Python, waits for the end of the command or cuts it off, as ``kill -9`` would.
"""

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

WORDS = {"SIGINT": "Interrupted", "SIGTERM": "Terminated", "SIGHUP": "Hung up"}
NUMBERS = [getattr(signal, name) for name in WORDS if hasattr(signal, name)]  # Windows has two
# Of these functions, the last one is called with the word for a signal.
last_words: list[Callable[[str], object]] = [lambda word: sys.stderr.write(f"Error: {word}.\n")]


def prepare() -> None:
    """Let the signals end the process, unless they are ignored, as under ``nohup``."""
    for number in NUMBERS:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _end)


def _end(number: int, frame: Any) -> None:
    """End the process, and ignore a second signal of timeout(1) or of an impatient user."""
    for each in NUMBERS:
        signal.signal(each, signal.SIG_IGN)
    try:
        last_words[-1](WORDS[signal.Signals(number).name])
    finally:
        os._exit(128 + number)  # as in shells
