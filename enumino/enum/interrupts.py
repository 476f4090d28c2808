"""Signals that wait while a kernel returns its results."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


@contextmanager
def delayed_interrupts() -> Iterator[None]:
    """Delay SIGINT, SIGTERM and SIGHUP until the block is left.

    Numba makes named tuples by calling Python, where a signal handler may run; an exception that
    the handler raises there crashes the process.
    """
    handlers = {number: signal.getsignal(number) for number in SIGNALS}
    heard = {number: handler for number, handler in handlers.items() if callable(handler)}
    if threading.current_thread() is not threading.main_thread() or not heard:
        yield
        return
    received: list[tuple[int, Any]] = []
    for number in heard:
        signal.signal(number, lambda number, frame: received.append((number, frame)))
    try:
        yield
    finally:
        for number, handler in heard.items():
            signal.signal(number, handler)
        if received:
            number, frame = received[0]
            heard[signal.Signals(number)](number, frame)
