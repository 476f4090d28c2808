"""The news that a kernel is being compiled, for the layers above; without loading Numba."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_listeners: list[Callable[[], None]] = []


@contextmanager
def announce_compilation(listener: Callable[[], None]) -> Iterator[None]:
    """Call `listener` within the block before each kernel that is not found in the cache."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def announce() -> None:
    """Tell all listeners that a kernel is being compiled."""
    for listener in _listeners:
        listener()
