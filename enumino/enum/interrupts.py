"""Signals that wait while a kernel returns its results, and searches that stop between calls."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
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
    try:
        for number in heard:
            signal.signal(number, lambda number, frame: received.append((number, frame)))
        yield
    finally:
        for number, handler in heard.items():
            signal.signal(number, handler)
        if received:
            number, frame = received[0]
            heard[signal.Signals(number)](number, frame)


LOOK_SECONDS = 0.25  # between two looks whether anybody waits for a search
_search = threading.local()


@contextmanager
def stopped_by(look: Callable[[], object]) -> Iterator[None]:
    """Let an error of `look`, which is called now and then, end long searches of this thread."""
    _search.look, _search.next = look, monotonic() + LOOK_SECONDS
    try:
        yield
    finally:
        _search.look = None


def may_stop() -> None:
    """Look whether anybody waits for the search of this thread, between two calls of a kernel."""
    look = getattr(_search, "look", None)
    if look is not None and monotonic() >= _search.next:
        _search.next = monotonic() + LOOK_SECONDS
        look()
