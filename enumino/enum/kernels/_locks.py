"""One process compiles a kernel, and others that want it wait for what it keeps on the disk.

Without that, a thousand workers that start with an empty cache would all compile the same. The lock
is a file beside the compiled kernel, and goes with the process that holds it, however that ends.
Where files cannot be locked, or a lock is held for too long, a process compiles for itself.
"""

from __future__ import annotations

from errno import EACCES, EAGAIN
from pathlib import Path
from time import monotonic, sleep
from typing import IO, Any

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]

LONGEST_WAIT = 120.0
"""Seconds: a kernel takes some seconds, on a busy machine some more."""
BETWEEN_LOOKS = 0.05


class _Lock:
    """A lock on a file, held by this process or not; Numba compiles in one thread at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] | None = None

    def take(self) -> None:
        """Wait for the lock; go on without it where there can be none."""
        if self._file is not None or fcntl is None:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._path.open("ab")
            self._wait(self._file)
        except OSError:
            self.leave()

    def _wait(self, file: IO[bytes]) -> None:
        until = monotonic() + LONGEST_WAIT
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                if error.errno not in (EACCES, EAGAIN) or monotonic() > until:
                    raise
                sleep(BETWEEN_LOOKS)
            else:
                return

    def leave(self) -> None:
        """Let others have the lock."""
        if self._file is not None:
            self._file.close()
            self._file = None


def one_compiles(jitted: Any) -> None:
    """Let one process at a time compile a function that is kept in a disk cache."""
    cache: Any = getattr(jitted, "_cache", None)
    file = getattr(cache, "_cache_file", None)
    if file is None:
        return
    load, save = cache.load_overload, cache.save_overload
    lock = _Lock(Path(file._index_path).with_suffix(".lock"))

    def load_or_begin(signature: Any, context: Any) -> Any:
        """Load what is kept; else hold the lock until it is saved."""
        if (found := load(signature, context)) is not None:
            return found
        lock.take()
        if (found := load(signature, context)) is not None:  # another process was faster
            lock.leave()
        return found

    def save_and_leave(signature: Any, data: Any) -> None:
        try:
            save(signature, data)
        finally:
            lock.leave()

    cache.load_overload, cache.save_overload = load_or_begin, save_and_leave
