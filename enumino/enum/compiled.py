"""The folder of compiled kernels, and announcements of compilations; does not import Numba."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

_listeners: list[Callable[[], None]] = []


@contextmanager
def announce_compilation(listener: Callable[[], None]) -> Iterator[None]:
    """Call `listener` before each compilation within the block: kernels in the cache need none."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def announce() -> None:
    """Call all listeners, before a compilation."""
    for listener in _listeners:
        listener()


def cache_folder() -> Path:
    """Return the folder of compiled kernels, which may be removed at any time."""
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(chosen)
    if sys.platform == "win32":
        caches = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        caches = "~/Library/Caches"
    else:
        caches = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(os.path.expanduser(caches), "enumino")  # noqa: PTH111  # Path fails without a home
