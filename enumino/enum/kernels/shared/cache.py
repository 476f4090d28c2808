"""Files of compiled kernels: their validity, their lock, and a temporary folder.

Numba compiles a function anew when its own file has changed, not when a function that it imports
has. Our digest covers the file, the modules of this folder, and those of the file's own folder
whose names begin with an underscore: so kernels may use these.
"""

from __future__ import annotations

import os
import stat
import tempfile
import warnings
from errno import EACCES, EAGAIN
from functools import cache
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep
from typing import IO

import numba

from enumino.errors import CacheWarning

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]

LONGEST_WAIT = 120.0  # seconds for a lock; a kernel takes some seconds, more on a busy machine
BETWEEN_LOOKS = 0.05  # seconds


def digest_of_sources(file: str) -> str:
    """Return a digest of a kernel's file and of the modules that it may use."""
    path = Path(file)
    shared = [*path.parent.glob("_*.py"), *Path(__file__).parent.glob("*.py")]
    return _digest((path, *sorted(shared)))


@cache
def _digest(files: tuple[Path, ...]) -> str:
    digest = sha256()
    for file in files:
        digest.update(sha256(file.read_bytes()).digest())
    return digest.hexdigest()


class FileLock:
    """A lock that is a file, and is released when its process ends.

    Where files cannot be locked, or the lock is held for too long, `acquire` returns without it.
    Numba compiles in one thread at a time, so threads need no lock.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] | None = None

    def acquire(self) -> None:
        """Wait for the lock."""
        if self._file is not None or fcntl is None:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._path.open("ab")
            self._wait(self._file)
        except OSError:
            self.release()

    def _wait(self, file: IO[bytes]) -> None:
        deadline = monotonic() + LONGEST_WAIT
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                if error.errno not in (EACCES, EAGAIN) or monotonic() > deadline:
                    raise
                sleep(BETWEEN_LOOKS)
            else:
                return

    def release(self) -> None:
        """Free the lock if this process holds it."""
        if self._file is not None:
            self._file.close()
            self._file = None


def use_temporary_folder() -> bool:
    """Let Numba keep compiled kernels in a temporary folder; return whether it can.

    It serves where neither the package's folder nor the home folder can be written to. Whoever can
    write there can make us run code: the folder must belong to this user alone.
    """
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir(), f"enumino-cache-{user}")
    advice = "set NUMBA_CACHE_DIR to a folder that you can write to."
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != user or found.st_mode & 0o077:
            raise PermissionError(f"{folder} does not belong to this user alone")
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        warnings.warn(
            f"Compiled kernels cannot be kept, and are compiled anew by every process: {advice}",
            CacheWarning,
            stacklevel=3,
        )
        return False
    os.environ["NUMBA_CACHE_DIR"] = str(folder)  # worker processes find it there too
    numba.config.reload_config()
    warnings.warn(f"Compiled kernels are kept in {folder}: {advice}", CacheWarning, stacklevel=3)
    return True
