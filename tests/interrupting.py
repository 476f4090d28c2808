"""Interrupt what a test does, after some time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def interrupted(seconds: float, interrupt: Callable[[], object]) -> Iterator[None]:
    """Call `interrupt` in a thread of its own, unless the block has ended by then.

    The time begins within the block that awaits the interrupt: it may be over before this thread
    goes on.
    """
    timer = threading.Timer(seconds, interrupt)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
